"""The schedule of reports: when each kind falls due; a change is an event of the house."""

from typing import Any, Final

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom import clock
from cardroom.errors import CardroomError
from cardroom.house import editing, houses, written
from cardroom.house.policies import ReportSchedule
from cardroom.house_games import GAMES
from cardroom.pages.asked import Asked, asked, check_code, fault, line_fault
from cardroom.pages.compliance.coming import coming
from cardroom.pages.visitor import visitor_of
from cardroom.reports.kinds import KINDS
from cardroom.staff.rights import RIGHTS

_CHANGED: Final = "The house's settings have changed since you opened this page: look at it again."
_SAME: Final = "Nothing would change: this is the schedule that holds."
_UNREADABLE: Final = "Minutes to wait are a whole number from 0 to 1,440, a day."
Said = dict[str, dict[str, Any]]


def index(request: HttpRequest) -> HttpResponse:
    """The schedule, and the form by which who sets up the house changes it."""
    house = visitor_of(request).house
    version, settings = houses.settings_at(house, clock.now())
    form = asked(request, seen=str(version))
    held: Said = msgspec.to_builtins(settings.reports)
    if request.method != "POST":
        return _page(request, form, held, held)
    _check_right(request)
    said = _posted(request)
    if said == held and form.seen != str(version):  # the form was sent twice
        return HttpResponseRedirect(reverse("admin:report_schedule"))
    unasked = _fault(request, form, said, held, version)
    if unasked or form.what != "record":
        return _page(request, form, said, held, unasked)
    return _record(request, form, said, held)


def _record(request: HttpRequest, form: Asked, said: Said, held: Said) -> HttpResponse:
    """The house's settings with this schedule in them, as a house file would say it."""
    visitor, now = visitor_of(request), clock.now()
    section = written.as_of(visitor.house, now)["house"]
    try:
        check_code(request, form)
        editing.put(
            house=visitor.house,
            kind="house",
            facts=section | {"reports": said},
            games=GAMES,
            now=now,
            by=f"person:{visitor.person}",
            reason=form.reason,
            seen=int(form.seen),
        )
    except CardroomError as refusal:
        why = refusal.detail.removesuffix(".")
        return _page(request, form, said, held, f"Nothing was changed: {why}.")
    return HttpResponseRedirect(reverse("admin:report_schedule"))


def _check_right(request: HttpRequest) -> None:
    if not request.user.has_perm("staff.see_compliance"):
        raise PermissionDenied(f"You may not {RIGHTS['see_compliance'].words}.")


def _posted(request: HttpRequest) -> Said:
    """The schedule as it was typed; a wait that is no number stays a text."""
    return {kind: _times(request, kind) for kind in KINDS}


def _times(request: HttpRequest, kind: str) -> dict[str, Any]:
    wait = request.POST.get(f"wait-{kind}", "").strip()
    is_number = wait.isascii() and wait.isdigit() and len(wait) < 10  # noqa: PLR2004
    return {
        "daily": f"daily-{kind}" in request.POST,
        "monthly": f"monthly-{kind}" in request.POST,
        "wait_minutes": int(wait) if is_number else wait,
    }


def _fault(request: HttpRequest, form: Asked, said: Said, held: Said, version: int) -> str:
    """Why it can't be asked for like this; empty if it can."""
    if form.seen != str(version):
        return _CHANGED
    try:
        msgspec.convert(said, ReportSchedule)
    except msgspec.ValidationError:
        return _UNREADABLE
    if said == held:
        return _SAME
    return line_fault(form) or fault(request, form, does=form.what == "record")


def _page(
    request: HttpRequest, form: Asked, said: Said, held: Said, unasked: str = ""
) -> HttpResponse:
    house = visitor_of(request).house
    next_ones = {one.kind: one for one in coming(house, clock.now())}
    changed = {kind for kind in KINDS if said[kind] != held[kind]}
    content = {
        "title": "Schedule of reports",
        "tab": "report_schedule",
        "rows": [
            (name, kind.title, said[name], held[name], next_ones[name], name in changed)
            for name, kind in KINDS.items()
        ],
        "asked": form,
        "fault": unasked,
        "previewed": (request.method == "POST" and not unasked) or form.what == "record",
        "may_change": request.user.has_perm("staff.set_up_house"),
    }
    status = 422 if unasked else 200
    return render(request, "compliance/schedule.html", content, status=status)
