"""Reads of a stream by its rounds: where one begins, what tells of some, what was put right."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from msgspec import Struct

from cardroom.log import tails
from cardroom.log.records import Head, StoredEvent
from cardroom.log.rows import rows
from cardroom.log.statements import EVENT

_NEAR: Final = 3
_ENDLESS: Final = 2**31 - 1

_BEGUN: Final = """
SELECT round, gaming_day, position FROM log_event
WHERE stream_id = %(stream_id)b AND round IS NOT NULL AND round >= %(low)b::integer
    AND round <= %(high)b::integer AND type = ANY(%(begun_by)b::text[])
    AND position <= %(until)b
ORDER BY round, position LIMIT 1
"""
_BEFORE: Final = """
SELECT round, gaming_day, position FROM log_event
WHERE stream_id = %(stream_id)b AND round IS NOT NULL AND round < %(number)b::integer
    AND type = ANY(%(begun_by)b::text[]) AND position <= %(until)b
ORDER BY round DESC, position LIMIT 1
"""
# The first round of a day or of a later one, by halves: days never go back from round to round.
_FROM: Final = """
WITH RECURSIVE search (low, high) AS (
    SELECT 1, coalesce(max(round), 0) + 1 FROM log_event
    WHERE stream_id = %(stream_id)b AND round IS NOT NULL
    UNION ALL
    SELECT CASE WHEN is_before THEN middle + 1 ELSE low END,
        CASE WHEN is_before THEN high ELSE middle END
    FROM search CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) AS halved
    CROSS JOIN LATERAL (
        SELECT coalesce((
            SELECT gaming_day < %(day)b::date FROM log_event
            WHERE stream_id = %(stream_id)b AND round IS NOT NULL AND round >= middle
                AND type = ANY(%(begun_by)b::text[]) AND position <= %(until)b
            ORDER BY round, position LIMIT 1
        ), false) AS is_before
    ) AS asked
    WHERE low < high
)
SELECT round, gaming_day, position FROM log_event
WHERE stream_id = %(stream_id)b AND round IS NOT NULL
    AND round >= (SELECT low FROM search WHERE low = high)
    AND type = ANY(%(begun_by)b::text[]) AND position <= %(until)b
ORDER BY round, position LIMIT 1
"""
# Of each round the first event of a type is looked for by itself: it comes early.
_LOAD: Final = f"""
SELECT e.house, %(stream)b::text, {EVENT} FROM log_event e
WHERE e.stream_id = %(stream_id)b AND e.round IS NOT NULL AND e.round >= %(low)b::integer
    AND e.round <= %(high)b::integer AND e.position <= %(until)b
    AND e.type = ANY(%(types)b::text[])
UNION ALL
SELECT e.house, %(stream)b::text, {EVENT}
FROM generate_series(%(low)b::integer, %(high)b::integer) AS number CROSS JOIN LATERAL (
    SELECT * FROM log_event
    WHERE stream_id = %(stream_id)b AND round IS NOT NULL AND round = number
        AND position <= %(until)b AND type = %(first_of)b::text
    ORDER BY position LIMIT 1
) AS e
ORDER BY 3
"""  # noqa: S608 - constants put together, nothing from outside
# Two scans in the order of the index, which is quicker than one that has to sort.
_SIGNS: Final = """
SELECT wanted.stream_id, told.types, told.is_behind, (
    SELECT count(*) FILTER (WHERE gaming_day = %(day)b AND occurred_at < before)
    FROM (
        SELECT gaming_day, occurred_at, lag(occurred_at) OVER (ORDER BY position) AS before
        FROM log_event
        WHERE stream_id = wanted.stream_id AND position >= since AND position <= until
            AND type <> ALL(%(untimed)b::text[])
    ) AS timed
)
FROM unnest(%(streams)b::bigint[], %(since)b::bigint[], %(until)b::bigint[])
    AS wanted (stream_id, since, until)
CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT e.type) AS types,
        bool_or(e.type = ANY(%(of_last)b::text[]) AND e.position > (
            SELECT next.position FROM log_event AS next
            WHERE next.stream_id = wanted.stream_id AND next.round IS NOT NULL
                AND next.round > e.round AND next.position <= wanted.until
            ORDER BY next.round, next.position LIMIT 1
        )) AS is_behind
    FROM log_event e
    WHERE e.stream_id = wanted.stream_id AND e.position >= since AND e.position <= until
        AND e.type = ANY(%(types)b::text[])
) AS told
"""
_LASTS: Final = """
SELECT wanted.stream_id, last.*
FROM unnest(%(streams)b::bigint[], %(until)b::bigint[]) AS wanted (stream_id, until)
CROSS JOIN LATERAL (
    SELECT round, gaming_day, position FROM log_event
    WHERE stream_id = wanted.stream_id AND round IS NOT NULL
        AND type = ANY(%(begun_by)b::text[]) AND position <= wanted.until
    ORDER BY round DESC, position LIMIT 1
) AS last
"""
_LATER: Final = """
SELECT EXISTS (SELECT FROM log_event
    WHERE stream_id = %(stream_id)b AND round >= %(low)b::integer AND round <= %(high)b::integer
        AND position > %(after)b AND position <= %(until)b AND type = ANY(%(types)b::text[]))
