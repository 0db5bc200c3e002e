"""The stream of a house: its name, and the events of its items, keys and codes in it."""

from collections.abc import Iterator
from typing import Final

from cardroom.house.history import facts
from cardroom.house.history.facts import Entry
from cardroom.house.history.fold import Folded
from cardroom.log import holding, store
from cardroom.log.records import Head, StoredEvent

STREAMS: Final = holding.OWN
_FIRST: Final = "house.changed"


def stream_of(house: str) -> str:
    """The name of the stream that a house's own events stand in."""
    return f"{STREAMS}{house}"


def is_on_record(head: Head) -> bool:
    """Whether changes of the house are recorded; they begin with its settings."""
    return bool(store.load_types(head, [_FIRST], until=head.position))


def events(head: Head) -> Iterator[tuple[StoredEvent, Entry]]:
    """Every change up to the head as it is stored and as it is read, oldest first."""
    for stored in store.load_types(head, facts.TYPES, until=head.position):
        yield stored, facts.entry(stored)


def folded(head: Head) -> Folded:
    """The rows that the events up to the head come to. Raises ValueError for what can't follow."""
    rows = Folded()
    for _, entry in events(head):
        rows.take(entry)
    return rows
