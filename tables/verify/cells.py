"""Cells: every column of every row of the read models, against what the log replays to."""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, NamedTuple

from django.db import DatabaseError, connection, transaction
from msgspec import Struct, structs

from cardroom.errors import Missing
from cardroom.log import store
from cardroom.log.records import Head
from cardroom.log.rows import Row, rows
from tables import history
from tables.rotation import judged_rows
from tables.rounds.state import Round, Table
from tables.rows import RoundCells, SeatCells, TableCells, round_cells, seat_cells, table_cells
from tables.verify import fees
from tables.verify.counts import Counts
from tables.verify.findings import Difference, Finding

_TABLES: Final = "tables_tablerow"
_SEATS: Final = "tables_seatrow"
_ROUNDS: Final = "tables_roundrow"


def _select(cells: type[Struct], table: str) -> str:
    columns = ", ".join(cells.__struct_fields__)
    return f"SELECT {columns} FROM {table} WHERE stream_id = %(stream_id)b::bigint"


_IN_FORCE: Final = f"""
    generation = (SELECT generation FROM {_TABLES} WHERE stream_id = %(stream_id)b::bigint)"""
_SOME_ROUNDS: Final = f"""
{_select(RoundCells, _ROUNDS)} AND {_IN_FORCE}
    AND (number = ANY(%(numbers)b::integer[])
        OR number > %(low)b::bigint AND number <= %(high)b::bigint)
"""
_GENERATIONS: Final = f"""
SELECT t.generation, EXISTS (
    SELECT FROM {_ROUNDS} r WHERE r.stream_id = t.stream_id AND r.generation = t.generation
), (
    SELECT min(r.generation) FROM {_ROUNDS} r WHERE r.stream_id = t.stream_id
)
FROM {_TABLES} t WHERE t.stream_id = %(stream_id)b::bigint
"""
_ELSEWHERE: Final = f"""
SELECT generation, (SELECT generation FROM {_TABLES} WHERE stream_id = %(stream_id)b::bigint)
FROM {_ROUNDS} WHERE stream_id = %(stream_id)b::bigint AND number = %(number)b::bigint LIMIT 1
"""
_STRAYS: Final = " UNION ALL ".join(
    f"""
(SELECT '{table}', {row}, stream_id FROM {table} WHERE stream_id NOT IN (
    SELECT id FROM log_head WHERE position > 0 AND stream LIKE 'table:%%'
))"""
    for table, row in (
        (_TABLES, "code"),
        (_SEATS, "'seat ' || seat"),
        (_ROUNDS, "'round ' || number"),
        (fees.TABLE, "'round ' || number || ' ' || purpose"),
        (judged_rows.TABLE, "'gaming day ' || gaming_day"),
    )
)


