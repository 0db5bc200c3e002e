"""The days of a house, from the log itself."""

from datetime import date, datetime

from cardroom.days import facts
from cardroom.days.facts import Day
from cardroom.errors import Missing
from cardroom.house.history.stream import stream_of
from cardroom.log import store
from cardroom.log.records import StoredEvent


def days(house: str) -> list[Day]:
    """All days of a house that were opened, oldest first."""
    head = store.head(house, stream_of(house))
    return _folded(store.load_types(head, facts.TYPES, until=head.position)) if head else []


def day(house: str, gaming_day: date) -> Day:
    """One day of a house, however many there are. Raises Missing when it never opened."""
    ids = [facts.event_id(house, name, gaming_day) for name in facts.TYPES]
    known = store.known(house, ids)
    head = store.head(house, stream_of(house))
    if head is None or not known:
        raise Missing(f"house {house} has no gaming day {gaming_day} on record")
    (found,) = _folded(store.load_positions(head, [at.position for at in known.values()]))
    return found


def day_at(house: str, instant: datetime) -> Day | None:
    """The recorded day that an instant lies in, or None when none was opened for it."""
    return next((one for one in days(house) if one.start <= instant < one.end), None)


def last(house: str) -> Day | None:
    """The day opened last, or None before the first."""
    return next(reversed(days(house)), None)


def _folded(events: list[StoredEvent]) -> list[Day]:
    """Days from events in their order: each is opened, then ended."""
    found: list[Day] = []
    for event in events:
        last = found.pop() if found and event.type == facts.ENDED else None
        found.append(facts.folded(last, event))
    return found
