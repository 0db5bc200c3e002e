"""The page of a gaming day: what is missing, what it came to, and closing it."""

from datetime import date
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom.errors import CardroomError
from cardroom.pages.asked import Asked, asked, fault, needs_code
from cardroom.pages.reconcile import checks, entries, rows
from cardroom.pages.reconcile.days import Day, day_of
from cardroom.pages.reconcile.numbers import number_in
from cardroom.pages.reconcile.withheld import withheld_from
from cardroom.pages.visitor import Visitor, visitor_of
from cardroom.reports import asking
from cardroom.reports.periods import Period
from ledger import days
from ledger.queries import accounts, closing, journals
from ledger.queries.pages import Wanted
from tables import evenings

_LATE: Final = 50
_DUE: Final = 50


def day(request: HttpRequest) -> HttpResponse:
    """Show it; or close it, and show it closed."""
    visitor = visitor_of(request)
    now = day_of(request, visitor.house)
    form = asked(request, seen=now.date.isoformat())
    if request.method != "POST":
        return _page(request, now, form)
    wrong = fault(request, form, does=True)
    if not wrong:
        try:
            _close(request, visitor, now.date, form)
        except CardroomError as refusal:
            wrong = f"Nothing was recorded: {refusal.detail}."
    if wrong:
        return _page(request, now, form, wrong)
    return HttpResponseRedirect(f"{reverse('admin:day')}?day={now.date.isoformat()}")


def _close(request: HttpRequest, visitor: Visitor, gaming_day: date, form: Asked) -> None:
    said = {"id": form.id, "authorised_by": visitor.person, "reason": form.reason}
    said |= {"code": form.code} if form.code else {}
    days.record(
        house=visitor.house,
        gaming_day=gaming_day,
        content=msgspec.json.encode(said),
        recorded_by=f"person:{visitor.person}",
        is_blind=visitor.is_blind,
        present=() if needs_code(request) or form.code else (visitor.person,),
    )


def _page(request: HttpRequest, now: Day, form: Asked, wrong: str = "") -> HttpResponse:
    visitor = visitor_of(request)
    found = closing.view(visitor.house, now.date, is_blind=visitor.is_blind)
    due = asking.of_period(visitor.house, Period(now.date), limit=_DUE)
    reports = [one for one in due if one.what == "report"]
    hidden = withheld_from(visitor)
    balance = accounts.trial_balance(visitor.house, gaming_day=now.date, hidden=hidden)
    running = [table.code for table in evenings.tables(visitor.house) if table.is_open]
    groups = checks.groups(found, reports, balance, running)
    binding = [check for group in groups for check in group.checks if check.binding]
    content = {
        "title": "Close the day",
        "day": now,
        "found": found,
        "hours": round((found.ends_at - found.starts_at).total_seconds() / 3600),
        "groups": groups,
        "done": sum(not check.items for check in binding),
        "of": len(binding),
        "sums": [
            (title, [rows.sum_row(one) for one in sums])
            for title, sums in (("Purpose", found.totals), ("Shift", found.shifts),
                                ("Table", found.tables))
        ],
        "reports": checks.report_rows(reports),
        "late": _late(request, visitor, now.date) if found.closed else None,
        "is_supervisor": "supervisor" in visitor.roles,
        "needs_code": needs_code(request),
        "asked": form,
        "fault": wrong,
    }  # fmt: skip
    return render(request, "reconcile/day.html", content, status=422 if wrong else 200)


def _late(request: HttpRequest, visitor: Visitor, gaming_day: date) -> dict[str, Any]:
    """What was posted on later days, so many to a page."""
    wanted = Wanted(gaming_day=gaming_day, is_late=True)
    after = number_in(request, "after")
    hidden = withheld_from(visitor)
    found = journals.page(visitor.house, wanted, after=after, limit=_LATE, hidden=hidden)
    return {"page": found, "rows": entries.journal_rows(found.items)}
