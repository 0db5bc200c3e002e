"""The views that put a round right: its correction, its void; previewed, then one event."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom import clock
from cardroom.errors import CardroomError
from cardroom.pages.rounds import edited
from cardroom.pages.rounds.edited import Row
from cardroom.pages.rounds.sides import side_by_side
from cardroom.pages.visitor import Visitor, visitor_of
from cardroom.staff.members import member_of
from tables import previews, replays, services
from tables.replays import RoundReplay
from tables.rounds.codec import GIVEN_TYPES

_CHANGED: Final = "The round has changed since you opened this page: look at it again."
_UNREADABLE: Final = "Nothing was recorded: one line can't be read."
_NO_REASON: Final = "Say why: the reason stands in the record and on the dispute sheet."
_NO_CODE: Final = "Type the one-time code that your phone shows now; it confirms that it is you."


class _Asked(NamedTuple):
    """What a form asks for; the id and the instant make a repeated form the same event."""

    what: str
    reason: str
    code: str
    id: str
    at: str
    seen: str


def correct(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The round as a list that is edited, previewed, and recorded as one correction."""
    visitor = visitor_of(request)
    read = replays.read(visitor.house, code, number, is_blind=visitor.is_blind)
    asked = _asked(request, read)
    if request.method != "POST":
        return _page(request, read, asked, {"rows": edited.rows_of(read.told)})
    rows = edited.posted(request.POST.dict())
    if asked.what == "add":
        after = request.POST.get("after", "")
        kind = request.POST.get("kind", "")
        rows = edited.added(rows, kind, edited.number_in(after))
        return _page(request, read, asked, {"rows": rows})
    word = {"authorised_by": visitor.person, "reason": asked.reason or "-"}
    found = edited.read(rows, word | ({"code": asked.code} if asked.code else {}))
    if found.fault is not None:
        at, fault = found.fault
        return _page(request, read, asked, {"rows": _faulty(rows, at, fault)}, _UNREADABLE)
    data = {"round": number, "events": found.events}
    event = {"type": "round.corrected", "data": data}
    return _put_right(request, read, asked, event, {"rows": rows}, places=found.places)


def void(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The void of a round: every wager goes back."""
    visitor = visitor_of(request)
    read = replays.read(visitor.house, code, number, is_blind=visitor.is_blind)
    asked = _asked(request, read)
    if request.method != "POST":
        return _page(request, read, asked, {})
    event = {"type": "round.voided", "round": number, "data": {}}
    return _put_right(request, read, asked, event, {})


def _asked(request: HttpRequest, read: RoundReplay) -> _Asked:
    form = request.POST
    return _Asked(
        what=form.get("do", ""),
        reason=form.get("reason", "").strip(),
        code=form.get("code", "").replace(" ", ""),
        id=_id(form.get("id", "")),
        at=form.get("at") or clock.now().isoformat(),
        seen=form.get("seen") or str(read.last_position),
    )


def _id(said: str) -> str:
    try:
        return str(UUID(said))
    except ValueError:
        return str(uuid4())


def _put_right(
    request: HttpRequest,
    read: RoundReplay,
    asked: _Asked,
    event: dict[str, Any],
    content: dict[str, Any],
    *,
    places: Sequence[int] = (),
) -> HttpResponse:
    """Preview it, or record it; a refusal comes back to the line that it is about."""
    visitor = visitor_of(request)
    needs_code = _needs_code(request)
    fault = _fault(read, asked, needs_code=needs_code)
    if fault:
        return _page(request, read, asked, content, fault)
    batch = _batch(visitor, asked, event)
    try:
        if asked.what == "record":
            services.record(
                house=visitor.house,
                table=read.table,
                content=batch,
                recorded_by=f"person:{visitor.person}",
                scope="supervisor",
                is_blind=visitor.is_blind,
                confirmed=needs_code,
            )
            return HttpResponseRedirect(reverse("admin:round", args=[read.table, read.number]))
        found = previews.preview(
            visitor.house, read.table, read.number, batch, is_blind=visitor.is_blind
        )
    except CardroomError as refusal:
        at = _place(refusal.pointer, places)
        if at is not None and "rows" in content:
            content = {"rows": _faulty(content["rows"], at, refusal.detail)}
        return _page(request, read, asked, content, f"Nothing was recorded: {refusal.detail}.")
    change = None
    if found.change is not None and (found.change.lines or found.change.people):
        change = side_by_side(found.told, found.change)
    shown = {"previewed": True, "change": change, "notes": found.notes}
    return _page(request, read, asked, content | shown)


def _needs_code(request: HttpRequest) -> bool:
    """Whether a one-time code must confirm it: everywhere but in the demo."""
    member = member_of(request.user)
    return member is None or member.needs_code


def _fault(read: RoundReplay, asked: _Asked, *, needs_code: bool) -> str:
    """Why it cannot be asked for like this; empty if it can."""
    if asked.seen != str(read.last_position):
        return _CHANGED
    if not asked.reason:
        return _NO_REASON
    return _NO_CODE if needs_code and asked.what == "record" and not asked.code else ""


def _batch(visitor: Visitor, asked: _Asked, event: dict[str, Any]) -> bytes:
    """One event, as a batch of it; a preview has no code, which nothing checks."""
    word = {"reason": asked.reason, "authorised_by": visitor.person}
    if asked.what == "record" and asked.code:
        word["code"] = asked.code
    sent = {"id": asked.id, "occurred_at": asked.at, **event}
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
    asked: _Asked,
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
            "asked": asked,
            "fault": fault,
            "kinds": sorted(GIVEN_TYPES),
            "most": edited.MOST,
            "previewed": False,
            **content,
        },
        status=422 if fault else 200,
    )
