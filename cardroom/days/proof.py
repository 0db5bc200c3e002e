"""The proof of the days on record: each follows from the one before and the settings in force."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

import msgspec

from cardroom.days import facts
from cardroom.days.clockwork import upcoming
from cardroom.days.facts import Day, GamingDayEnded
from cardroom.house.history.stream import stream_of
from cardroom.house.models import House
from cardroom.log import store
from cardroom.log.records import Finding, NewEvent, StoredEvent

# A house file that was just being loaded when a day opened may bear an earlier time than that.
_UNDER_WAY: Final = timedelta(minutes=1)


def findings() -> Iterator[Finding]:
    """Every event of a day that isn't as it had to be, of all houses."""
    for house in House.objects.order_by("pk").values_list("pk", flat=True):
        yield from _of(house)


def _of(house: str) -> Iterator[Finding]:
    """A gap, an overlap, a day twice or with other bounds, an end without its day."""
    head = store.head(house, stream_of(house))
    last: Day | None = None
    for event in store.load_types(head, facts.TYPES, until=head.position) if head else ():
        expected, *others = _expected(house, last)
        if all(_said(event) != _said(one) for one in (expected, *others)):
            detail = f"{expected.type} of {expected.gaming_day} had to come, as {_text(expected)}"
            yield Finding("gaming_day", house, event.stream, event.position, detail)
            return  # what comes after it can't be judged
        last = facts.folded(last, event)


def _expected(house: str, last: Day | None) -> list[NewEvent]:
    """What may come behind this day: one event, in one form or, shortly after a change, two."""
    if last is None or last.is_ended:
        days = [upcoming(house, last), upcoming(house, last, before=_UNDER_WAY)]
        return [facts.new_event(house, opened, opened.start) for opened in days]
    return [facts.new_event(house, GamingDayEnded(gaming_day=last.gaming_day), last.end)]


def _said(event: NewEvent | StoredEvent) -> tuple[object, ...]:
    """What of an event has to be as expected; who recorded it when has not."""
    return (event.id, event.type, event.version, event.occurred_at, event.gaming_day, event.body)


def _text(event: NewEvent) -> str:
    """An event's data for people."""
    return str(msgspec.json.decode(event.body)["data"])
