"""Reads of a house by gaming days: where its streams and feed end, what some events hold."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from msgspec import Struct

from cardroom.log.records import StoredEvent
from cardroom.log.rows import rows
from cardroom.log.statements import EVENT

_DAYS: Final = "e.gaming_day >= %(first)b::date AND e.gaming_day <= %(last)b::date"
# Bodies in which one of these stands at all; an index has these events alone.
_NOTED: Final = f"""
SELECT e.house, h.stream, {EVENT}
FROM log_event e JOIN log_head h ON h.id = e.stream_id
WHERE e.house = %(house)b::text AND {_DAYS} AND starts_with(h.stream, %(streams)b::text)
    AND (strpos(e.body, '"irregularities"') > 0 OR strpos(e.body, '"authorisation"') > 0)
ORDER BY h.stream, e.position
"""  # noqa: S608 - constants put together, nothing from outside
# A stream is of one house, which is asked of its head: in an event that lies behind long columns.
_ENDS: Final = f"""
SELECT h.stream, e.position, encode(e.hash, 'hex') FROM (
    SELECT e.stream_id, max(e.position) AS position FROM log_event e WHERE {_DAYS}
    GROUP BY e.stream_id
) AS last JOIN log_event e USING (stream_id, position) JOIN log_head h ON h.id = e.stream_id
WHERE h.house = %(house)b::text
ORDER BY h.stream
"""  # noqa: S608 - constants put together, nothing from outside
_FEED: Final = """
SELECT cursor, encode(hash, 'hex') FROM log_feed
WHERE house = %(house)b::text AND event_id = ANY(
    SELECT e.id FROM log_event e JOIN log_head h ON h.id = e.stream_id
    WHERE e.house = %(house)b::text AND (h.stream, e.position) IN (
        SELECT * FROM unnest(%(streams)b::text[], %(positions)b::bigint[])
    )
)
ORDER BY cursor DESC LIMIT 1
"""


class End(Struct, frozen=True):
    """The last event of some days in a stream, or its place in the feed, and the hash there."""

    name: str
    position: int
    hash: str


def noted(house: str, first: date, last: date, *, streams: str) -> list[StoredEvent]:
    """The events of gaming days, in streams of a kind, that may have something noted of them."""
    wanted = {"house": house, "first": first, "last": last, "streams": streams}
    return [StoredEvent(*row) for row in rows(_NOTED, wanted)]


def ends(house: str, first: date, last: date) -> list[End]:
    """Where each stream's events of some gaming days end."""
    return [End(*row) for row in rows(_ENDS, {"house": house, "first": first, "last": last})]


def feed_end(house: str, found: Sequence[End]) -> End | None:
    """The last place in the feed of these ends; None before any of them has one.

    As each stream's order is kept by the feed, that is behind all events of these days.
    """
    wanted = {"streams": [end.name for end in found], "positions": [e.position for e in found]}
    row = rows(_FEED, wanted | {"house": house})
    return End("feed", *row[0]) if row else None
