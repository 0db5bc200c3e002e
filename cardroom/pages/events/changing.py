"""The view that puts one event of a table right: changed or withdrawn, previewed, one event."""

from typing import Any, Final, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom.errors import CardroomError, Missing
from cardroom.pages import one_event
from cardroom.pages.asked import Asked, asked, fault
from cardroom.pages.events import facts, form
from cardroom.pages.events.form import Field
from cardroom.pages.events.paying import PAID, pay
from cardroom.pages.plain import refused
from cardroom.pages.rounds.rows import signed
from cardroom.pages.visitor import visitor_of
from cardroom.pages.words import event_word
from tables import event_previews, stream
from tables.event_previews import EventPreview
from tables.stream import Target

_CHANGED: Final = "This event was corrected since you opened this page: look at it again."
_UNREADABLE: Final = "Nothing was recorded: look at the fields that are marked."
_WITHHELD: Final = (
    "You may not correct events while you count boxes: a preview tells of their fees."
)
_OTHERS: Final = "event {position} is of a round: correct that round"


class _Case(NamedTuple):
    """An event before somebody who puts it right."""

    request: HttpRequest
    code: str
    target: Target
    asked: Asked

    def page(self, content: dict[str, Any], fault: str = "") -> HttpResponse:
        """The form, with what was typed, and what is wrong with it."""
        item = self.target.item
        shown = {
            "title": f"Correct event {item.position:,}, {self.code}",
            "code": self.code,
            "item": item,
            "position": f"{item.position:,}",
            "word": event_word(item.type),
            "sent": facts.told(item),
            "reason": facts.reason(item),
            "corrected_at": self.target.corrected_at,
            "stands": None if self.target.data is None else facts.facts(self.target.data),
            "withdraws": self.request.POST.get("how") == "withdraw",
            "asked": self.asked,
            "fault": fault,
            "previewed": False,
        }
        status = 422 if fault else 200
        return render(self.request, "events/change.html", shown | content, status=status)


def change(request: HttpRequest, code: str, position: int) -> HttpResponse:
    """The event as a form; what it would change, or the one event that says so."""
    visitor = visitor_of(request)
    if visitor.is_blind:
        raise PermissionDenied(_WITHHELD)
    target = stream.target(visitor.house, code, position)
    if target.item.type == PAID and target.item.round is not None:
        return pay(request, code, target.item)
    if not stream.is_of_table(target.item):
        raise Missing(_OTHERS.format(position=position))
    now = _Case(request, code, target, asked(request, seen=str(target.corrected_at)))
    item = target.item
    if request.method != "POST":
        data = target.data if target.data is not None else facts.data_of(item)
        return now.page({"fields": form.fields_of(item.type, data)})
    typed = form.typed(item.type, request.POST.dict())
    withdraws = request.POST.get("how") == "withdraw"
    if typed.data is None and not withdraws:
        return now.page({"fields": typed.fields}, _UNREADABLE)
    return _put_right(now, None if withdraws else typed.data, typed.fields)


def _put_right(now: _Case, data: dict[str, Any] | None, fields: list[Field]) -> HttpResponse:
    """Preview it, or record it."""
    content = {"fields": [field._replace(fault="") for field in fields]}
    does = now.asked.what == "record"
    unasked = fault(now.request, now.asked, does=does)
    if now.asked.seen != str(now.target.corrected_at):
        unasked = _CHANGED
    if unasked:
        return now.page(content, unasked)
    visitor = visitor_of(now.request)
    event = {
        "type": "event.corrected",
        "data": {"event": str(now.target.item.id), "data": data},
    }
    batch = one_event.batch(visitor, now.asked, event)
    try:
        if does:
            one_event.record(now.request, now.code, now.asked, batch)
            return HttpResponseRedirect(reverse("admin:events", args=[now.code]))
        found = event_previews.preview(visitor.house, now.code, batch)
    except CardroomError as refusal:
        return now.page(content, refused(refusal.detail))
    return now.page(content | {"previewed": True, "found": found, "people": _people(found)})


def _people(found: EventPreview) -> list[tuple[str, ...]]:
    """Whose money moves: what they win and owe, before and after, without its unit."""
    return [
        (
            one.player,
            signed(one.was_cents),
            signed(one.now_cents),
            signed(one.now_cents - one.was_cents),
            signed(one.fees_was_cents),
            signed(one.fees_now_cents),
            signed(one.fees_now_cents - one.fees_was_cents),
        )
        for one in found.people
    ]
