"""Starting a count: a box that came off a table, who counts it, and who received it."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom import clock
from cardroom.errors import CardroomError
from cardroom.house import houses
from cardroom.pages.asked import Asked, asked
from cardroom.pages.boxes import custody
from cardroom.pages.counting import slots
from cardroom.pages.counting.acting import Refused, let_stand, record
from cardroom.pages.counting.signing import exception_in, fault_of
from cardroom.pages.visitor import Visitor, visitor_of
from ledger.drops import Drop
from ledger.queries import counts, drops

_MOST: Final = 500
_MORE: Final = 1  # counters beyond those that the policy wants


def start(request: HttpRequest, code: str, position: int) -> HttpResponse:
    """Ask who counts the box that an event of a table took off, and start."""
    visitor = visitor_of(request)
    drop = drops.taken_off(visitor.house, code, position)
    form = asked(request, seen="")
    if drop.count is not None and str(drop.count) != form.id:
        return HttpResponseRedirect(reverse("admin:count", args=[drop.count]))
    if request.method != "POST":
        return _page(request, visitor, drop, form, None)
    excepted = exception_in(request)
    try:
        exception, present = let_stand(request, visitor, excepted)
        body = _body(request, drop, form) | {"exception": exception}
        record(visitor, "count.started", body, present=present)
    except CardroomError as refusal:
        refused = Refused(fault_of(refusal), excepted=excepted)
        return _page(request, visitor, drop, form, refused)
    return HttpResponseRedirect(reverse("admin:count", args=[form.id]))


def _body(request: HttpRequest, drop: Drop, form: Asked) -> dict[str, Any]:
    boxes = request.POST.get("boxes", "").strip()
    return {
        "id": form.id,
        "table": drop.period.table_code,
        "removed_position": drop.period.removed_position,
        "box": drop.period.counted_box,
        "started_at": form.at,
        "counters": _named(request),
        "received_by": request.POST.get("received_by") or None,
        "boxes": int(boxes) if boxes.isascii() and boxes.isdigit() else boxes,
    }


def _named(request: HttpRequest) -> list[str]:
    typed = (person.strip() for person in request.POST.getlist("counter"))
    return [person for person in typed if person]


def _page(
    request: HttpRequest, visitor: Visitor, drop: Drop, form: Asked, refused: Refused | None
) -> HttpResponse:
    facts, now = houses.facts(visitor.house), clock.now()
    named = _named(request) if refused else [visitor.person]
    places = max(counts.counters_needed(visitor.house, now), 1) + _MORE
    named += [""] * (places - len(named))
    (view,) = drops.views(visitor.house, [drop], is_blind=True)
    content = {
        "title": f"Count box {drop.period.counted_box}",
        "each": custody.shown(view, now),
        "people": slots.counters(facts),
        "named": named,
        "needed": places - _MORE,
        "receivers": sorted(facts.people),
        "received_by": request.POST.get("received_by", ""),
        "boxes": request.POST.get("boxes", "") or _together(visitor.house, drop),
        "supervisors": slots.supervisors(facts),
        "asked": form,
        "refused": refused,
    }
    status = 200 if refused is None else 422
    return render(request, "counting/start.html", content, status=status)


def _together(house: str, drop: Drop) -> int:
    """How many boxes of the day and purpose wait for their count, or are being counted."""
    day, purpose = drop.period.gaming_day, drop.period.purpose
    waiting = drops.uncounted(house, limit=_MOST, gaming_day=day, purpose=purpose)
    return sum(one.period.removed_position is not None for one in waiting)
