"""Boxes: the box periods that are shown of a table, against those that its stream gives."""

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from cardroom.log.records import Head
from cardroom.log.rows import rows
from ledger import box_periods
from ledger.rules.boxes import PeriodCells
from tables import custody
from tables.verify.counts import Counts
from tables.verify.findings import Difference, Finding

_TABLE: Final = "ledger_boxperiod"
_STRAYS: Final = """
SELECT 'ledger_boxperiod', box || ' ' || purpose, stream_id::text FROM ledger_boxperiod
WHERE stream_id NOT IN (SELECT id FROM log_head WHERE position > 0 AND stream LIKE 'table:%%')
UNION ALL
SELECT 'ledger_count', id::text, house FROM ledger_count
WHERE house NOT IN (SELECT house FROM log_head WHERE position > 0 AND stream LIKE 'cage:%%')
"""


def periods(head: Head, counts: Counts) -> Iterator[Finding]:
    """Every cell of every box period of a table; asked at the instant of its head."""
    right = {_key(period): period for period in custody.replayed(head)}
    there = {_key(period): period for period in box_periods.of_stream(head.stream_id)}
    counts.rows += len(there)
    for key in sorted(right.keys() | there.keys()):
        yield from _compared(head, there.get(key), right.get(key))


def strays() -> Iterator[Finding]:
    """Box periods of streams that no table has, and counts of houses that have no cage."""
    for table, row, owner in rows(_STRAYS, {}):
        yield Finding(kind="row", table=table, row=row, column="id", stored=owner, replayed=None)


def _compared(
    head: Head, stored: PeriodCells | None, replayed: PeriodCells | None
) -> Iterator[Finding]:
    shown = stored or replayed
    if stored is None or replayed is None:
        position = shown and (shown.put_on_position or shown.removed_position)
        sides = (position, None) if replayed is None else (None, position)
        yield _finding(head, "row", shown, Difference("put_on_position", *sides))
        return
    pairs = zip(structs.astuple(stored), structs.astuple(replayed), strict=True)
    for column, (mine, right) in zip(PeriodCells.__struct_fields__, pairs, strict=True):
        if mine != right:
            yield _finding(head, "cell", replayed, Difference(column, mine, right))


def _finding(head: Head, kind: str, period: PeriodCells | None, found: Difference) -> Finding:
    row = "" if period is None else f"box {period.box} {period.purpose}"
    return Finding.at(head, kind, found, table=_TABLE, row=row)


def _key(period: PeriodCells) -> tuple[int, int]:
    """By where it began; one that nobody began, by where it ended."""
    begun = period.put_on_position
    return (begun, 0) if begun is not None else (0, period.removed_position or 0)
