"""Adjusting an accepted count: another figure afterwards, which somebody else approves of."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom.errors import CardroomError
from cardroom.house import houses
from cardroom.pages.asked import Asked, asked, reason_fault
from cardroom.pages.counting import lines, slots
from cardroom.pages.counting.acting import CHANGED, LINES, SAME, Refused, record
from cardroom.pages.counting.signing import Fault, fault_of, signer
from cardroom.pages.visitor import Visitor, visitor_of
from ledger.queries import counts as queries
from ledger.rules.counting.sheet import Sheet


def adjust(request: HttpRequest, count: UUID) -> HttpResponse:
    """What an accepted count should have been, in the name of two."""
    visitor = visitor_of(request)
    found = queries.sheet(visitor.house, count)
    here = HttpResponseRedirect(reverse("admin:count", args=[count]))
    if found.acceptance is None:
        return here
    form = asked(request, seen=str(len(found.adjustments)))
    if request.method != "POST":
        return _page(request, visitor, found, form, None)
    refused = _adjust(request, visitor, found, form)
    return here if refused is None else _page(request, visitor, found, form, refused)


def _adjust(request: HttpRequest, visitor: Visitor, found: Sheet, form: Asked) -> Refused | None:
    typed = lines.typed_in(request.POST)
    read = lines.lines([], typed, with_faults=True)
    fault = _fault(found, form, read)
    if fault is not None:
        return Refused(fault, typed)
    by = request.POST.get("authorised_by", "")
    try:
        shown = signer(request, visitor, by, "word")
        body: dict[str, Any] = {
            "id": form.id,
            "denominations": lines.denominations(read),
            "by": visitor.person,
            "reason": form.reason,
            "authorised_by": by,
            "code": shown.code,
        }
        record(visitor, "count.adjusted", body, count=found.count.id, present=shown.present)
    except CardroomError as refusal:
        return Refused(fault_of(refusal), typed)
    return None


def _fault(found: Sheet, form: Asked, read: list[lines.Line]) -> Fault | None:
    if not read or any(line.fault for line in read):
        return Fault(LINES, "lines")
    if any(str(each.id) == form.id for each in found.adjustments):
        return None  # sent again: it is the same event
    if form.seen != str(len(found.adjustments)):
        return Fault(CHANGED)
    if lines.denominations(read) == _present(found):
        return Fault(SAME)
    said = reason_fault(form)
    return Fault(said, "reason") if said else None


def _present(found: Sheet) -> dict[str, int]:
    """The pieces as they are accepted, or adjusted."""
    if found.adjustments:
        return found.adjustments[-1].denominations
    return found.figures[-1].denominations


def _page(
    request: HttpRequest, visitor: Visitor, found: Sheet, form: Asked, refused: Refused | None
) -> HttpResponse:
    view, every = queries.view(found), "all" in request.GET
    typed = refused.typed if refused else lines.as_typed(_present(found), every=every)
    shown = lines.lines([], typed, every=every, with_faults=refused is not None)
    content = {
        "title": f"Adjust the count of box {view.box}",
        "view": view,
        "lines": shown,
        "total": lines.figure(lines.total_cents(shown)),
        "supervisors": slots.supervisors(
            houses.facts(visitor.house), but=(*view.counters, visitor.person)
        ),
        "authorised_by": request.POST.get("authorised_by", ""),
        "asked": form,
        "refused": refused,
    }
    status = 200 if refused is None else 422
    return render(request, "counting/adjust.html", content, status=status)
