"""Records of counts kept: added in the transaction of their events, and read as sheets."""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar
from uuid import UUID

from msgspec import Struct

from cardroom.log.rows import rows
from ledger import signed_records
from ledger.rules.counting.records import (
    TABLES,
    AcceptanceCells,
    AdjustmentCells,
    AnyCells,
    CountCells,
    FigureCells,
    SignatureCells,
)
from ledger.rules.counting.sheet import Sheet
from ledger.signed_records import columns, insertion, read

Kept = TypeVar("Kept", bound=AnyCells)

_INSERT: Final[dict[type[Struct], str]] = {
    cells: insertion(cells, table) for cells, table in TABLES.items()
}
_OF_HOUSE: Final[dict[type[Struct], str]] = {
    cells: f"SELECT {columns(cells)} FROM {table} WHERE house = %(house)b::text ORDER BY position"
    for cells, table in TABLES.items()
}
_OF_COUNTS: Final[dict[type[Struct], str]] = {
    cells: f"""
SELECT {columns(cells)} FROM {table}
WHERE {"id" if cells is CountCells else "count_id"} = ANY(%(counts)b::uuid[])
    AND house = %(house)b::text
ORDER BY position
"""
    for cells, table in TABLES.items()
}
_LISTED: Final = f"""
SELECT {columns(CountCells)} FROM ledger_count
WHERE house = %(house)b::text AND position > %(after)b::bigint
    AND table_code = coalesce(%(table)b::text, table_code)
    AND gaming_day = coalesce(%(day)b::date, gaming_day)
ORDER BY position LIMIT %(limit)b::bigint
"""
_BEGUN: Final = """
SELECT id FROM ledger_count WHERE house = %(house)b::text AND table_code = %(table)b::text
    AND removed_position = %(position)b::bigint
"""
# `table_position` is where the table's stream ended when the count was accepted.
_IS_COUNTED: Final = """
SELECT FROM ledger_count c JOIN ledger_acceptance a ON a.count_id = c.id
WHERE c.house = %(house)b::text AND c.table_code = %(table)b::text
    AND c.purpose = %(purpose)b::text AND c.put_on_position = %(since)b::bigint
    AND a.table_position <= %(until)b::bigint
"""
_COUNTED: Final = """
SELECT c.purpose, c.put_on_position, c.removed_position
FROM ledger_count c JOIN ledger_acceptance a ON a.count_id = c.id
WHERE c.house = %(house)b::text AND c.table_code = %(table)b::text
"""
_OF_TABLE: Final = f"""
SELECT {columns(CountCells)} FROM ledger_count
WHERE house = %(house)b::text AND table_code = %(table)b::text ORDER BY removed_position
"""


class Counted(Struct, frozen=True):
    """The box periods of a table that are counted, by purpose and the position since which.

    `unannounced`, by purpose, is where the last counted box came off that nobody had put on.
    """

    periods: frozenset[tuple[str, int]]
    unannounced: dict[str, int]


def add(records: Iterable[AnyCells]) -> None:
    """Add records; RuleViolation for what the database lets nobody write."""
    for record in records:
        signed_records.add(
            _INSERT[type(record)], record, refused="count refused: ", rule="box_policy"
        )


def of_house(house: str) -> list[AnyCells]:
    """All records of a house."""
    found: list[AnyCells] = []
    for cells in TABLES:
        found += read(cells, rows(_OF_HOUSE[cells], {"house": house}))
    return found


def sheet(house: str, count: UUID) -> Sheet | None:
    """A count with all that is recorded of it."""
    found = of(house, [count])
    return found[0] if found else None


def of(house: str, counts: Sequence[UUID]) -> list[Sheet]:
    """These counts with all that is recorded of each, in the order in which they were started."""
    return sheets(house, _of(counts, house, CountCells))


def listed(
    house: str, *, after: int, limit: int, table: str | None = None, day: object = None
) -> list[Sheet]:
    """Counts behind a position of the cage's stream, in the order in which they were started."""
    wanted = {"house": house, "after": after, "limit": limit, "table": table, "day": day}
    return sheets(house, read(CountCells, rows(_LISTED, wanted)))


def begun(house: str, table: str, position: int) -> UUID | None:
    """The count of the box that an event of a table took off."""
    wanted = {"house": house, "table": table, "position": position}
    found = rows(_BEGUN, wanted)
    return found[0][0] if found else None


def is_counted(house: str, table: str, purpose: str, since: int, *, until: int) -> bool:
    """Whether a box period's count was accepted while the table's stream ended there or before."""
    wanted = {"house": house, "table": table, "purpose": purpose, "since": since, "until": until}
    return bool(rows(_IS_COUNTED, wanted))


def counted(house: str, table: str) -> Counted:
    """The box periods of a table whose counts are accepted."""
    periods, unannounced = set(), dict[str, int]()
    for purpose, since, removed in rows(_COUNTED, {"house": house, "table": table}):
        if since is None:
            unannounced[purpose] = max(removed, unannounced.get(purpose, 0))
        else:
            periods.add((purpose, since))
    return Counted(frozenset(periods), unannounced)


def of_table(house: str, table: str) -> list[CountCells]:
    """The counts of a table's boxes, by where these came off."""
    return read(CountCells, rows(_OF_TABLE, {"house": house, "table": table}))


def sheets(house: str, counts: Sequence[CountCells]) -> list[Sheet]:
    """Counts with all that is recorded of each."""
    ids = [count.id for count in counts]
    figures = _by_count(_of(ids, house, FigureCells))
    signatures = _by_count(_of(ids, house, SignatureCells))
    acceptances = _by_count(_of(ids, house, AcceptanceCells))
    adjustments = _by_count(_of(ids, house, AdjustmentCells))
    return [
        Sheet(
            count=count,
            figures=tuple(figures.get(count.id, ())),
            signatures=tuple(signatures.get(count.id, ())),
            acceptance=next(iter(acceptances.get(count.id, ())), None),
            adjustments=tuple(adjustments.get(count.id, ())),
        )
        for count in counts
    ]


def _of(counts: Sequence[UUID], house: str, cells: type[Kept]) -> list[Kept]:
    if not counts:
        return []
    return read(cells, rows(_OF_COUNTS[cells], {"house": house, "counts": list(counts)}))


def _by_count(records: Iterable[Any]) -> Mapping[UUID, list[Any]]:
    found: dict[UUID, list[Any]] = {}
    for record in records:
        found.setdefault(record.count_id, []).append(record)
    return found
