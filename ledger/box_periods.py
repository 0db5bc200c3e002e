"""Box periods kept: written in the transaction of the events that they follow from, and read."""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from cardroom.log.rows import Row, rows
from ledger.rules.boxes import PeriodCells

_COLUMNS: Final = ", ".join(PeriodCells.__struct_fields__)
_SELECT: Final = f"SELECT {_COLUMNS} FROM ledger_boxperiod"
_REMOVE: Final = """
WITH gone AS (
    DELETE FROM ledger_boxperiod WHERE stream_id = %(stream_id)b::bigint AND (
        put_on_position = ANY(%(begun)b::bigint[]) OR removed_position = ANY(%(ended)b::bigint[])
    ) RETURNING 1
)
SELECT count(*) FROM gone
"""
_CLEAR: Final = """
WITH gone AS (
    DELETE FROM ledger_boxperiod WHERE stream_id = %(stream_id)b::bigint RETURNING 1
)
SELECT count(*) FROM gone
"""
_INSERT: Final = f"""
WITH made AS (
    INSERT INTO ledger_boxperiod (stream_id, {_COLUMNS})
    SELECT %(stream_id)b::bigint, {_COLUMNS}
    FROM json_populate_recordset(NULL::ledger_boxperiod, %(periods)b::json) RETURNING 1
)
SELECT count(*) FROM made
"""
_OF_STREAM: Final = f"""
{_SELECT} WHERE stream_id = %(stream_id)b::bigint
ORDER BY removed_position NULLS LAST, put_on_position
"""
_ON_TABLE: Final = f"""
{_SELECT} WHERE stream_id = %(stream_id)b::bigint AND removed_position IS NULL
"""
_REMOVED: Final = f"""
{_SELECT} WHERE house = %(house)b::text AND table_code = %(table)b::text
    AND removed_position = %(position)b::bigint
"""
_STRAYS: Final = """
WITH gone AS (
    DELETE FROM ledger_boxperiod WHERE stream_id NOT IN (
        SELECT id FROM log_head WHERE position > 0 AND stream LIKE 'table:%%'
    ) RETURNING 1
)
SELECT count(*) FROM gone
"""


def write(stream_id: int, periods: Sequence[PeriodCells]) -> None:
    """Write periods of a table that began or ended, behind the lock on its head."""
    if not periods:
        return
    begun = [one.put_on_position for one in periods if one.put_on_position is not None]
    ended = [one.removed_position for one in periods if one.removed_position is not None]
    rows(_REMOVE, {"stream_id": stream_id, "begun": begun, "ended": ended})
    _insert(stream_id, periods)


def replace(stream_id: int, periods: Sequence[PeriodCells]) -> None:
    """Write all periods of a table anew, behind the lock on its head."""
    rows(_CLEAR, {"stream_id": stream_id})
    _insert(stream_id, periods)


def _insert(stream_id: int, periods: Sequence[PeriodCells]) -> None:
    sent = msgspec.json.encode(periods).decode()
    rows(_INSERT, {"stream_id": stream_id, "periods": sent})


def of_stream(stream_id: int) -> list[PeriodCells]:
    """The periods of a table in the order in which they ended; last those that haven't."""
    return _read(rows(_OF_STREAM, {"stream_id": stream_id}))


def on_table(stream_id: int) -> dict[str, PeriodCells]:
    """The periods that haven't ended, by purpose."""
    return {one.purpose: one for one in _read(rows(_ON_TABLE, {"stream_id": stream_id}))}


def removed_at(house: str, table: str, position: int) -> PeriodCells | None:
    """The period that an event of a table ended."""
    wanted = {"house": house, "table": table, "position": position}
    return next(iter(_read(rows(_REMOVED, wanted))), None)


def remove_strays() -> int:
    """Remove periods of streams that are no table's; gives how many."""
    return int(rows(_STRAYS, {})[0][0])


def _read(found: Iterable[Row]) -> list[PeriodCells]:
    names = PeriodCells.__struct_fields__
    return [PeriodCells(**dict(zip(names, row, strict=True))) for row in found]
