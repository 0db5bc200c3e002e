"""Fees: what is shown of each round's fees by box period, against what the log replays to."""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import structs

from cardroom.log.records import Head
from cardroom.log.rows import Row, rows
from tables.rounds.state import Round
from tables.rows import FeeCells, fee_cells
from tables.verify.findings import Difference, Finding

TABLE: Final = "tables_feerow"

_COLUMNS: Final = ", ".join(FeeCells.__struct_fields__)
_SOME: Final = f"""
SELECT {_COLUMNS} FROM {TABLE} WHERE stream_id = %(stream_id)b::bigint AND generation = (
    SELECT generation FROM tables_tablerow WHERE stream_id = %(stream_id)b::bigint
) AND (number = ANY(%(numbers)b::integer[])
    OR number > %(low)b::bigint AND number <= %(high)b::bigint)
"""

# Round, purpose and where the box period began: which row it is.
_Key = tuple[int, str, int]


def stored(head: Head, numbers: list[int], *, low: int = 0, high: int = 0) -> dict[_Key, Row]:
    """The rows of these rounds, and of those between two numbers."""
    wanted = {"stream_id": head.stream_id, "numbers": numbers, "low": low, "high": high}
    return {(row[0], row[1], row[2]): row for row in rows(_SOME, wanted)}


def differing(there: Mapping[_Key, Row], replayed: Mapping[int, Round]) -> set[int]:
    """The rounds whose rows aren't what they should be."""
    right = {key: structs.astuple(cells) for key, cells in _right(replayed).items()}
    return {key[0] for key in there.keys() | right.keys() if there.get(key) != right.get(key)}


def compared(head: Head, there: Mapping[_Key, Row], now: Round | None) -> Iterator[Finding]:
    """Each cell of one round's rows that differs; of a row that only one side has, its place."""
    right = {} if now is None else _right({now.number: now})
    for key in sorted(there.keys() | right.keys()):
        number, purpose, since = key
        row, cells = there.get(key), right.get(key)
        name = f"round {number} {purpose} {since}"
        if row is None or cells is None:
            found = Difference("since", row and since, cells and since)
            yield Finding.at(head, "row", found, table=TABLE, row=name)
            continue
        for column, mine, other in zip(
            FeeCells.__struct_fields__, row, structs.astuple(cells), strict=True
        ):
            if mine != other:
                found = Difference(column, mine, other)
                yield Finding.at(head, "cell", found, table=TABLE, row=name)


def _right(replayed: Mapping[int, Round]) -> dict[_Key, FeeCells]:
    return {
        (cells.number, cells.purpose, cells.since): cells
        for now in replayed.values()
        for cells in fee_cells(now)
    }
