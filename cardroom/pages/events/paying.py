"""The view that says anew what really moved on one line of a settlement (`wager.paid`)."""

from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom.errors import CardroomError, Missing
from cardroom.pages import one_event
from cardroom.pages.asked import Asked, asked, fault
from cardroom.pages.events import facts
from cardroom.pages.plain import refused
from cardroom.pages.rounds.rows import said
from cardroom.pages.visitor import visitor_of
from cardroom.pages.words import cents_of
from tables import previews, replays
from tables.replays import RoundReplay
from tables.views import EventItem

PAID: Final = "wager.paid"
_WITHHELD: Final = "You may not see what moved in this round before its box is counted."
_NO_AMOUNT: Final = "Nothing was recorded: an amount in dollars is needed, as 25 or 12.50."
_CHANGED: Final = "The round has changed since you opened this page: look at it again."


def pay(request: HttpRequest, code: str, item: EventItem) -> HttpResponse:
    """The payment as a form; the last that is said of a line replaces what was said before."""
    visitor = visitor_of(request)
    read = replays.read(visitor.house, code, item.round or 0, is_blind=visitor.is_blind)
    if read.fees is None:
        raise PermissionDenied(_WITHHELD)
    form = asked(request, seen=str(read.last_position))
    sent, settled = facts.data_of(item), _settled(read, item)
    moved = {name: said(sent[f"{name}_cents"]) for name in ("paid", "collected")}
    content = {"item": item, "read": read, "settled": settled, "moved": moved}
    if request.method != "POST":
        return _page(request, code, form, content)
    moved = {name: request.POST.get(name, "") for name in moved}
    if request.POST.get("how") == "withdraw":
        moved = dict(settled)
    cents = {f"{name}_cents": cents_of(text) for name, text in moved.items()}
    unasked = fault(request, form, does=form.what == "record")
    if form.seen != str(read.last_position):
        unasked = _CHANGED
    if None in cents.values():
        unasked = _NO_AMOUNT
    content["moved"] = moved
    if unasked:
        return _page(request, code, form, content, unasked)
    event = {"type": PAID, "round": read.number, "data": sent | cents}
    return _recorded(request, code, form, event, content)


def _settled(read: RoundReplay, item: EventItem) -> dict[str, str]:
    """What the settlement in force says of the line; Missing where it has none."""
    wanted = facts.data_of(item)
    key = tuple(wanted.get(name) for name in ("seat", "hand", "kind", "player"))
    now = read.told.now
    lines = () if now.settlement is None or now.voided else now.settlement.lines
    for line in lines:
        if (line.seat, line.hand, line.kind, line.player) == key:
            return {"paid": said(line.paid_cents), "collected": said(line.collected_cents)}
    raise Missing(f"round {read.number} has no settlement line that this would be of")


def _recorded(
    request: HttpRequest, code: str, form: Asked, event: dict[str, Any], content: dict[str, Any]
) -> HttpResponse:
    """Preview it, or record it; who says so, and why, stands in its override."""
    visitor = visitor_of(request)
    batch = one_event.batch(visitor, form, event, at=("override",))
    try:
        if form.what == "record":
            one_event.record(request, code, form, batch)
            return HttpResponseRedirect(reverse("admin:round", args=[code, event["round"]]))
        found = previews.preview(visitor.house, code, event["round"], batch)
    except CardroomError as refusal:
        return _page(request, code, form, content, refused(refusal.detail))
    return _page(request, code, form, content | {"previewed": True, "notes": found.notes})


def _page(
    request: HttpRequest, code: str, form: Asked, content: dict[str, Any], fault: str = ""
) -> HttpResponse:
    item = content["item"]
    shown = {
        "title": f"What was paid in round {item.round:,}, {code}",
        "code": code,
        "position": f"{item.position:,}",
        "sent": facts.told(item),
        "withdraws": request.POST.get("how") == "withdraw",
        "asked": form,
        "fault": fault,
        "previewed": False,
    }
    status = 422 if fault else 200
    return render(request, "events/paid.html", shown | content, status=status)
