"""Reads of a stream by its rounds: where one begins, what tells of some, what was put right."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from msgspec import Struct

from cardroom.log.records import Head, StoredEvent
from cardroom.log.rows import rows
from cardroom.log.statements import EVENT

_BEGUN: Final = """
SELECT round, gaming_day, position FROM log_event
WHERE stream_id = %(stream_id)b AND round IS NOT NULL AND round >= %(low)b::integer
    AND type = ANY(%(begun_by)b::text[]) AND position <= %(until)b
ORDER BY round, position LIMIT 1
"""
_LOAD: Final = f"""
WITH first AS (
    SELECT min(position) AS position FROM log_event
    WHERE stream_id = %(stream_id)b AND round >= %(low)b::integer AND round <= %(high)b::integer
        AND type = %(first_of)b AND position <= %(until)b
    GROUP BY round
)
SELECT e.house, %(stream)b::text, {EVENT} FROM log_event e
WHERE e.stream_id = %(stream_id)b AND e.round >= %(low)b::integer
    AND e.round <= %(high)b::integer AND e.position <= %(until)b
    AND (e.type = ANY(%(types)b::text[]) OR e.position IN (SELECT position FROM first))
ORDER BY e.position
"""  # noqa: S608 - constants put together, nothing from outside
_SIGNS: Final = """
SELECT array_agg(DISTINCT type) FILTER (WHERE type = ANY(%(types)b::text[])),
    count(*) FILTER (
        WHERE gaming_day = %(day)b AND type <> ALL(%(again)b::text[]) AND body LIKE %(noted)b
    )
FROM log_event
WHERE stream_id = %(stream_id)b AND position >= %(since)b AND position <= %(until)b
"""
_LATER: Final = """
SELECT EXISTS (SELECT FROM log_event
    WHERE stream_id = %(stream_id)b AND round >= %(low)b::integer AND round <= %(high)b::integer
        AND position > %(after)b AND position <= %(until)b AND type = ANY(%(types)b::text[]))
"""
_HIGHEST: Final = """
SELECT coalesce(max(round), 0) FROM log_event
WHERE stream_id = %(stream_id)b AND round IS NOT NULL
"""


class Begun(Struct, frozen=True):
    """A round, its gaming day, and the position at which it was first heard of."""

    round: int
    gaming_day: date
    position: int


class Signs(Struct, frozen=True):
    """Which of some types there are in a part of a stream, and how many events a note is on."""

    types: frozenset[str]
    noted: int


def begun(head: Head, low: int, *, begun_by: Sequence[str]) -> Begun | None:
    """The first round from a number on that events of these types began."""
    wanted = {"stream_id": head.stream_id, "low": low, "until": head.position}
    found = rows(_BEGUN, wanted | {"begun_by": [*begun_by]})
    return Begun(*found[0]) if found else None


def load(
    head: Head, low: int, high: int, *, types: Sequence[str], first_of: str
) -> list[StoredEvent]:
    """The events of these types in some rounds, and the first of another type in each of them."""
    wanted = {"stream_id": head.stream_id, "stream": head.stream, "until": head.position}
    wanted |= {"low": low, "high": high, "types": [*types], "first_of": first_of}
    return [StoredEvent(*row) for row in rows(_LOAD, wanted)]


def signs(
    head: Head,
    *,
    since: int,
    until: int,
    types: Sequence[str],
    day: date,
    note: str,
    again: Sequence[str],
) -> Signs:
    """One scan of a part of a stream, which brings no event here.

    A note is counted on the events of a gaming day, but for those types that say notes `again`.
    """
    wanted = {"stream_id": head.stream_id, "since": since, "until": until, "types": [*types]}
    wanted |= {"day": day, "noted": f'%"code":"{note}"%', "again": [*again]}
    ((found, noted),) = rows(_SIGNS, wanted)
    return Signs(frozenset(found or ()), noted)


def is_told_later(head: Head, low: int, high: int, *, after: int, types: Sequence[str]) -> bool:
    """Whether there are events of these types about some rounds behind a position."""
    wanted = {"stream_id": head.stream_id, "low": low, "high": high, "types": [*types]}
    ((found,),) = rows(_LATER, wanted | {"after": after, "until": head.position})
    return bool(found)


def highest(head: Head) -> int:
    """The highest number that any event carries; 0 for none."""
    ((found,),) = rows(_HIGHEST, {"stream_id": head.stream_id})
    return int(found)
