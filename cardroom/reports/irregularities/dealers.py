"""Who dealt at the tables of a house, as their changes of dealer stand corrected."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

from cardroom.log import tails
from cardroom.log.records import StoredEvent
from tables import sessions
from tables.rounds.events import DealerChanged

_CHANGED: Final = "dealer.changed"

# By stream, the first and the last position that is asked about.
Spans = Mapping[str, tuple[int, int]]


class Dealers:
    """Who dealt at one table, from a change of dealer on."""

    def __init__(self, events: Iterable[StoredEvent] = ()) -> None:
        listed = list(events)
        known = sessions.corrections_among(listed)
        changes = [stored for stored in listed if stored.type == _CHANGED]
        self.begins = changes[0].position if changes else 0
        self.positions: list[int] = []
        self.dealers: list[str] = []
        for stored in changes:
            record = sessions.entry_of(stored, known).record
            if record is not None and isinstance(record.fact, DealerChanged):
                self.positions.append(record.position)
                self.dealers.append(record.fact.dealer)

    def at(self, position: int) -> str | None:
        """Who dealt at a position, None before the first."""
        place = bisect_right(self.positions, position)
        return self.dealers[place - 1] if place else None

    def is_told_before(self, position: int) -> bool:
        """Whether all that is known from before a position was withdrawn, so that more is asked."""
        return 0 < self.begins <= position and self.at(position) is None


def of(house: str, spans: Spans) -> dict[str, Dealers]:
    """The dealers of some tables, all read by one statement but where a change was withdrawn."""
    found: dict[str, Dealers] = {}
    left = dict(spans)
    while left:
        events = tails.since_last(house, left, kind=_CHANGED, beside=sessions.CORRECTED)
        grouped = groupby(events, key=lambda stored: stored.stream)
        read = {stream: Dealers(own) for stream, own in grouped}
        found |= {stream: read.get(stream, Dealers()) for stream in left}
        left = {
            stream: (found[stream].begins - 1, until)
            for stream, (since, until) in left.items()
            if found[stream].is_told_before(since)
        }
    return found
