"""The count sheet: lines are typed, corrected and signed on it; and the same as a PDF."""

from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom.house import houses
from cardroom.pages.asked import asked
from cardroom.pages.counting import drafts, lines, slots
from cardroom.pages.counting.acting import ACTS, UNKNOWN, At, Refused
from cardroom.pages.counting.signing import RULES, Fault
from cardroom.pages.visitor import visitor_of
from cardroom.reports import count_sheet
from ledger.queries import counts as queries
from ledger.rules.counting.sheet import Sheet
from ledger.views.count import CountView

_WHO: Final = "Only its counters say what was in the box"


def sheet(request: HttpRequest, count: UUID) -> HttpResponse:
    """A count sheet; what is done on it leads back to it."""
    visitor = visitor_of(request)
    found = queries.sheet(visitor.house, count)
    if request.method != "POST":
        return _page(request, found, None)
    form = asked(request, seen="")
    here = reverse("admin:count", args=[count])
    if form.what == "keep":
        drafts.keep(request, count, lines.typed_in(request.POST))
        by_script = request.headers.get("X-Requested-With") == "fetch"
        return HttpResponse(status=204) if by_script else _to("admin:counts")
    act = ACTS.get(form.what)
    if act is None:
        return _page(request, found, Refused(Fault(UNKNOWN)))
    refused = act(At(request, visitor, found, form))
    return HttpResponseRedirect(here) if refused is None else _page(request, found, refused)


def pdf(request: HttpRequest, count: UUID) -> HttpResponse:
    """The sheet as 4 CCR 12385 wants it, for printing."""
    visitor = visitor_of(request)
    facts = houses.facts(visitor.house)
    view = queries.view(queries.sheet(visitor.house, count))
    answer = HttpResponse(
        count_sheet.render(view, zone=facts.zone, sandbox=facts.sandbox),
        content_type="application/pdf",
    )
    answer["Content-Disposition"] = f'inline; filename="count-{view.table}-{count}.pdf"'
    return answer


def _page(request: HttpRequest, found: Sheet, refused: Refused | None) -> HttpResponse:
    visitor, view = visitor_of(request), queries.view(found)
    facts = houses.facts(visitor.house)
    may_type = visitor.person in view.counters and request.user.has_perm("staff.count_boxes")
    writing = _writing(request, view, refused) if may_type else ""
    every = "all" in request.GET
    typed = _typed(request, view, refused, writing, every=every)
    shown = lines.lines(
        view.figures,
        typed,
        every=every,
        with_faults=refused is not None and refused.typed is not None,
    )
    missing = [line for line in shown if line.pieces is None]
    places = slots.told(slots.slots(view, facts), refused)
    at_place = refused is not None and (
        refused.fault.place in {"lines", "reason"} or any(slot.refused for slot in places)
    )
    content: dict[str, Any] = {
        "title": f"Count sheet · box {view.box}",
        "view": view,
        "lines": shown,
        "writing": writing,
        "every": every,
        "total": lines.figure(lines.total_cents(shown)),
        "lines_in": len(shown) - len(missing),
        "lines_to_go": len(missing),
        "slots": places,
        "fault": "" if refused is None or at_place else refused.fault.said,
        "needed": slots.needed(view),
        "supervisors": slots.supervisors(facts, but=view.counters),
        "exceptions": [(each, [RULES[rule] for rule in each.rules]) for each in view.exceptions],
        "adjustments": [(one, lines.figure(one.total_cents)) for one in view.adjustments],
        "accepted": None if view.counted_cents is None else lines.figure(view.counted_cents),
        "may_sign": request.user.has_perm("staff.count_boxes") and view.status == "entered",
        "may_correct": may_type and view.status == "entered",
        "may_adjust": request.user.has_perm("staff.sign_money") and view.status == "accepted",
        "who": f"{_WHO}: {', '.join(view.counters)}.",
        "asked": asked(request, seen=str(len(view.figures))),
        "refused": refused,
    }
    status = 200 if refused is None else 422
    return render(request, "counting/sheet.html", content, status=status)


def _writing(request: HttpRequest, view: CountView, refused: Refused | None) -> str:
    """Whether lines are typed: to `enter` them, or to `correct` what is in."""
    if view.status == "started":
        return "enter"
    wants = "correct" in request.GET or (refused is not None and refused.typed is not None)
    return "correct" if view.status == "entered" and wants else ""


def _typed(
    request: HttpRequest,
    view: CountView,
    refused: Refused | None,
    writing: str,
    *,
    every: bool,
) -> dict[str, str] | None:
    """What stands in the lines where somebody types."""
    if not writing:
        return None
    if refused is not None and refused.typed is not None:
        return refused.typed
    if writing == "enter":
        return drafts.kept(request, view.id)
    return lines.as_typed(view.figures[-1].denominations, every=every)


def _to(name: str) -> HttpResponse:
    return HttpResponseRedirect(reverse(name))
