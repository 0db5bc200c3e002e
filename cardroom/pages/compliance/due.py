"""Due reports: what is pending, done or was given up and why; asking for one, and trying again."""

from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom import clock
from cardroom.due.kinds import REPORTS
from cardroom.due.nudge import nudge
from cardroom.errors import CardroomError
from cardroom.pages.compliance import addresses, coming
from cardroom.pages.compliance.seen import asked_for, query_of
from cardroom.pages.visitor import visitor_of
from cardroom.reports import asking, periods
from cardroom.reports.asking import Asked
from cardroom.reports.kinds import KINDS
from cardroom.reports.periods import Period

_PAGE: Final = 30
_FEW: Final = 8
_REASONS: Final = {
    "schedule": "by the schedule",
    "asked": "asked for",
    "events": "new events",
    "witnessed": "a checkpoint was accepted",
}


class DueRow(NamedTuple):
    """A due report as it is shown: its state, what it is of, and why it is due."""

    asked: Asked
    kind: str
    word: str
    title: str
    period: str
    why: str
    query: str


def index(request: HttpRequest) -> HttpResponse:
    """What is due, by itself renewed, and what comes next."""
    return render(request, "compliance/due.html", _content(request) | {"title": "Due reports"})


def now(request: HttpRequest) -> HttpResponse:
    """What of it is renewed; of one day or month where one is named."""
    period = asked_for(request)
    if period is None:
        return render(request, "compliance/due_now.html", _content(request))
    content = of_period(visitor_of(request).house, period)
    return render(request, "compliance/made_now.html", content)


def ask(request: HttpRequest) -> HttpResponse:
    """Have a report made: a worker makes it, and the page that is shown next says when."""
    if request.method != "POST":
        return HttpResponseRedirect(reverse("admin:reports"))
    visitor, kind = visitor_of(request), request.POST.get("kind", "")
    try:
        period = asked_for(request)
        if period is None:
            return _refused(request, "Say of which gaming day, or of which month.")
        asking.ask(visitor.house, kind, period, clock.now())
    except CardroomError as refusal:
        return _refused(request, f"{refusal.detail[0].upper()}{refusal.detail[1:]}.")
    nudge(REPORTS)
    otherwise = f"{reverse('admin:reports')}?{urlencode({'kind': kind})}&{query_of(period)}"
    return HttpResponseRedirect(addresses.back(request, otherwise))


def retry(request: HttpRequest, number: int) -> HttpResponse:
    """Have what was given up tried again; what wasn't is left as it is."""
    house = visitor_of(request).house
    asking.one(house, number)
    if request.method == "POST" and asking.again(house, number, clock.now()):
        nudge(REPORTS)
    return HttpResponseRedirect(addresses.back(request, reverse("admin:due_reports")))


def of_period(house: str, period: Period) -> dict[str, Any]:
    """What was or is due of a day or month, for the strip that renews itself."""
    rows = [row_of(one) for one in asking.of_period(house, period, limit=_FEW)]
    return {
        "due": rows,
        "waits": any(row.asked.status == "pending" for row in rows),
        "due_query": query_of(period),
        "given_up": given_up(house),
    }


def given_up(house: str) -> int:
    """How many due reports were given up, at most as many as one needs to know of."""
    return len(asking.listed(house, after=0, limit=_FEW, status="failed"))


def row_of(asked: Asked) -> DueRow:
    """A due report as a row."""
    kind, word = _state(asked)
    period = periods.month(asked.month) if asked.month else periods.day(str(asked.gaming_day))
    title = KINDS[asked.kind].title
    return DueRow(
        asked=asked,
        kind=kind,
        word=word,
        title=f"{title}, by mail" if asked.what == "mail" else title,
        period=str(period),
        why=_REASONS[asked.reason],
        query=urlencode({"kind": asked.kind}) + f"&{query_of(period)}",
    )


def _state(asked: Asked) -> tuple[str, str]:
    if asked.status == "failed":
        return "breach", "failed"
    if asked.status == "done":
        return "run", "done"
    return ("warn", "pending, failed before") if asked.error else ("off", "pending")


def _content(request: HttpRequest) -> dict[str, Any]:
    house, instant = visitor_of(request).house, clock.now()
    last = addresses.number(request, "before")
    done = asking.done(house, before=last, limit=_PAGE + 1)
    open_rows = [] if last else asking.unfinished(house, limit=_PAGE + 1)
    return {
        "tab": "due_reports",
        "open": [row_of(one) for one in open_rows[:_PAGE]],
        "more_open": len(open_rows) > _PAGE,
        "done": [row_of(one) for one in done[:_PAGE]],
        "older": done[_PAGE - 1].id if len(done) > _PAGE else None,
        "is_newest": last is None,
        "before": last or "",
        "coming": coming.coming(house, instant),
        "read_at": instant,
    }


def _refused(request: HttpRequest, fault: str) -> HttpResponse:
    """The form once more, with what was typed and what is wrong with it."""
    from cardroom.pages.compliance.reports import page  # noqa: PLC0415 - its list has the form

    return page(request, fault=fault)
