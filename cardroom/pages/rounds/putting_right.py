"""The views that put a round right: its correction, its void; previewed, then one event."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom.errors import CardroomError
from cardroom.pages.asked import Asked, asked, fault, needs_code
from cardroom.pages.rounds import edited
from cardroom.pages.rounds.edited import Row
from cardroom.pages.rounds.sides import side_by_side
from cardroom.pages.visitor import Visitor, visitor_of
from tables import previews, replays, services
from tables.replays import RoundReplay
from tables.rounds.codec import GIVEN_TYPES

_CHANGED: Final = "The round has changed since you opened this page: look at it again."
_UNREADABLE: Final = "Nothing was recorded: one line can't be read."
_WITHHELD: Final = (
    "You may not see the fees of this round before their box is counted, and a correction tells."
)
_NO_REASON: Final = "Say why: the reason stands in the record and on the dispute sheet."


def correct(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The round as a list that is edited, previewed, and recorded as one correction."""
    visitor = visitor_of(request)
    read = _read(visitor, code, number)
    form = asked(request, seen=str(read.last_position))
    if request.method != "POST":
        return _page(request, read, form, {"rows": edited.rows_of(read.told)})
    rows = edited.posted(request.POST.dict())
    if form.what == "add":
        after = request.POST.get("after", "")
        kind = request.POST.get("kind", "")
        rows = edited.added(rows, kind, edited.number_in(after))
        return _page(request, read, form, {"rows": rows})
    word = {"authorised_by": visitor.person, "reason": form.reason or "-"}
    found = edited.read(rows, word | ({"code": form.code} if form.code else {}))
    if found.fault is not None:
        at, said = found.fault
        return _page(request, read, form, {"rows": _faulty(rows, at, said)}, _UNREADABLE)
    data = {"round": number, "events": found.events}
    event = {"type": "round.corrected", "data": data}
    return _put_right(request, read, form, event, {"rows": rows}, places=found.places)


def void(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The void of a round: every wager goes back."""
    visitor = visitor_of(request)
    read = _read(visitor, code, number)
    form = asked(request, seen=str(read.last_position))
    if request.method != "POST":
        return _page(request, read, form, {})
    event = {"type": "round.voided", "round": number, "data": {}}
    return _put_right(request, read, form, event, {})


def _read(visitor: Visitor, code: str, number: int) -> RoundReplay:
    """The round, for somebody who may be told all of it."""
    read = replays.read(visitor.house, code, number, is_blind=visitor.is_blind)
    if read.fees is None:
        raise PermissionDenied(_WITHHELD)
    return read


def _put_right(
    request: HttpRequest,
    read: RoundReplay,
    form: Asked,
    event: dict[str, Any],
    content: dict[str, Any],
    *,
    places: Sequence[int] = (),
) -> HttpResponse:
    """Preview it, or record it; a refusal comes back to the line that it is about."""
    visitor = visitor_of(request)
    unasked = _fault(request, read, form)
    if unasked:
        return _page(request, read, form, content, unasked)
    batch = _batch(visitor, form, event)
    try:
        if form.what == "record":
            services.record(
                house=visitor.house,
                table=read.table,
                content=batch,
                recorded_by=f"person:{visitor.person}",
                scope="supervisor",
                confirmed=needs_code(request) or bool(form.code),
            )
            return HttpResponseRedirect(reverse("admin:round", args=[read.table, read.number]))
        found = previews.preview(visitor.house, read.table, read.number, batch)
    except CardroomError as refusal:
        at = _place(refusal.pointer, places)
        if at is not None and "rows" in content:
            content = {"rows": _faulty(content["rows"], at, refusal.detail)}
        return _page(request, read, form, content, f"Nothing was recorded: {refusal.detail}.")
    change = None
    if found.change is not None and (found.change.lines or found.change.people):
        change = side_by_side(found.told, found.change)
    shown = {"previewed": True, "change": change, "notes": found.notes}
    return _page(request, read, form, content | shown)


def _fault(request: HttpRequest, read: RoundReplay, form: Asked) -> str:
    """Why it cannot be asked for like this; empty if it can."""
    if form.seen != str(read.last_position):
        return _CHANGED
    return fault(request, form, does=form.what == "record", no_reason=_NO_REASON)


def _batch(visitor: Visitor, form: Asked, event: dict[str, Any]) -> bytes:
    """One event, as a batch of it; a preview has no code, which nothing checks."""
    word = {"reason": form.reason, "authorised_by": visitor.person}
    if form.what == "record" and form.code:
        word["code"] = form.code
    sent = {"id": form.id, "occurred_at": form.at, **event}
    sent["data"] = {**event["data"], **word}
    return msgspec.json.encode({"events": [sent]})


def _place(pointer: str, places: Sequence[int]) -> int | None:
    """The row that a refusal's pointer means: `/events/0/data/events/7/data/card`."""
    parts = pointer.split("/")
    at = parts[5] if parts[3:5] == ["data", "events"] and len(parts) > len("12345") else ""
    return places[int(at)] if at.isdigit() and int(at) < len(places) else None


def _faulty(rows: list[Row], at: int, fault: str) -> list[Row]:
    return [row._replace(fault=fault) if number == at else row for number, row in enumerate(rows)]


def _page(
    request: HttpRequest,
    read: RoundReplay,
    form: Asked,
    content: dict[str, Any],
    fault: str = "",
) -> HttpResponse:
    is_void = "rows" not in content
    return render(
        request,
        "floor/void.html" if is_void else "floor/correct.html",
        {
            "title": f"{'Void' if is_void else 'Correct'} round {read.number:,}, {read.table}",
            "read": read,
            "asked": form,
            "fault": fault,
            "kinds": sorted(GIVEN_TYPES),
            "most": edited.MOST,
            "previewed": False,
            **content,
        },
        status=422 if fault else 200,
    )
