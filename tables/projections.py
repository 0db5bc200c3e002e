"""Projections: the read models brought to where the log stands, in the transaction that appends.

A table's round rows come in generations, of which `TableRow.generation` names the one in force. A
rebuild writes the next one beside it and then switches; nobody else ever writes another.
"""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from cardroom.log.rows import rows
from tables.rounds.furniture import Seat
from tables.rounds.state import Round, Table
from tables.rows import (
    FeeCells,
    RoundCells,
    SeatCells,
    TableCells,
    fee_cells,
    round_cells,
    seat_cells,
    table_cells,
)

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
# Of these rounds the places that there are now, and no other.
_FEES_TOO: Final = f""", fees AS (
    SELECT place.stream_id, place.generation, {_list(FeeCells, "sent.")}
    FROM place, json_populate_recordset(NULL::tables_feerow, %(fees)b::json) AS sent
), left_places AS (
    DELETE FROM tables_feerow f USING place
    WHERE f.stream_id = place.stream_id AND f.generation = place.generation
        AND f.number = ANY(%(fee_rounds)b::integer[])
        AND (f.number, f.purpose, f.since) NOT IN (SELECT number, purpose, since FROM fees)
), places AS (
    INSERT INTO tables_feerow (stream_id, generation, {_list(FeeCells)})
    SELECT * FROM fees
    ON CONFLICT (stream_id, generation, number, purpose, since) DO UPDATE SET {_as_sent(FeeCells)}
)"""
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
_SEATS_TOO: Final = f""", seats AS (
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
)"""
_PROJECT: Final = {
    (with_seats, with_fees): f"""
WITH place AS ({_TABLE}), rounds AS ({_ROUNDS}){_SEATS_TOO if with_seats else ""}
{_FEES_TOO if with_fees else ""} SELECT generation FROM place
"""
    for with_seats in (False, True)
    for with_fees in (False, True)
}
_WRITE_ROUNDS: Final = f"""
WITH place AS (
    SELECT %(stream_id)b::bigint AS stream_id, %(generation)b::integer AS generation
), rounds AS ({_ROUNDS} RETURNING 1){_FEES_TOO}
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
), fees AS (
    DELETE FROM tables_feerow WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM tables_feerow
        WHERE stream_id = %(stream_id)b::bigint AND generation <> %(generation)b::integer
        LIMIT %(most)b::bigint
    )) RETURNING 1
)
SELECT (SELECT count(*) FROM removed) + (SELECT count(*) FROM fees)
"""
_REMOVE_STRAYS: Final = """
WITH known AS (
    SELECT id FROM log_head WHERE position > 0 AND stream LIKE 'table:%%'
), seats AS (
    DELETE FROM tables_seatrow WHERE stream_id NOT IN (SELECT id FROM known) RETURNING 1
), rounds AS (
    DELETE FROM tables_roundrow WHERE stream_id NOT IN (SELECT id FROM known) RETURNING 1
), fees AS (
    DELETE FROM tables_feerow WHERE stream_id NOT IN (SELECT id FROM known) RETURNING 1
), rotations AS (
    DELETE FROM tables_rotationrow WHERE stream_id NOT IN (SELECT id FROM known) RETURNING 1
), tables AS (
    DELETE FROM tables_tablerow WHERE stream_id NOT IN (SELECT id FROM known) RETURNING 1
)
SELECT (SELECT count(*) FROM seats) + (SELECT count(*) FROM rounds)
    + (SELECT count(*) FROM fees) + (SELECT count(*) FROM rotations)
    + (SELECT count(*) FROM tables)
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
    fees_of: Collection[int] | None = None,
    generation: int | None = None,
) -> None:
    """Bring a table's row, its seats' and those of the rounds touched to its last position.

    One statement, behind the lock on the table's head. `seats_before` are the seats as their rows
    have them; None is not known. `fees_of` are the rounds whose fees may have changed; None is all
    of them. A `generation` is switched to; None stays in the one in force.
    """
    cells = table_cells(house, code, table, last_position=last_position)
    parameters: dict[str, object] = {
        "stream_id": stream_id,
        "generation": generation,
        "table": _encode(cells).decode(),
        "rounds": _rounds(touched),
    }
    with_seats = table.seats != seats_before
    if with_seats:
        parameters["seats"] = _encode(seat_cells(table)).decode()
    paid = [now for now in touched if fees_of is None or now.number in fees_of]
    if paid:
        parameters |= _fees(paid)
    rows(_PROJECT[with_seats, bool(paid)], parameters)


def write_rounds(touched: Iterable[Round], *, stream_id: int, generation: int) -> None:
    """Write rounds, and their fees, into a generation that isn't in force yet."""
    written = [*touched]
    wanted = {"stream_id": stream_id, "generation": generation, "rounds": _rounds(written)}
    rows(_WRITE_ROUNDS, wanted | _fees(written))


def _rounds(touched: Iterable[Round]) -> str:
    return _encode([round_cells(now) for now in touched]).decode()


def _fees(touched: Sequence[Round]) -> dict[str, object]:
    cells = [each for now in touched for each in fee_cells(now)]
    return {"fees": _encode(cells).decode(), "fee_rounds": [now.number for now in touched]}


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
