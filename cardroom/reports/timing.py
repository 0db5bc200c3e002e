"""When reports fall due by a house's schedule: after the end of a gaming day, and of a month."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from cardroom.house.policies import ReportSchedule
from cardroom.reports.periods import Period, month_of


class Falls(NamedTuple):
    """A report that falls due at an instant."""

    kind: str
    period: Period
    at: datetime


def after(schedule: ReportSchedule, gaming_day: date, end: datetime) -> Iterator[Falls]:
    """What falls due once a gaming day has ended; with the last one of a month also the month's."""
    yield from _daily(schedule, Period(gaming_day), end)
    month = month_of(gaming_day)
    if gaming_day == month.last:
        yield from _monthly(schedule, month, end)


def upcoming(
    schedule: ReportSchedule, gaming_day: date, *, end: datetime, month_end: datetime
) -> Iterator[Falls]:
    """What a day that lasts still will make due at its end, and its month at that one's end."""
    yield from _daily(schedule, Period(gaming_day), end)
    yield from _monthly(schedule, month_of(gaming_day), month_end)


def _daily(schedule: ReportSchedule, day: Period, end: datetime) -> Iterator[Falls]:
    for kind, times in schedule.by_kind().items():
        if times.daily:
            yield Falls(kind, day, end + timedelta(minutes=times.wait_minutes))


def _monthly(schedule: ReportSchedule, month: Period, end: datetime) -> Iterator[Falls]:
    for kind, times in schedule.by_kind().items():
        if times.monthly:
            yield Falls(kind, month, end + timedelta(minutes=times.wait_minutes))