"""
_HEARD: Final = """
SELECT position FROM log_event
WHERE stream_id = %(stream_id)b AND position <= %(until)b AND type <> ALL(%(untimed)b::text[])
ORDER BY position DESC LIMIT 1
"""


class Begun(Struct, frozen=True):
    """A round, its gaming day, and the position at which it was first heard of."""

    round: int
    gaming_day: date
    position: int


class Signs(Struct, frozen=True):
    """Which of some types are in a part of a stream, and how often its clock ran backwards.

    `is_behind`: whether some of those that belong to the last round came behind the next one.
    """

    types: frozenset[str]
    is_behind: bool
    backwards: int


def begun(head: Head, low: int, *, begun_by: Sequence[str]) -> Begun | None:
    """The first round from a number on that events of these types began.

    Mostly it is one of the next few, and so these are looked at before all that there are.
    """
    bounds = {"stream_id": head.stream_id, "low": low, "until": head.position}
    for high in (low + _NEAR, _ENDLESS):
        found = rows(_BEGUN, {**bounds, "high": high, "begun_by": [*begun_by]})
        if found:
            return Begun(*found[0])
    return None


def first_from(head: Head, day: date, *, begun_by: Sequence[str]) -> Begun | None:
    """The first round of a gaming day, or of a later one."""
    wanted = {"stream_id": head.stream_id, "day": day, "until": head.position}
    found = rows(_FROM, {**wanted, "begun_by": [*begun_by]})
    return Begun(*found[0]) if found else None


def before(head: Head, number: int, *, begun_by: Sequence[str]) -> Begun | None:
    """The last round below a number that events of these types began."""
    wanted = {"stream_id": head.stream_id, "number": number, "until": head.position}
    found = rows(_BEFORE, {**wanted, "begun_by": [*begun_by]})
    return Begun(*found[0]) if found else None


def load(
    head: Head, low: int, high: int, *, types: Sequence[str], first_of: str
) -> list[StoredEvent]:
    """The events of these types in some rounds, and the first of another type in each of them."""
    wanted = {"stream_id": head.stream_id, "stream": head.stream, "until": head.position}
    wanted |= {"low": low, "high": high, "types": [*types], "first_of": first_of}
    return [StoredEvent(*row) for row in rows(_LOAD, wanted)]


def signs(
    spans: Mapping[int, tuple[int, int]],
    *,
    types: Sequence[str],
    of_last: Sequence[str],
    day: date,
    untimed: Sequence[str],
) -> dict[int, Signs]:
    """Of each stream one scan between two positions, both included, which brings no event here.

    Clocks are compared on the events of a gaming day, but for those types whose time is no table's.
    """
    wanted = tails.columns(spans)
    wanted |= {"types": [*types], "of_last": [*of_last], "day": day, "untimed": [*untimed]}
    return {
        stream: Signs(frozenset(found or ()), bool(is_behind), backwards)
        for stream, found, is_behind, backwards in rows(_SIGNS, wanted)
    }


def is_told_later(head: Head, low: int, high: int, *, after: int, types: Sequence[str]) -> bool:
    """Whether there are events of these types about some rounds behind a position."""
    if after >= head.position:
        return False
    wanted = {"stream_id": head.stream_id, "low": low, "high": high, "types": [*types]}
    ((found,),) = rows(_LATER, wanted | {"after": after, "until": head.position})
    return bool(found)


def lasts(heads: Sequence[Head], *, begun_by: Sequence[str]) -> dict[int, Begun]:
    """The last round of each stream that events of these types began, by the stream's id."""
    wanted = {
        "streams": [head.stream_id for head in heads],
        "until": [head.position for head in heads],
        "begun_by": [*begun_by],
    }
    return {stream: Begun(*place) for stream, *place in rows(_LASTS, wanted)}


def last_heard(head: Head, *, untimed: Sequence[str]) -> int:
    """Where the last event is that isn't of these types; 0 for none."""
    found = rows(
        _HEARD, {"stream_id": head.stream_id, "until": head.position, "untimed": [*untimed]}
    )
    return int(found[0][0]) if found else 0
