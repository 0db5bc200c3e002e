"""Fees: what is shown of each round's fees by box period, against what the log replays to."""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Iterator, Mapping
from itertools import zip_longest
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
_ELSEWHERE: Final = f"""
SELECT generation, (
    SELECT generation FROM tables_tablerow WHERE stream_id = %(stream_id)b::bigint
) FROM {TABLE} WHERE stream_id = %(stream_id)b::bigint AND number = %(number)b::integer
    AND purpose = %(purpose)b::text AND since = %(since)b::bigint LIMIT 1
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
    """Each cell of one round's rows that differs; of a row that only one side has, its number."""
    right = {} if now is None else _right({now.number: now})
    strange = sorted(there.keys() - right.keys())
    missing = sorted(right.keys() - there.keys())
    for key in sorted(there.keys() & right.keys()):
        yield from _cells(head, there[key], right[key])
    for key, other in zip_longest(missing, strange):
        if key is not None and other is not None:
            yield from _cells(head, there[other], right[key])
        elif key is not None:
            yield _absent(head, right[key])
        else:
            found = Difference("number", other[0], None)
            yield Finding.at(head, "row", found, table=TABLE, row=_name(other))


def _cells(head: Head, row: Row, cells: FeeCells) -> Iterator[Finding]:
    columns = zip(FeeCells.__struct_fields__, row, structs.astuple(cells), strict=True)
    for column, mine, right in columns:
        if mine != right:
            found = Difference(column, mine, right)
            yield Finding.at(head, "cell", found, table=TABLE, row=_name(_key(cells)))


def _absent(head: Head, cells: FeeCells) -> Finding:
    """A row that isn't there, or in a generation that isn't shown."""
    number, purpose, since = _key(cells)
    wanted = {"stream_id": head.stream_id, "number": number, "purpose": purpose, "since": since}
    found, kind = Difference("number", None, number), "row"
    for stored_generation, in_force in rows(_ELSEWHERE, wanted):
        found, kind = Difference("generation", stored_generation, in_force), "cell"
    return Finding.at(head, kind, found, table=TABLE, row=_name(_key(cells)))


def _right(replayed: Mapping[int, Round]) -> dict[_Key, FeeCells]:
    return {_key(cells): cells for now in replayed.values() for cells in fee_cells(now)}


def _key(cells: FeeCells) -> _Key:
    return cells.number, cells.purpose, cells.since


def _name(key: _Key) -> str:
    return f"round {key[0]} {key[1]}"
