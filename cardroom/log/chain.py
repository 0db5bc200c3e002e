"""The proof of a stream: its positions, its hashes, its head, and the column that repeats a body.

A hash that doesn't follow says that its event was altered, or the hash of the event before it.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from cardroom.log import store
from cardroom.log.envelope import GENESIS, HASH_VERSION, event_hash
from cardroom.log.feed_chain import verify_feed
from cardroom.log.protection import verify_protection
from cardroom.log.records import Finding, Head, StoredEvent
from cardroom.log.rows import rows

__all__ = ["Finding", "verify_feed", "verify_protection", "verify_stream"]

_BEYOND: Final = """
SELECT e.position FROM log_event e JOIN log_head h ON h.id = e.stream_id
WHERE h.id = %(id)b AND e.position > h.position
ORDER BY e.position
"""

_Fault = tuple[str, int, str]  # its kind, where, and a sentence


class _Body(msgspec.Struct):
    """The part of a body that a column repeats."""

    round: int | None = None


_decode = msgspec.json.Decoder(_Body).decode


def verify_stream(house: str, stream: str) -> Iterator[Finding]:
    """What is wrong with one stream: its positions, hashes and columns, and its head."""
    head = store.head(house, stream)
    if head is None:
        yield Finding("head", house, stream, None, "the stream has no head")
        return
    chain = Chain(head)
    for event in store.load(head.house, head.stream, until=head.position):
        yield from chain.follow(event)
    yield from chain.end(head)


def hash_at(house: str, stream: str, position: int) -> bytes | None:
    """The hash of one event, as it is stored; None when the event is missing."""
    event = next(store.load(house, stream, after=position - 1, until=position), None)
    return None if event is None else event.hash


class Chain:
    """A stream's chain as far as it was followed: the last event's position and its hash."""

    def __init__(self, head: Head, position: int = 0, previous: bytes = GENESIS) -> None:
        self.head = head
        self.position = position
        self.previous = previous

    def follow(self, event: StoredEvent) -> list[Finding]:
        """Whether the next event follows, and its column repeats its body truly."""
        faults = (_chain_fault(event, self.position, self.previous), _column_fault(event))
        self.position, self.previous = event.position, event.hash
        return [self._finding(fault) for fault in faults if fault is not None]

    def end(self, head: Head) -> Iterator[Finding]:
        """Whether the stream ends where its head says."""
        if self.position < head.position:
            detail = f"missing; the head stands at {head.position}"
            yield self._finding(("tail", self.position + 1, detail))
        elif self.previous != head.hash:
            detail = "the head's hash isn't that of this last event"
            yield self._finding(("head", self.position, detail))
        for (beyond,) in rows(_BEYOND, {"id": head.stream_id}):
            yield self._finding(("beyond_head", beyond, "the head doesn't know this event"))

    def _finding(self, fault: _Fault) -> Finding:
        kind, position, detail = fault
        return Finding(kind, self.head.house, self.head.stream, position, detail)


def _chain_fault(event: StoredEvent, position: int, previous: bytes) -> _Fault | None:
    """Whether an event follows on the position and the hash of the one before it."""
    if event.position != position + 1:
        return "gap", position + 1, f"missing; the next event stands at {event.position}"
    if event.hash_version != HASH_VERSION:
        return "hash", event.position, f"hash version {event.hash_version} is unknown"
    if event_hash(event, previous) != event.hash:
        return "hash", event.position, "this event was altered, or the hash of the one before it"
    return None


def _column_fault(event: StoredEvent) -> _Fault | None:
    """Whether the column that repeats a part of the body repeats it truly; no hash covers it."""
    try:
        number = _decode(event.body).round
    except msgspec.MsgspecError as error:
        return "body", event.position, str(error)
    if number != event.round:
        return "round", event.position, f"the column says {event.round}, the body {number}"
    return None
