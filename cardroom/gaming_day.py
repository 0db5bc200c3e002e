"""The gaming day: a house's working day, from one starting time to the next, in its zone."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_ONE_DAY = timedelta(days=1)


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