@contextmanager
def one_instant() -> Iterator[None]:
    """What is read inside is as it was at one instant; kept short, for vacuum waits for it."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def strays() -> Iterator[Finding]:
    """Rows of streams that no table has."""
    for table, row, stream_id in rows(_STRAYS, {}):
        yield Finding(
            kind="row", table=table, row=row, column="stream_id", stored=stream_id, replayed=None
        )


class _Place(NamedTuple):
    """A row: where it lies, what it is called, and by which number the database knows it."""

    table: str
    row: str
    key: str
    number: int


class Cells:
    """The rows of one table."""

    def __init__(self, head: Head, counts: Counts) -> None:
        self.head = head
        self.code = head.stream.removeprefix(history.stream_of(""))
        self.counts = counts
        self.rounds_until = 0
        self.has_rounds = True

    def generation(self) -> Iterator[Finding]:
        """Whether the generation in force is one that has the rounds, if any has."""
        found = self._rows(_GENERATIONS)
        for stored, is_there, other in found:
            if not is_there and other is not None:
                self.has_rounds = False
                yield self._finding("cell", self._table(), "generation", stored, other)
        if not found or not self.has_rounds:
            self.has_rounds = False
            where = f"{self.head.house} {self.head.stream}"
            self.counts.not_checked.append(f"the rows of rounds of {where}, which aren't shown")

    def table(self, table: Table, position: int) -> Iterator[Finding]:
        """The row of the table and those of its seats; asked at the instant of that position."""
        cells = table_cells(self.head.house, self.code, table, last_position=position)
        row = next(iter(self._rows(_select(TableCells, _TABLES))), None)
        yield from self._compare(self._table(), cells, row)
        there = {row[0]: row for row in self._rows(_select(SeatCells, _SEATS))}
        sat = {cells.seat: cells for cells in seat_cells(table)}
        for seat in sorted(there.keys() | sat.keys()):
            place = _Place(_SEATS, f"seat {seat}", "seat", seat)
            yield from self._compare(place, sat.get(seat), there.get(seat))
        self.counts.rows += 1 + len(there)

    def rounds(self, replayed: Mapping[int, Round], *, until: int) -> Iterator[Finding]:
        """The rows of these rounds, and any others with numbers from the last `until` to this one.

        What differs may have changed since it was replayed, so it is replayed once more.
        """
        if not self.has_rounds:
            return
        low, self.rounds_until = self.rounds_until, until
        found = self._rows(_SOME_ROUNDS, numbers=list(replayed), low=low, high=until)
        there = {row[0]: row for row in found}
        paid = fees.stored(self.head, list(replayed), low=low, high=until)
        otherwise = fees.differing(paid, replayed)
        for number in sorted(there.keys() | replayed.keys() | otherwise):
            row, now = there.get(number), replayed.get(number)
            is_right = row and now and row == structs.astuple(round_cells(now))
            if number in otherwise or not is_right:
                yield from self._round_again(number, now)
        self.counts.rows += len(there) + len(paid)

    def _round_again(self, number: int, recounted: Round | None) -> Iterator[Finding]:
        place = _Place(_ROUNDS, f"round {number}", "number", number)
        with one_instant():
            now = self._replayed(number, recounted)
            row = next(iter(self._rows(_SOME_ROUNDS, numbers=[number], low=0, high=0)), None)
            paid = fees.stored(self.head, [number])
            elsewhere = [] if row or not now else self._rows(_ELSEWHERE, number=number)
        if elsewhere:
            yield self._finding("cell", place, "generation", *elsewhere[0])
        else:
            yield from self._compare(place, now and round_cells(now), row)
        yield from fees.compared(self.head, paid, now)

    def _replayed(self, number: int, recounted: Round | None) -> Round | None:
        """The round by all its events; as it was recounted where one of them cannot be read."""
        head = store.head(self.head.house, self.head.stream) or self.head
        try:
            return history.round_at(head, number, until=head.position)
        except Missing:
            return None
        except DatabaseError:
            raise
        except Exception:  # noqa: BLE001 - whatever it is, it's a finding of the recount
            return recounted

    def _compare(self, place: _Place, cells: Struct | None, row: Row | None) -> Iterator[Finding]:
        """The cells of one row that differ; of a row that only one side has, its key."""
        if cells is None or row is None:
            stored, replayed = row and place.number, cells and place.number
            if stored != replayed:
                yield self._finding("row", place, place.key, stored, replayed)
            return
        columns = zip(cells.__struct_fields__, row, structs.astuple(cells), strict=True)
        for column, stored, replayed in columns:
            if stored != replayed:
                yield self._finding("cell", place, column, stored, replayed)

    def _table(self) -> _Place:
        return _Place(_TABLES, self.code, "stream_id", self.head.stream_id)

    def _finding(
        self, kind: str, place: _Place, column: str, stored: object, replayed: object
    ) -> Finding:
        found = Difference(column, stored, replayed)
        return Finding.at(self.head, kind, found, table=place.table, row=place.row)

    def _rows(self, statement: str, **parameters: object) -> list[Row]:
        return rows(statement, {"stream_id": self.head.stream_id, **parameters})
