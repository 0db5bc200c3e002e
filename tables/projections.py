"""Projections: the read models brought to where the log stands, in the transaction that appends.

A table's round rows come in generations, of which `TableRow.generation` names the one in force. A
rebuild writes the next one beside it and then switches; nobody else ever writes another.
"""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from cardroom.log.rows import rows
from tables.rounds.furniture import Seat
from tables.rounds.state import Round, Table
from tables.rows import RoundCells, SeatCells, TableCells, round_cells, seat_cells, table_cells

_FIRST_GENERATION: Final = 1
_REMOVED_AT_ONCE: Final = 5_000

_encode = msgspec.json.Encoder().encode


def _list(cells: type[msgspec.Struct], prefix: str = "") -> str:
    """The columns of a kind of cells."""
    return ", ".join(prefix + name for name in cells.__struct_fields__)


def _as_sent(cells: type[msgspec.Struct]) -> str:
    """What replaces a row that is there."""
    return ", ".join(f"{name} = excluded.{name}" for name in cells.__struct_fields__)


_ROUNDS: Final = f"""
    INSERT INTO tables_roundrow (stream_id, generation, {_list(RoundCells)})
    SELECT place.stream_id, place.generation, {_list(RoundCells, "sent.")}
    FROM place, json_populate_recordset(NULL::tables_roundrow, %(rounds)b::json) AS sent
    ON CONFLICT (stream_id, generation, number) DO UPDATE SET {_as_sent(RoundCells)}
"""
# A generation that is given is switched to.
_TABLE: Final = f"""
    INSERT INTO tables_tablerow AS here (stream_id, generation, {_list(TableCells)})
    SELECT %(stream_id)b::bigint, coalesce(%(generation)b::integer, {_FIRST_GENERATION}),
        {_list(TableCells, "sent.")}
    FROM json_populate_record(NULL::tables_tablerow, %(table)b::json) AS sent
    ON CONFLICT (stream_id) DO UPDATE SET
        generation = coalesce(%(generation)b::integer, here.generation), {_as_sent(TableCells)}
    RETURNING stream_id, generation
"""
# Only the seats that differ are touched.
_SEATS: Final = f"""
    SELECT %(stream_id)b::bigint AS stream_id, {_list(SeatCells)}
    FROM json_populate_recordset(NULL::tables_seatrow, %(seats)b::json)
), left_seats AS (
    DELETE FROM tables_seatrow WHERE stream_id = %(stream_id)b::bigint
        AND seat NOT IN (SELECT seat FROM seats)
), taken_seats AS (
    INSERT INTO tables_seatrow (stream_id, {_list(SeatCells)})
    SELECT * FROM seats EXCEPT
    SELECT stream_id, {_list(SeatCells)} FROM tables_seatrow
    WHERE stream_id = %(stream_id)b::bigint
    ON CONFLICT (stream_id, seat) DO UPDATE SET {_as_sent(SeatCells)}
"""
_PROJECT: Final = f"""
WITH place AS ({_TABLE}), rounds AS ({_ROUNDS}) SELECT generation FROM place
"""
_PROJECT_WITH_SEATS: Final = f"""
WITH place AS ({_TABLE}), seats AS ({_SEATS}), rounds AS ({_ROUNDS}) SELECT generation FROM place
"""
_WRITE_ROUNDS: Final = f"""
WITH place AS (
    SELECT %(stream_id)b::bigint AS stream_id, %(generation)b::integer AS generation
), rounds AS ({_ROUNDS} RETURNING 1)
SELECT count(*) FROM rounds
"""
_IN_FORCE: Final = """
SELECT generation FROM tables_tablerow WHERE stream_id = %(stream_id)b::bigint
"""
_REMOVE_OTHERS: Final = """
WITH removed AS (
    DELETE FROM tables_roundrow WHERE id IN (
        SELECT id FROM tables_roundrow
        WHERE stream_id = %(stream_id)b::bigint AND generation <> %(generation)b::integer
        LIMIT %(most)b::bigint
    ) RETURNING 1
)
SELECT count(*) FROM removed
"""
_REMOVE_STRAYS: Final = """
WITH known AS (
    SELECT id FROM log_head WHERE position > 0 AND stream LIKE 'table:%%'
), seats AS (
    DELETE FROM tables_seatrow WHERE stream_id NOT IN (SELECT id FROM known) RETURNING 1
), rounds AS (
    DELETE FROM tables_roundrow WHERE stream_id NOT IN (SELECT id FROM known) RETURNING 1
), tables AS (
    DELETE FROM tables_tablerow WHERE stream_id NOT IN (SELECT id FROM known) RETURNING 1
)
SELECT (SELECT count(*) FROM seats) + (SELECT count(*) FROM rounds) + (SELECT count(*) FROM tables)
"""


def project(
    house: str,
    code: str,
    table: Table,
    touched: Sequence[Round],
    *,
    stream_id: int,
    last_position: int,
    seats_before: Mapping[int, Seat] | None = None,
    generation: int | None = None,
) -> None:
    """Bring a table's row, its seats' and those of the rounds touched to its last position.

    One statement, behind the lock on the table's head. `seats_before` are the seats as their rows
    have them; None is not known. A `generation` is switched to; None stays in the one in force.
    """
    cells = table_cells(house, code, table, last_position=last_position)
    parameters = {
        "stream_id": stream_id,
        "generation": generation,
        "table": _encode(cells).decode(),
        "rounds": _rounds(touched),
    }
    if table.seats == seats_before:
        rows(_PROJECT, parameters)
    else:
        rows(_PROJECT_WITH_SEATS, parameters | {"seats": _encode(seat_cells(table)).decode()})


def write_rounds(touched: Iterable[Round], *, stream_id: int, generation: int) -> None:
    """Write rounds into a generation that isn't in force yet."""
    wanted = {"stream_id": stream_id, "generation": generation, "rounds": _rounds(touched)}
    rows(_WRITE_ROUNDS, wanted)


def _rounds(touched: Iterable[Round]) -> str:
    return _encode([round_cells(now) for now in touched]).decode()


def in_force(stream_id: int) -> int:
    """The generation in force; 0 while the table has no row."""
    found = rows(_IN_FORCE, {"stream_id": stream_id})
    return int(found[0][0]) if found else 0


def remove_others(stream_id: int, generation: int) -> int:
    """Remove the rows of all generations but this one, in short transactions; gives how many."""
    wanted = {"stream_id": stream_id, "generation": generation, "most": _REMOVED_AT_ONCE}
    removed = 0
    while more := int(rows(_REMOVE_OTHERS, wanted)[0][0]):
        removed += more
    return removed


def remove_strays() -> int:
    """Remove rows of streams that are no table's; gives how many."""
    return int(rows(_REMOVE_STRAYS, {})[0][0])
