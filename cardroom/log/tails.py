"""The ends of many streams at once: what each of them got lately, in one statement."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from cardroom.log.records import End, Head, StoredEvent
from cardroom.log.rows import rows
from cardroom.log.statements import EVENT

# Constants put together, nothing from outside.
_BEHIND: Final = f"""
SELECT h.id, e.house, h.stream, {EVENT}
FROM unnest(%(streams)b::bigint[], %(after)b::bigint[]) AS wanted (stream_id, after)
JOIN log_head h ON h.id = wanted.stream_id
JOIN log_event e ON e.stream_id = wanted.stream_id AND e.position > wanted.after
ORDER BY h.id, e.position
"""  # noqa: S608
_NOTED: Final = f"""
SELECT h.id, e.house, h.stream, {EVENT}
FROM unnest(%(streams)b::bigint[], %(after)b::bigint[], %(until)b::bigint[])
    AS wanted (stream_id, after, until)
JOIN log_head h ON h.id = wanted.stream_id
JOIN log_event e ON e.stream_id = wanted.stream_id
    AND e.position > wanted.after AND e.position <= wanted.until
WHERE e.body LIKE %(like)b
ORDER BY h.id, e.position
"""  # noqa: S608
_TYPES: Final = f"""
SELECT h.id, e.house, h.stream, {EVENT}
FROM unnest(%(streams)b::bigint[], %(since)b::bigint[], %(until)b::bigint[])
    AS wanted (stream_id, since, until)
JOIN log_head h ON h.id = wanted.stream_id
JOIN log_event e ON e.stream_id = wanted.stream_id AND e.round IS NULL
    AND e.position >= wanted.since AND e.position <= wanted.until
WHERE e.type = ANY(%(types)b::text[])
ORDER BY h.id, e.position
"""  # noqa: S608
# Of no round, so that an index has them: back to the last of its kind, and what is beside it.
_SINCE_LAST: Final = f"""
SELECT e.house, h.stream, {EVENT}
FROM unnest(%(streams)b::text[], %(since)b::bigint[], %(until)b::bigint[])
    AS wanted (stream, since, until)
JOIN log_head h ON h.house = %(house)b::text AND h.stream = wanted.stream
JOIN log_event e ON e.stream_id = h.id AND e.round IS NULL AND e.position >= coalesce((
        SELECT position FROM log_event
        WHERE stream_id = h.id AND round IS NULL AND position <= wanted.since
            AND type = %(kind)b::text
        ORDER BY position DESC LIMIT 1
    ), wanted.since)
    AND (e.type = %(kind)b::text AND e.position <= wanted.until OR e.type = %(beside)b::text)
ORDER BY h.stream, e.position
"""  # noqa: S608
# What people put right on the site is no sign of life of a table's system.
_HEARD: Final = """
SELECT wanted.stream_id, e.recorded_at
FROM unnest(%(streams)b::bigint[], %(positions)b::bigint[]) AS wanted (stream_id, position)
CROSS JOIN LATERAL (
    SELECT recorded_at FROM log_event
    WHERE stream_id = wanted.stream_id AND position <= wanted.position
        AND recorded_by NOT LIKE 'person:%%'
    ORDER BY position DESC LIMIT 1
) e
"""
_ENDS: Final = """
SELECT h.house, h.stream, h.position, e.recorded_at
FROM log_head h JOIN log_event e ON e.stream_id = h.id AND e.position = h.position
WHERE h.house = coalesce(%(house)b::text, h.house)
ORDER BY h.house, h.stream
"""

ByStream = Mapping[int, Sequence[StoredEvent]]


def behind(after: Mapping[int, int]) -> ByStream:
    """The events behind a position of each stream, oldest first; by the stream's id."""
    wanted = {"streams": list(after), "after": list(after.values())}
    return _by_stream(rows(_BEHIND, wanted)) if after else {}


def saying(what: str, spans: Mapping[int, tuple[int, int]]) -> ByStream:
    """Of each stream the events behind a position, to another inclusive, whose body says this."""
    wanted = {
        "streams": list(spans),
        "after": [after for after, _ in spans.values()],
        "until": [until for _, until in spans.values()],
        "like": f"%{what}%",
    }
    return _by_stream(rows(_NOTED, wanted)) if spans else {}


def of_types(spans: Mapping[int, tuple[int, int]], types: Sequence[str]) -> ByStream:
    """Of each stream the events of no round and of these types between two positions, inclusive."""
    return _by_stream(rows(_TYPES, columns(spans) | {"types": [*types]}))


def since_last(
    house: str, spans: Mapping[str, tuple[int, int]], *, kind: str, beside: str
) -> list[StoredEvent]:
    """Of each stream the events of no round and of a kind between two positions, both included.

    The last one before them comes first; and what there is of another kind since, to the end.
    """
    wanted = columns(spans) | {"house": house, "kind": kind, "beside": beside}
    return [StoredEvent(*row) for row in rows(_SINCE_LAST, wanted)]


def columns(spans: Mapping[Any, tuple[int, int]]) -> dict[str, object]:
    """Streams with two positions each, by column, as one statement takes them."""
    return {
        "streams": list(spans),
        "since": [since for since, _ in spans.values()],
        "until": [until for _, until in spans.values()],
    }


def last_heard(heads: Iterable[Head]) -> dict[int, datetime]:
    """When the last event of each stream was recorded but by a person, by the stream's id."""
    listed = list(heads)
    wanted = {
        "streams": [head.stream_id for head in listed],
        "positions": [head.position for head in listed],
    }
    return dict(rows(_HEARD, wanted))


def ends(house: str | None) -> list[End]:
    """Where every stream of a house ends, or of all of them; those that nothing stands in aside."""
    return [End(*found) for found in rows(_ENDS, {"house": house})]


def _by_stream(found: Iterable[Sequence[object]]) -> ByStream:
    events: defaultdict[int, list[StoredEvent]] = defaultdict(list)
    for stream_id, *fields in found:
        events[stream_id].append(StoredEvent(*fields))  # type: ignore[index,arg-type]
    return events
