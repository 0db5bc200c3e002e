"""Which gaming day a page is about: the one in its address, else the one that work is left on."""

from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest

from cardroom import clock
from cardroom.days import calendars
from cardroom.pages.days import beside
from cardroom.reports import periods
from ledger.queries import closing, reconciliations


class Day(NamedTuple):
    """A gaming day, and the links to those beside it; none behind the present one."""

    date: date
    before: str
    after: str
    is_present: bool


def day_of(request: HttpRequest, house: str, **kept: str) -> Day:
    """The day of a page; `kept` stays in the links. Raises Malformed."""
    present = calendars.of(house).gaming_day(clock.now())
    said = request.GET.get("day")
    day = worked_on(house, present) if said is None else periods.day(said).first
    around = beside(day, day, present=present)
    return Day(
        date=day,
        before=_link(around.before, kept),
        after=_link(around.after, kept) if around.after else "",
        is_present=day == present,
    )


def worked_on(house: str, present: date) -> date:
    """The day before the present one while it isn't closed and boxes were played for on it."""
    before = beside(present, present, present=present).before
    two_before = beside(before, before, present=present).before
    is_left = reconciliations.next_day(house, two_before) == before
    return before if is_left and closing.closed_by(house, before) is None else present


def _link(day: date, kept: dict[str, str]) -> str:
    return "?" + urlencode({"day": day.isoformat(), **kept})
