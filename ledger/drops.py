"""Drops kept: box periods, their counts, and what is odd about them, in the order of removal."""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final, NamedTuple
from uuid import UUID

from msgspec import Struct

from cardroom.log.rows import Row, rows
from ledger.rules.boxes import PeriodCells

_COLUMNS: Final = ", ".join(f"p.{name}" for name in PeriodCells.__struct_fields__)
_STATUS: Final = """
CASE WHEN a.id IS NOT NULL THEN 'counted' WHEN c.id IS NOT NULL THEN 'counting' ELSE p.custody END
"""
# Where a drop stands in the list: those that still hang at a table come last.
_PLACE: Final = """
(coalesce(extract(epoch FROM p.removed_at) * 1000000, 999999999999999999)::bigint, p.stream_id,
    coalesce(p.removed_position, p.put_on_position))
"""
# The same box elsewhere at the time, or hung again before it was counted.
_ELSEWHERE: Final = """
SELECT coalesce(bool_or(is_there), false) AS two_tables,
    coalesce(bool_or(NOT is_there), false) AS not_counted_before,
    coalesce(bool_or(purpose <> p.purpose), false) AS other_purpose
FROM (
    SELECT q.purpose, coalesce(q.removed_at, 'infinity') > p.put_on_at AS is_there
    FROM ledger_boxperiod q
    LEFT JOIN ledger_count qc ON qc.house = q.house AND qc.table_code = q.table_code
        AND qc.removed_position = q.removed_position
    LEFT JOIN ledger_acceptance qa ON qa.count_id = qc.id
    WHERE q.house = p.house AND q.box = p.box AND q.id <> p.id
        AND coalesce(q.put_on_at, '-infinity') < coalesce(p.removed_at, 'infinity')
        AND coalesce(q.put_on_at, '-infinity') <= p.put_on_at
        AND (q.removed_at IS NULL OR q.removed_at > p.put_on_at
            OR qa.id IS NULL OR qa.recorded_at > p.put_on_at)
) q
"""
_DROPS: Final = f"""
SELECT p.stream_id, ({_PLACE}).f1, c.id, c.received_by, a.recorded_at, a.recorded_cents,
    coalesce(j.total_cents, a.total_cents), {_STATUS},
    e.two_tables, e.not_counted_before, e.other_purpose, {_COLUMNS}
FROM ledger_boxperiod p
LEFT JOIN ledger_count c ON c.house = p.house AND c.table_code = p.table_code
    AND c.removed_position = p.removed_position
LEFT JOIN ledger_acceptance a ON a.count_id = c.id
LEFT JOIN LATERAL (
    SELECT total_cents FROM ledger_adjustment
    WHERE count_id = c.id ORDER BY revision DESC LIMIT 1
) j ON true
LEFT JOIN LATERAL ({_ELSEWHERE}) e ON true
WHERE p.house = %(house)b::text
"""
_LISTED: Final = f"""
{_DROPS}
    AND p.table_code = coalesce(%(table)b::text, p.table_code)
    AND p.purpose = coalesce(%(purpose)b::text, p.purpose)
    AND (%(day)b::date IS NULL OR p.gaming_day = %(day)b::date)
    AND (%(status)b::text IS NULL OR ({_STATUS}) = %(status)b::text)
    AND (%(status)b::text IS DISTINCT FROM 'on_table' OR p.removed_position IS NULL)
    AND {_PLACE} > (%(micros)b::bigint, %(stream_id)b::bigint, %(position)b::bigint)
ORDER BY {_PLACE} LIMIT %(limit)b::bigint
"""
_UNCOUNTED: Final = f"""
{_DROPS}
    AND a.id IS NULL AND p.purpose = coalesce(%(purpose)b::text, p.purpose)
    AND (%(day)b::date IS NULL OR coalesce(p.gaming_day, %(day)b::date) = %(day)b::date)
ORDER BY {_PLACE} LIMIT %(limit)b::bigint
"""
_TAKEN_OFF: Final = f"""
{_DROPS} AND p.table_code = %(table)b::text AND p.removed_position = %(position)b::bigint
"""
_OF_BOX: Final = f"""
{_DROPS} AND (p.box = ANY(%(codes)b::text[]) OR p.came_off = ANY(%(codes)b::text[]))
ORDER BY {_PLACE} DESC LIMIT %(limit)b::bigint
"""


class Place(NamedTuple):
    """Where a drop stands in the list."""

    micros: int
    stream_id: int
    position: int


START: Final = Place(0, 0, 0)


class Drop(Struct, frozen=True, kw_only=True):
    """A box period and its count; `flags` are what is odd about it beyond its own events."""

    period: PeriodCells
    place: Place
    status: str
    flags: tuple[str, ...]
    count: UUID | None
    received_by: str | None
    accepted_at: datetime | None
    recorded_cents: int | None
    counted_cents: int | None


def listed(
    house: str,
    *,
    after: Place,
    limit: int,
    table: str | None = None,
    day: date | None = None,
    status: str | None = None,
    purpose: str | None = None,
) -> Sequence[Drop]:
    """Drops behind a place, in the order in which they were taken off; last those at tables."""
    wanted = {"house": house, "limit": limit, "table": table, "day": day, "status": status}
    return [_drop(row) for row in rows(_LISTED, wanted | {"purpose": purpose} | after._asdict())]


def uncounted(
    house: str, *, limit: int, day: date | None = None, purpose: str | None = None
) -> Sequence[Drop]:
    """What isn't counted yet in that order, of a gaming day if one is named or at a table."""
    wanted = {"house": house, "limit": limit, "day": day, "purpose": purpose}
    return [_drop(row) for row in rows(_UNCOUNTED, wanted)]


def taken_off(house: str, table: str, position: int) -> Drop | None:
    """The drop of the box that an event of a table took off."""
    wanted = {"house": house, "table": table, "position": position}
    return next((_drop(row) for row in rows(_TAKEN_OFF, wanted)), None)


def of_box(house: str, *codes: str, limit: int) -> Sequence[Drop]:
    """The last drops of a box, the latest first: where it was put on, and where it came off.

    Of several codes, which may be ways to write the one, it is the drops of all.
    """
    wanted = {"house": house, "codes": list(codes), "limit": limit}
    return [_drop(row) for row in rows(_OF_BOX, wanted)]


_BESIDE: Final = ("two_tables", "not_counted_before", "other_purpose")


def _drop(row: Row) -> Drop:
    stream_id, micros, count, received_by, accepted_at, recorded, counted, status, *rest = row
    beside, cells = rest[: len(_BESIDE)], rest[len(_BESIDE) :]
    period = PeriodCells(**dict(zip(PeriodCells.__struct_fields__, cells, strict=True)))
    ended = period.removed_position or period.put_on_position or 0
    beyond = (name for name, holds in zip(_BESIDE, beside, strict=True) if holds)
    return Drop(
        period=period,
        place=Place(micros, stream_id, ended),
        status=status,
        flags=(*_own(period), *beyond),
        count=count,
        received_by=received_by,
        accepted_at=accepted_at,
        recorded_cents=recorded,
        counted_cents=counted,
    )


def _own(period: PeriodCells) -> list[str]:
    """What is odd by the period itself."""
    found = [period.custody] if period.custody in {"swapped", "missing"} else []
    flags: list[str] = [*found]
    if period.put_on_position is None:
        flags.append("unknown_start")
    if period.removed_position is not None:
        if period.witness is None:
            flags.append("no_witness")
        elif period.witness == period.removed_by:
            flags.append("witness_is_collector")
    return flags
