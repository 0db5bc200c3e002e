"""The gaming day: a house's working day, from one starting time to the next, in its zone."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

_ONE_DAY = timedelta(days=1)


class Span(NamedTuple):
    """A gaming day as `[start, end)` in UTC, and the zone it was meant in."""

    gaming_day: date
    start: datetime
    end: datetime
    zone: str


class Settings(NamedTuple):
    """What a house said of its days, and when it said so."""

    since: datetime
    zone: str
    starts: time


class Calendar:
    """The gaming days of a house: those on record, and around them what its settings make.

    A day that isn't on record yet begins where the one before it ended, by the settings in force
    then: what a house changes holds from its next day on, and moves no day that has begun.
    """

    def __init__(
        self, recorded: Sequence[Span], settings: Sequence[Settings], created_at: datetime
    ) -> None:
        """`settings` are all versions in their order; the house came to be at `created_at`."""
        self._settings = settings
        self._first, self._last = self._in_force(created_at), settings[-1]
        self._days = [*recorded] or [_regular(created_at, self._first)]
        # Behind the settings' last change, and the day that takes it up, all days are regular.
        while self._days[-1].end < self._last.since:
            self._days.append(self._next())
        self._days.append(self._next())
        self._starts = [day.start for day in self._days]
        self._by_date = {day.gaming_day: day for day in self._days}

    def at(self, instant: datetime) -> Span:
        """The day that an instant lies in."""
        if instant < self._starts[0]:
            return _regular(instant, self._first)
        if instant >= self._days[-1].end:
            return _regular(instant, self._last)
        return self._days[bisect_right(self._starts, instant) - 1]

    def gaming_day(self, instant: datetime) -> date:
        """The date of the day that an instant lies in."""
        return self.at(instant).gaming_day

    def of(self, gaming_day: date) -> Span:
        """The day of a date; of a date that was passed over, nothing behind the day before it."""
        if gaming_day < self._days[0].gaming_day:
            return _dated(gaming_day, self._first)
        if gaming_day > self._days[-1].gaming_day:
            return _dated(gaming_day, self._last)
        before = gaming_day
        while (found := self._by_date.get(before)) is None:
            before -= _ONE_DAY
        if before == gaming_day:
            return found
        return found._replace(gaming_day=gaming_day, start=found.end)

    def _next(self) -> Span:
        """The day behind the last one known."""
        last = self._days[-1]
        _, zone, starts = self._in_force(last.end)
        return Span(*following(last.gaming_day, last.end, zone, starts), zone)

    def _in_force(self, instant: datetime) -> Settings:
        """The newest settings by then, else the first."""
        found = (one for one in reversed(self._settings) if one.since <= instant)
        return next(found, self._settings[0])


def _regular(instant: datetime, settings: Settings) -> Span:
    return _dated(gaming_day(instant, settings.zone, settings.starts), settings)


def _dated(day: date, settings: Settings) -> Span:
    return Span(day, *bounds(day, settings.zone, settings.starts), settings.zone)


def gaming_day(instant: datetime, zone: str, starts: time) -> date:
    """The gaming day that an instant lies in, by the calendar day on which that began."""
    # From the day after: where clocks fall back over midnight, a day can begin before its date.
    day = instant.astimezone(ZoneInfo(zone)).date() + _ONE_DAY
    while instant < _start(day, zone, starts):
        day -= _ONE_DAY
    return day


def bounds(day: date, zone: str, starts: time) -> tuple[datetime, datetime]:
    """`[start, end)` in UTC: 24 hours, or 23 and 25 on the days on which the clocks change."""
    return _start(day, zone, starts), _start(day + _ONE_DAY, zone, starts)


def following(day: date, end: datetime, zone: str, starts: time) -> tuple[date, datetime, datetime]:
    """The gaming day that begins where another ended: its date, start and end.

    Under changed settings it is longer or shorter than a day, and never leaves a gap; a date on
    which nothing would be left of it is passed over.
    """
    day += _ONE_DAY
    while (ends := _start(day + _ONE_DAY, zone, starts)) <= end:
        day += _ONE_DAY
    return day, end, ends


def _start(day: date, zone: str, starts: time) -> datetime:
    """The first instant at which clocks show `starts`; a time they skip counts all the same."""
    return datetime.combine(day, starts, ZoneInfo(zone)).astimezone(UTC)
