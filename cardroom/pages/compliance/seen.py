"""What a page of the section is about: a gaming day or a month, from its address."""

from typing import NamedTuple

from django.http import HttpRequest

from cardroom import clock
from cardroom.days import calendars
from cardroom.errors import Malformed, Missing
from cardroom.pages.days import beside
from cardroom.reports import periods, store
from cardroom.reports.kinds import ROTATION
from cardroom.reports.periods import Period


class Seen(NamedTuple):
    """The period that is looked at, and the one before and behind it; none is to come."""

    period: Period
    before: Period
    after: Period | None
    month: Period

    @property
    def query(self) -> str:
        """The address of it."""
        return query_of(self.period)

    @property
    def query_before(self) -> str:
        """The address of the one before."""
        return query_of(self.before)

    @property
    def query_after(self) -> str:
        """The address of the one behind; empty where that hasn't begun."""
        return query_of(self.after) if self.after else ""

    @property
    def query_month(self) -> str:
        """The address of the month that the day lies in."""
        return query_of(self.month)


def query_of(period: Period) -> str:
    """A period in an address."""
    return f"month={period}" if period.is_month else f"day={period}"


def asked_for(request: HttpRequest) -> Period | None:
    """The period that an address or a form names, if any. Raises Missing for what is none."""
    given = request.POST if request.method == "POST" else request.GET
    day, month = given.get("day", ""), given.get("month", "")
    try:
        if month:
            return periods.month(month)
        return periods.day(day) if day else None
    except Malformed as refusal:
        raise Missing(refusal.detail) from refusal


def seen(request: HttpRequest, house: str) -> Seen:
    """What is asked for, else the newest day of which there is a verdict, else today."""
    today = calendars.of(house).gaming_day(clock.now())
    period = asked_for(request)
    if period is None:
        period = Period(store.last_day(house, ROTATION.name) or today)
    of = periods.month_of if period.is_month else Period
    around = beside(period.first, period.last, present=today)
    after = None if around.after is None else of(around.after)
    return Seen(period, of(around.before), after, periods.month_of(period.first))
