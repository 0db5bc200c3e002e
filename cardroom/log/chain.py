"""The proof of the log: every stream's chain, the feed's chain, nothing lost between the two.

A hash that doesn't follow says that its event was altered, or the hash of the event before it.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from cardroom.log import store
from cardroom.log.envelope import GENESIS, HASH_VERSION, event_hash, feed_hash
from cardroom.log.protection import verify_protection
from cardroom.log.records import Finding, Head, StoredEvent
from cardroom.log.rows import Row, rows

__all__ = ["Finding", "verify_feed", "verify_protection", "verify_stream"]

_BEYOND: Final = """
SELECT e.position FROM log_event e JOIN log_head h ON h.id = e.stream_id
WHERE h.id = %(id)b AND e.position > h.position
ORDER BY e.position
"""
_FEED: Final = """
SELECT f.cursor, f.hash, e.hash, h.stream, e.position
FROM log_feed f
    LEFT JOIN log_event e ON e.id = f.event_id AND e.house = f.house
    LEFT JOIN log_head h ON h.id = e.stream_id
WHERE f.house = %(house)b AND f.cursor > %(after)b
ORDER BY f.cursor LIMIT %(most)b
"""
_UNNUMBERED: Final = """
SELECT h.stream, e.position FROM log_event e LEFT JOIN log_head h ON h.id = e.stream_id
WHERE e.house = %(house)b
    AND NOT EXISTS (SELECT FROM log_feed f WHERE f.event_id = e.id)
    AND NOT EXISTS (
        SELECT FROM log_outbox o WHERE o.stream_id = e.stream_id
            AND e.position BETWEEN o.first_position AND o.last_position
    )
ORDER BY e.stream_id, e.position
"""

_Fault = tuple[str, int, str]  # its kind, where, and a sentence


class _Body(msgspec.Struct):
    """The part of a body that a column repeats."""

    round: int | None = None


def verify_stream(house: str, stream: str) -> Iterator[Finding]:
    """What is wrong with one stream: its positions, hashes and columns, and its head."""
    head = store.head(house, stream)
    if head is None:
        yield Finding("head", house, stream, None, "the stream has no head")
        return
    for kind, position, detail in _faults(head):
        yield Finding(kind, house, stream, position, detail)


def _faults(head: Head) -> Iterator[_Fault]:
    """The stream's faults in the order of its positions."""
    position, previous = 0, GENESIS
    for event in store.load(head.house, head.stream, until=head.position):
        yield from _chain_faults(event, position, previous)
        yield from _column_faults(event)
        position, previous = event.position, event.hash
    if position < head.position:
        yield "tail", position + 1, f"missing; the head stands at {head.position}"
    elif previous != head.hash:
        yield "head", position, "the head's hash isn't that of this last event"
    for (beyond,) in rows(_BEYOND, {"id": head.stream_id}):
        yield "beyond_head", beyond, "the head doesn't know this event"


def _chain_faults(event: StoredEvent, position: int, previous: bytes) -> Iterator[_Fault]:
    """Whether an event follows on the position and the hash of the one before it."""
    if event.position != position + 1:
        yield "gap", position + 1, f"missing; the next event stands at {event.position}"
    elif event.hash_version != HASH_VERSION:
        yield "hash", event.position, f"hash version {event.hash_version} is unknown"
    elif event_hash(event, previous) != event.hash:
        yield "hash", event.position, "this event was altered, or the hash of the one before it"


def _column_faults(event: StoredEvent) -> Iterator[_Fault]:
    """Whether the column that repeats a part of the body repeats it truly; no hash covers it."""
    try:
        number = msgspec.json.decode(event.body, type=_Body).round
    except msgspec.MsgspecError as error:
        yield "body", event.position, str(error)
        return
    if number != event.round:
        yield "round", event.position, f"the column says {event.round}, the body {number}"


def verify_feed(house: str) -> Iterator[Finding]:
    """What is wrong with a house's feed; a cursor is given as the position of a stream `feed`."""
    for kind, cursor, detail in _feed_faults(house):
        yield Finding(kind, house, "feed", cursor, detail)
    for stream, position in rows(_UNNUMBERED, {"house": house}):
        detail = "neither in the feed nor waiting for it"
        yield Finding("unnumbered", house, stream or "?", position, detail)


def _feed_faults(house: str) -> Iterator[_Fault]:
    """The feed's faults in the order of its cursors."""
    last, previous = 0, GENESIS
    ends: dict[str, int] = {}
    for cursor, link, hashed, stream, position in _feed(house):
        if hashed is None or stream is None:
            yield "feed_event", cursor, "the event isn't in the log"
        else:
            if cursor != last + 1:
                yield "feed_gap", last + 1, f"missing; the next cursor is {cursor}"
            elif feed_hash(previous, cursor, hashed) != link:
                yield "feed_hash", cursor, "moved or altered, or the hash of the cursor before it"
            if position != ends.get(stream, 0) + 1:
                yield (
                    "feed_order",
                    cursor,
                    f"{stream} {position} doesn't follow on {ends.get(stream, 0)}",
                )
            ends[stream] = position
        last, previous = cursor, link


def _feed(house: str) -> Iterator[Row]:
    """The feed's rows page by page, each with what it points to."""
    after = 0
    while page := rows(_FEED, {"house": house, "after": after, "most": store.PAGE}):
        yield from page
        after = page[-1][0]
