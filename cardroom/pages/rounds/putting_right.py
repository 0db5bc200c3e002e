"""How a round is put right: previewed, then one event; a refusal comes back to its row."""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom.errors import CardroomError
from cardroom.pages import one_event
from cardroom.pages.asked import Asked, asked, fault
from cardroom.pages.plain import refused
from cardroom.pages.rounds import rows
from cardroom.pages.rounds.fees import fees_then
from cardroom.pages.rounds.sides import side_by_side
from cardroom.pages.visitor import visitor_of
from tables import previews, replays
from tables.previews import Preview
from tables.replays import RoundReplay

_CHANGED: Final = "The round has changed since you opened this page: look at it again."
_OVER: Final = "You may not change a round that is settled; a supervisor does."
_NO_REASON: Final = "Say why: the reason stands in the record and on the dispute sheet."
_ROW: Final = re.compile(r"/events/0/data/(?:events|lines)/(\d{1,4})(?:/|$)")
Faulty = Callable[[int, str], dict[str, Any]]


class Case(NamedTuple):
    """A round before somebody who puts it right, on one of the forms."""

    request: HttpRequest
    read: RoundReplay
    form: Asked
    template: str
    title: str

    def page(self, content: dict[str, Any], fault: str = "") -> HttpResponse:
        """The form, with what was typed, and what is wrong with it."""
        number, table = f"{self.read.number:,}", self.read.table
        shown = {"title": f"{self.title} round {number}, {table}", "previewed": False}
        shown |= {"read": self.read, "said_number": number, "asked": self.form, "fault": fault}
        status = 422 if fault else 200
        return render(self.request, self.template, shown | content, status=status)


def case(request: HttpRequest, code: str, number: int, *, template: str, title: str) -> Case:
    """The round, for somebody who may be told all of it and change it as it is now."""
    visitor = visitor_of(request)
    read = replays.read(visitor.house, code, number, is_blind=visitor.is_blind)
    if read.told.now.is_over and not request.user.has_perm("staff.correct_rounds"):
        raise PermissionDenied(_OVER)
    return Case(request, read, asked(request, seen=str(read.last_position)), template, title)


def put_right(
    now: Case,
    event: dict[str, Any],
    content: dict[str, Any],
    *,
    at: tuple[str, ...] = ("data",),
    faulty: Faulty | None = None,
) -> HttpResponse:
    """Preview it, or record it; `faulty` marks the row that a refusal is about."""
    unasked = _fault(now)
    if unasked:
        return now.page(content, unasked)
    visitor = visitor_of(now.request)
    batch = one_event.batch(visitor, now.form, event, at=at)
    read = now.read
    try:
        if now.form.what == "record":
            one_event.record(now.request, read.table, now.form, batch)
            return HttpResponseRedirect(reverse("admin:round", args=[read.table, read.number]))
        found = previews.preview(
            visitor.house, read.table, read.number, batch, is_blind=visitor.is_blind
        )
    except CardroomError as refusal:
        place = _place(refusal.pointer)
        if place is not None and faulty is not None:
            content = content | faulty(place, refusal.detail)
        return now.page(content, refused(refusal.detail))
    fees = fees_then(read.fees, found.fees)
    return now.page(content | _previewed(found) | {"fees": fees})


def _fault(now: Case) -> str:
    """Why it cannot be asked for like this; empty if it can."""
    if now.form.seen != str(now.read.last_position):
        return _CHANGED
    does = now.form.what == "record"
    return fault(now.request, now.form, does=does, no_reason=_NO_REASON)


def _previewed(found: Preview) -> dict[str, Any]:
    """What it would change, or what a first settlement would be."""
    change = None
    if found.change is not None and (found.change.lines or found.change.people):
        change = side_by_side(found.told, found.change)
    content = {"previewed": True, "change": change, "notes": found.notes, "first": None}
    if found.change is None and found.is_changed and found.told.revisions:
        first = found.told.revisions[-1]
        net = rows.signed(first.settlement.player_dealer_net_cents)
        content["first"] = {"lines": rows.line_rows(first, set()), "net": net}
    return content


def _place(pointer: str) -> int | None:
    """The row that a pointer means: `/events/0/data/events/7/data/card`, or `…/data/lines/2`."""
    found = _ROW.match(pointer)
    return int(found[1]) if found else None
