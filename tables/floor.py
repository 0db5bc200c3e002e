"""The floor: all tables of a house at a glance, in as many statements for one as for eighty.

Each process keeps the tables that it folded last, and goes on from there: what was recorded never
changes. Fees and notes are those of the shift, from its first round on.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from datetime import datetime
from threading import Lock
from typing import Final

from django.db import connection
from msgspec import Struct

from cardroom.house import houses
from cardroom.log import store, tails
from cardroom.log.records import Head
from cardroom.log.rows import rows
from tables import history, offerings, queries
from tables.noted_since import NotedHere, noted_since
from tables.rounds.fold import fold
from tables.rounds.state import Table
from tables.views import TableView

# Backwards from the last round to the last one before the shift: a shift's rounds and no more.
_SHIFT: Final = """
SELECT t.stream_id,
    coalesce(first.position - 1, CASE WHEN before.number IS NULL THEN 0 ELSE t.last_position END),
    coalesce((
        SELECT sum(f.collected_cents) FROM tables_feerow f
        WHERE f.stream_id = t.stream_id AND f.generation = t.generation
            AND f.number > coalesce(before.number, 0) AND f.purpose = 'collection'), 0)::bigint
FROM tables_tablerow t
LEFT JOIN LATERAL (
    SELECT r.number FROM tables_roundrow r
    WHERE r.stream_id = t.stream_id AND r.generation = t.generation AND r.opened_at < %(since)b
    ORDER BY r.number DESC LIMIT 1) before ON true
LEFT JOIN LATERAL (
    SELECT r.first_position AS position FROM tables_roundrow r
    WHERE r.stream_id = t.stream_id AND r.generation = t.generation
        AND r.number > coalesce(before.number, 0)
    ORDER BY r.number LIMIT 1) first ON true
WHERE t.house = %(house)b
"""


class Glance(Struct, frozen=True, kw_only=True):
    """A table at a glance: its live state, when it was last heard, and what its shift came to."""

    view: TableView
    heard_at: datetime | None = None
    collected_cents: int = 0
    noted: tuple[NotedHere, ...] = ()


class _Shift(Struct, frozen=True):
    """Of a table's shift: the position before its first round, and what was collected since."""

    after: int
    collected_cents: int


_states: dict[tuple[str, int], tuple[int, Table]] = {}
_turn: Final = Lock()


def floor(house: str, *, since: datetime) -> list[Glance]:
    """All tables of a house by code; `since` is when the shift began. Raises Missing."""
    codes = houses.facts(house).tables
    prefix = history.stream_of("")
    heads = [head for head in store.streams(house) if head.stream.removeprefix(prefix) in codes]
    states, heard = _folded(heads), tails.last_heard(heads)
    shifts = {
        stream: _Shift(*found) for stream, *found in rows(_SHIFT, {"house": house, "since": since})
    }
    noted = noted_since(_spans(heads, shifts))
    begun = {
        code: Glance(
            view=queries.live(code, states[head.stream_id], head.position),
            heard_at=heard.get(head.stream_id),
            collected_cents=shifts[head.stream_id].collected_cents,
            noted=noted[head.stream_id],
        )
        for head in heads
        if (code := head.stream.removeprefix(prefix)) and head.stream_id in shifts
    }
    return [
        begun.get(code) or Glance(view=queries.live(code, Table(), 0)) for code in sorted(codes)
    ]


def _spans(heads: Iterable[Head], shifts: Mapping[int, _Shift]) -> dict[int, tuple[int, int]]:
    return {
        head.stream_id: (shifts[head.stream_id].after, head.position)
        for head in heads
        if head.stream_id in shifts
    }


def _folded(heads: Iterable[Head]) -> dict[int, Table]:
    """Each table as its head left it, from the last that was folded here or from its snapshot."""
    database = str(connection.settings_dict["NAME"])
    begun = {head.stream_id: _begun(database, head) for head in heads}
    after = {
        head.stream_id: begun[head.stream_id][0]
        for head in heads
        if begun[head.stream_id][0] < head.position
    }
    until = {head.stream_id: head.position for head in heads}
    for stream, events in tails.behind(after).items():
        table, position = begun[stream][1], begun[stream][0]
        for stored in events:
            if stored.position <= until[stream]:
                fold(table, history.recorded(stored), offerings.offering)
                position = stored.position
        begun[stream] = position, table
    with _turn:
        _states.update({(database, stream): state for stream, state in begun.items()})
    return {stream: table for stream, (_, table) in begun.items()}


def _begun(database: str, head: Head) -> tuple[int, Table]:
    """Where to go on: a table that others look at is never folded further, but a copy of it."""
    with _turn:
        position, table = _states.get((database, head.stream_id), (0, Table()))
    if position == head.position:
        return position, table
    thawed, at = history.thaw(head.snapshot)
    if at < position < head.position:
        return position, deepcopy(table)
    return at, thawed
