"""Reading: the events of a span that tell of the rotation, in order, some rounds at a time."""

from collections.abc import Iterator
from heapq import heappop, heappush, merge
from typing import Final

from cardroom.log import by_round, store
from cardroom.log.records import Head, StoredEvent
from tables.rotation.spans import Span

_AT_ONCE: Final = 250  # rounds in memory at a time
_CARD: Final = "card.dealt"
ATTESTED: Final = "day.attested"
_LATER: Final = (ATTESTED, "event.corrected")

Events = Iterator[StoredEvent]


def in_order(head: Head, span: Span, since: int, types: tuple[str, ...]) -> Events:
    """Table events and telling events of rounds by position, then what was said later."""
    late: list[tuple[int, StoredEvent]] = []
    for low in range(span.low, span.high + 1, _AT_ONCE):
        high = min(low + _AT_ONCE - 1, span.high)
        until = _until(head, span, high)
        own = []
        for stored in by_round.load(head, low, high, types=types, first_of=_CARD):
            if stored.position <= until:
                own.append(stored)
            else:
                heappush(late, (stored.position, stored))
        while late and late[0][0] <= until:
            own.append(heappop(late)[1])
        own.sort(key=_position)
        roundless = store.load_roundless(head, since=since, until=until)
        yield from merge(own, roundless, key=_position)
        since = until + 1
    if since <= span.until:
        yield from store.load_roundless(head, since=since, until=span.until)
    if span.following is not None:
        yield from store.load_positions(head, [span.following.position])
    if span.until < head.position:
        behind = span.until + 1
        later = store.load_types(head, _LATER, since=behind, until=head.position)
        rest = (stored for _, stored in sorted(late, key=lambda pair: pair[0]))
        yield from merge(rest, later, key=_position)


def _until(head: Head, span: Span, high: int) -> int:
    """The last position before the rounds behind a number begin."""
    if high == span.high:
        return span.until
    behind = by_round.begun(head, high + 1, begun_by=["round.opened"])
    return span.until if behind is None else min(behind.position - 1, span.until)


def _position(stored: StoredEvent) -> int:
    return stored.position
