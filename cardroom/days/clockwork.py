"""What the clock does to gaming days: each step is due when the one before it is recorded."""

from datetime import datetime, time, timedelta
from typing import Final

from cardroom.days import queries
from cardroom.days.facts import Day, Fact, GamingDayEnded, GamingDayOpened, new_event
from cardroom.due import rows
from cardroom.due.kinds import Kind, Taken
from cardroom.gaming_day import bounds, following, gaming_day
from cardroom.house import houses
from cardroom.house.history.stream import stream_of
from cardroom.house.models import House
from cardroom.log import store

RECORDED_BY: Final = "clockwork"
OPEN: Final = "gaming_day.open"
END: Final = "gaming_day.end"


def begin(now: datetime, house: str | None = None) -> None:
    """Plan the next step of each house that has none, be it new or its rows be lost."""
    waiting = House.objects.exclude(
        pk__in=House.objects.filter(row__kind__in=[OPEN, END], row__status="pending").values("pk")
    )
    for code in waiting.order_by("pk").values_list("pk", flat=True):
        if house in {None, code}:
            _plan_next(code, queries.last(code), now)


def _plan_next(house: str, last: Day | None, now: datetime) -> None:
    """Plan what comes after the day opened last: its end, or the next day's opening."""
    if last is None or last.is_ended:
        day = upcoming(house, last)
        rows.plan(OPEN, house, day.gaming_day, now=now, due_at=day.start)
    else:
        rows.plan(END, house, last.gaming_day, now=now, due_at=last.end)


def upcoming(house: str, last: Day | None, *, before: timedelta = timedelta(0)) -> GamingDayOpened:
    """The day after another, by the settings that held when that ended, or so long before.

    The first on record is the one in which the house came to be.
    """
    since = House.objects.get(pk=house).created_at if last is None else last.end
    version, said = houses.settings_at(house, since - before)
    zone, starts = said.timezone, time.fromisoformat(said.gaming_day_starts)
    if last is None:
        day = gaming_day(since, zone, starts)
        start, end = bounds(day, zone, starts)
    else:
        day, start, end = following(last.gaming_day, last.end, zone, starts)
    return GamingDayOpened(
        gaming_day=day, start=start, end=end, zone=zone, settings_version=version
    )


def _open(due: Taken) -> None:
    """Record that a day opened, with the bounds that nothing changes any more."""
    opened = upcoming(due.house, queries.last(due.house))
    _record(due, opened, opened.start)


def _end(due: Taken) -> None:
    """Record that a day ended."""
    ended = GamingDayEnded(gaming_day=due.gaming_day)
    _record(due, ended, queries.day(due.house, due.gaming_day).end)


def _record(due: Taken, fact: Fact, occurred_at: datetime) -> None:
    """Record a fact unless it is known, finish its row and plan the next, all in one."""
    with store.recording():
        due.done()
        head = store.lock(due.house, stream_of(due.house))
        event = new_event(due.house, fact, occurred_at)
        if not store.known(due.house, [event.id]):
            store.append(
                head,
                [event],
                recorded_at=due.now(),
                recorded_by=RECORDED_BY,
                snapshot=None,
                open_round=None,
            )
        _plan_next(due.house, queries.last(due.house), due.now())


KINDS: Final = (
    Kind(name=OPEN, run=_open, most_attempts=None),
    Kind(name=END, run=_end, most_attempts=None),
)
