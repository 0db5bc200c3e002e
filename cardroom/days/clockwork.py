"""What the clock does to gaming days: each step is due when the one before it is recorded."""

from datetime import date, datetime, time
from typing import Final

from cardroom.days import queries
from cardroom.days.facts import Day, Fact, GamingDayEnded, GamingDayOpened, new_event
from cardroom.due import rows
from cardroom.due.kinds import Kind, Taken
from cardroom.gaming_day import bounds, following, gaming_day
from cardroom.house import houses
from cardroom.house.models import House
from cardroom.log import store

RECORDED_BY: Final = "clockwork"
OPEN: Final = "gaming_day.open"
END: Final = "gaming_day.end"


def begin(house: str | None = None) -> None:
    """Plan the next step of each house that has none, be it new or its rows be lost."""
    waiting = House.objects.exclude(
        pk__in=House.objects.filter(row__kind__in=[OPEN, END], row__status="pending").values("pk")
    )
    for code in waiting.order_by("pk").values_list("pk", flat=True):
        if house in {None, code}:
            _plan_next(code, queries.last(code))


def _plan_next(house: str, last: Day | None) -> None:
    """Plan what comes after the day opened last: its end, or the next day's opening."""
    if last is None:
        day, start, _ = _first(house)
        rows.plan(OPEN, house, day, due_at=start)
    elif not last.is_ended:
        rows.plan(END, house, last.gaming_day, due_at=last.end)
    else:
        day, start, _ = _after(house, last)
        rows.plan(OPEN, house, day, due_at=start)


def _first(house: str) -> tuple[date, datetime, datetime]:
    """The first day on record: the one in which the house came to be."""
    since = House.objects.get(pk=house).created_at
    _, zone, starts = _settings(house, since)
    day = gaming_day(since, zone, starts)
    return day, *bounds(day, zone, starts)


def _after(house: str, last: Day) -> tuple[date, datetime, datetime]:
    """The day that begins where another ended."""
    _, zone, starts = _settings(house, last.end)
    return following(last.gaming_day, last.end, zone, starts)


def _settings(house: str, at: datetime) -> tuple[int, str, time]:
    """The version, zone and start of days that held at an instant."""
    version, record = houses.settings_at(house, at)
    return version, record.timezone, time.fromisoformat(record.gaming_day_starts)


def _open(due: Taken) -> None:
    """Record that a day opened, with the bounds that nothing changes any more."""
    last = queries.last(due.house)
    day, start, end = _first(due.house) if last is None else _after(due.house, last)
    version, zone, _ = _settings(due.house, start)
    opened = GamingDayOpened(
        gaming_day=day, start=start, end=end, zone=zone, settings_version=version
    )
    _record(due, opened, start)


def _end(due: Taken) -> None:
    """Record that a day ended."""
    ended = GamingDayEnded(gaming_day=due.gaming_day)
    _record(due, ended, queries.day(due.house, due.gaming_day).end)


def _record(due: Taken, fact: Fact, occurred_at: datetime) -> None:
    """Record a fact unless it is known, finish its row and plan the next, all in one."""
    with store.recording():
        due.done()
        head = store.lock(due.house, queries.stream_of(due.house))
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
        _plan_next(due.house, queries.last(due.house))


KINDS: Final = (
    Kind(name=OPEN, run=_open, most_attempts=None),
    Kind(name=END, run=_end, most_attempts=None),
)
