"""The page of a box period: what is off, where it lies, and what people say of it."""

from typing import Any, Final
from uuid import uuid4

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom.errors import CardroomError
from cardroom.pages.asked import Asked, asked, needs_code, reason_fault
from cardroom.pages.reconcile import counted, located, rows
from cardroom.pages.reconcile.figures import variance
from cardroom.pages.reconcile.states import KINDS, look_of, state_of, state_of_finding
from cardroom.pages.visitor import Visitor, visitor_of
from ledger.queries import counts, reconciliations
from ledger.rules.reconciliation import BoxFigures
from ledger.services import reconciliations as services
from ledger.views.reconciliation import ReconciliationView

EXPLAIN: Final = "reconciliation.explained"
SIGN: Final = "reconciliation.signed"
_CHANGED: Final = "What there is to explain has changed since you opened this page: look again."
_UNCOUNTED: Final = (
    "This box isn't counted. Who may count boxes says nothing of one before it is, and is told"
    " nothing."
)
_NO_TEXT: Final = "Say what happened: it stands beside the figures for good."
_NO_CODE: Final = "Type the one-time code that your phone shows now; it is your signature."


def period(request: HttpRequest, name: str) -> HttpResponse:
    """Show it; or record what is said of it, and go back there."""
    visitor = visitor_of(request)
    found = reconciliations.one(visitor.house, name, is_blind=visitor.is_blind)
    (box,) = reconciliations.views(visitor.house, [found], is_blind=visitor.is_blind)
    seen = _marks(found, box)
    form = asked(request, seen=seen)
    if request.method != "POST":
        return _page(request, found, form)
    fault = _fault(request, box, form, seen)
    if not fault:
        try:
            _record(request, visitor, name, form)
        except CardroomError as refusal:
            fault = f"Nothing was recorded: {refusal.detail}."
    if fault:
        return _page(request, found, form, fault)
    return HttpResponseRedirect(reverse("admin:box_period", args=[name]))


def _fault(request: HttpRequest, box: ReconciliationView, form: Asked, seen: str) -> str:
    """Why it cannot be asked for like this; empty if it can."""
    if box.withheld is True:
        return _UNCOUNTED
    is_signed = form.what == "sign"
    if _marks_of(form.seen, said=is_signed) != _marks_of(seen, said=is_signed):
        return _CHANGED
    if is_signed:
        return _NO_CODE if needs_code(request) and not form.code else ""
    return reason_fault(form, _NO_TEXT)


def _record(request: HttpRequest, visitor: Visitor, name: str, form: Asked) -> None:
    said: dict[str, Any] = {"id": form.id, "by": visitor.person}
    if form.what == "sign":
        said |= {"code": form.code} if form.code else {}
    else:
        said["text"] = form.reason
    services.record(
        SIGN if form.what == "sign" else EXPLAIN,
        house=visitor.house,
        reconciliation=name,
        content=msgspec.json.encode(said),
        recorded_by=f"person:{visitor.person}",
        is_blind=visitor.is_blind,
        present=() if needs_code(request) or form.code else (visitor.person,),
    )


def _marks(found: BoxFigures, box: ReconciliationView) -> str:
    """All that is to be said of a box, and how much was: what a form was filled in about."""
    marks = " ".join(f"{one.kind}:{one.mark}" for one in found.findings)
    return f"{marks} {len(box.explanations)}"


def _marks_of(seen: str, *, said: bool) -> str:
    """What must not have changed: who signs has read what was said, who explains says it."""
    return seen if said else seen.rpartition(" ")[0]


def _page(request: HttpRequest, found: BoxFigures, form: Asked, fault: str = "") -> HttpResponse:
    visitor = visitor_of(request)
    (box,) = reconciliations.views(visitor.house, [found], is_blind=visitor.is_blind)
    is_told = box.withheld is not True
    by_kind = {kind: [one for one in box.findings if one.status == kind] for kind in _STATUSES}
    content = {
        "title": f"{box.box} · {box.table}",
        "box": box,
        "state": state_of(box),
        "figures": zip(_COLUMNS, rows.figures(box), strict=True) if is_told else (),
        "findings": [
            (
                KINDS[one.kind],
                variance(one.cents, look_of(box, one.kind)),
                state_of_finding(one),
                one,
            )
            for one in box.findings
        ],
        "former": [(KINDS[one.kind], variance(one.cents), one) for one in box.former_findings],
        "can_explain": is_told and bool(by_kind["open"] or by_kind["explained"]),
        "can_sign": is_told and bool(by_kind["explained"]),
        "to_explain": [KINDS[one.kind] for one in by_kind["open"]],
        "to_sign": [(KINDS[one.kind], one) for one in by_kind["explained"]],
        "is_own": any(one.explained_by == visitor.person for one in by_kind["explained"]),
        "is_supervisor": "supervisor" in visitor.roles,
        "needs_code": needs_code(request),
        "fault": fault,
        "fault_at": form.what if fault else "",
        "asked": form,
        "other_id": uuid4(),
        **(_located(visitor, box) if is_told else {}),
    }
    return render(request, "reconcile/box.html", content, status=422 if fault else 200)


_STATUSES: Final = ("open", "explained", "signed")
_COLUMNS: Final = (
    "Assessed", "Waived", "Corrected", "Expected", "Collected", "Counted", "Assess var.",
    "Count var.", "Total",
)  # fmt: skip


def _located(visitor: Visitor, box: ReconciliationView) -> dict[str, Any]:
    """Where what is off lies."""
    told: dict[str, Any] = {
        "items": [located.item_row(item) for item in box.exceptions or ()],
        "where_fees": located.where_fees(box),
    }
    if box.count is not None and box.counted_cents is not None:
        count = counts.view(counts.sheet(visitor.house, box.count))
        told |= {"sheet": counted.sheet(count), "where_count": counted.where_count(box)}
    return told
