"""Fees of rounds summed up by box period, by the database, from what tables keep of each round.

`ledger_roundfee` and `ledger_standing` are views that the tables' app provides; the first has a row
for each round and each place that it has to do with, with `since` 0 where that is no box.
"""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from cardroom.log.rows import rows
from ledger.rules.reconciliation import FeeItem

# Of this purpose schedules assess fees, and a table that announced no box has one.
ASSESSED: Final = "collection"
PURPOSES: Final = (ASSESSED, "jackpot", "promo")

_SUMS: Final = """
count(*), coalesce(sum(f.assessed_cents), 0)::bigint, coalesce(sum(f.corrections_cents), 0)::bigint,
    coalesce(sum(f.waived_cents), 0)::bigint, coalesce(sum(f.collected_cents), 0)::bigint,
    max(f.gaming_day), array_remove(array_agg(f.items), NULL)
"""
# Summed up place by place, so that each is read by its index and nothing else is.
_OF_PLACES: Final = f"""
SELECT summed.* FROM unnest(
    %(streams)b::bigint[], %(purposes)b::text[], %(sinces)b::bigint[], %(lows)b::bigint[],
    %(highs)b::bigint[]
) WITH ORDINALITY AS place (stream_id, purpose, since, low, high, n)
CROSS JOIN LATERAL (
    SELECT {_SUMS} FROM ledger_roundfee f
    WHERE f.stream_id = place.stream_id AND f.purpose = place.purpose AND f.since = place.since
        AND f.first_position > place.low AND f.first_position <= place.high
) summed
ORDER BY place.n
"""
_UNBOXED: Final = f"""
SELECT t.stream_id, t.table_code, summed.* FROM ledger_standing t CROSS JOIN LATERAL (
    SELECT f.purpose, {_SUMS} FROM ledger_roundfee f
    WHERE f.stream_id = t.stream_id AND f.purpose = ANY(%(purposes)b::text[]) AND f.since = 0
        AND f.gaming_day = %(day)b::date AND f.first_position > coalesce((
            SELECT max(p.removed_position) FROM ledger_boxperiod p
            WHERE p.house = t.house AND p.put_on_position IS NULL
                AND p.stream_id = t.stream_id AND p.purpose = f.purpose
        ), 0)
    GROUP BY f.purpose
) summed
WHERE t.house = %(house)b::text AND t.table_code = coalesce(%(table)b::text, t.table_code)
ORDER BY t.table_code, summed.purpose
"""
_UNBOXED_DAY: Final = """
SELECT min(day)::text FROM ledger_standing t CROSS JOIN LATERAL (
    SELECT min(f.gaming_day) AS day FROM ledger_roundfee f
    WHERE f.stream_id = t.stream_id AND f.purpose = ANY(%(purposes)b::text[]) AND f.since = 0
        AND f.gaming_day > %(after)b::date
) first
WHERE t.house = %(house)b::text AND t.table_code = coalesce(%(table)b::text, t.table_code)
"""
ENDLESS: Final = 2**62

_decode = msgspec.json.Decoder(tuple[FeeItem, ...]).decode


class Place(NamedTuple):
    """Where fees lie: in the box since a position, or in none (0) for rounds opened in between."""

    stream_id: int
    purpose: str
    since: int
    low: int = 0
    high: int = ENDLESS


class Fees(Struct, frozen=True, kw_only=True):
    """What rounds add to one place; `last_day` is the last gaming day of any of them."""

    rounds: int
    assessed_cents: int
    corrections_cents: int
    waived_cents: int
    collected_cents: int
    last_day: date | None
    items: tuple[FeeItem, ...]


class Unboxed(NamedTuple):
    """Fees of one gaming day for which a table had no box."""

    stream_id: int
    table: str
    purpose: str
    fees: Fees


def of_places(places: Sequence[Place]) -> list[Fees]:
    """What lies at each place."""
    if not places:
        return []
    streams, purposes, sinces, lows, highs = (list(column) for column in zip(*places, strict=True))
    wanted = {"streams": streams, "purposes": purposes, "sinces": sinces}
    return [_fees(row) for row in rows(_OF_PLACES, wanted | {"lows": lows, "highs": highs})]


def unboxed(house: str, day: date, *, table: str | None = None) -> list[Unboxed]:
    """Fees of a gaming day for which tables had no box, and that no unannounced box took."""
    wanted = {"house": house, "day": day, "table": table, "purposes": [*PURPOSES]}
    return [
        Unboxed(stream_id, code, purpose, _fees(sums))
        for stream_id, code, purpose, *sums in rows(_UNBOXED, wanted)
    ]


def next_unboxed_day(house: str, after: date, *, table: str | None = None) -> date | None:
    """The next gaming day on which fees lay in no box."""
    wanted = {"house": house, "after": after, "table": table, "purposes": [*PURPOSES]}
    ((day,),) = rows(_UNBOXED_DAY, wanted)
    return None if day is None else date.fromisoformat(day)


def _fees(row: Sequence[Any]) -> Fees:
    rounds, assessed, corrections, waived, collected, last_day, items = row
    return Fees(
        rounds=rounds,
        assessed_cents=assessed,
        corrections_cents=corrections,
        waived_cents=waived,
        collected_cents=collected,
        last_day=last_day,
        items=items_of(items or ()),
    )


def items_of(found: Iterable[str]) -> tuple[FeeItem, ...]:
    """In the order of rounds; the seat as the round has it."""
    items = chain.from_iterable(map(_decode, found))
    return tuple(sorted(items, key=lambda item: (item.round, item.seat)))
