"""A reviewer's note of a report, or of what it found: an event, beside all notes there are."""

from typing import Any, Final
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom.errors import CardroomError
from cardroom.pages.asked import Asked, asked, check_code, fault, needs_code
from cardroom.pages.compliance import addresses, reading
from cardroom.pages.visitor import Visitor, visitor_of
from cardroom.reports import notes
from cardroom.reports.kinds import kind_of
from cardroom.reports.notes import NoteView
from cardroom.reports.store import Kept

_NO_NOTE: Final = "Write what you found: the note is what stands in the record."
_NUMBERS: Final = ("round", "position")
_WORDS: Final = ("table", "rule", "holder")


def note(request: HttpRequest, number: int) -> HttpResponse:
    """The form; a note that was recorded leads back to where one came from."""
    visitor = visitor_of(request)
    kept = reading.one(visitor, number).kept
    form = asked(request, seen=str(kept.revision))
    if request.method != "POST":
        return _page(request, kept, form)
    said = _about(request) | {"text": form.reason, "by": visitor.person}
    if _is_known(notes.of(kept), form, said):  # the form was sent twice
        return HttpResponseRedirect(_back(request, kept))
    unasked = fault(request, form, does=True, no_reason=_NO_NOTE)
    if unasked:
        return _page(request, kept, form, unasked)
    return _record(request, kept, form, said)


def _record(request: HttpRequest, kept: Kept, form: Asked, about: dict[str, Any]) -> HttpResponse:
    visitor: Visitor = visitor_of(request)
    content = msgspec.json.encode({"id": form.id, **about})
    try:
        check_code(request, form)
        notes.record(kept, content=content, recorded_by=f"person:{visitor.person}")
    except CardroomError as refusal:
        said = refusal.detail.removesuffix(".")
        return _page(request, kept, form, f"Nothing was recorded: {said}.")
    return HttpResponseRedirect(_back(request, kept))


def _is_known(known: list[NoteView], form: Asked, said: dict[str, Any]) -> bool:
    same = (view for view in known if view.id == UUID(form.id))
    return any(all(getattr(view, name) == value for name, value in said.items()) for view in same)


def _about(request: HttpRequest) -> dict[str, Any]:
    """What the note is about, as the address or the form has it."""
    given = request.POST if request.method == "POST" else request.GET
    words: dict[str, Any] = {name: given[name] for name in _WORDS if given.get(name)}
    numbers = {name: addresses.whole(given.get(name, "")) for name in _NUMBERS}
    return words | {name: number for name, number in numbers.items() if number is not None}


def _page(request: HttpRequest, kept: Kept, form: Asked, said: str = "") -> HttpResponse:
    about = _about(request)
    known = [
        view
        for view in notes.of(kept)
        if all(getattr(view, name) == about.get(name) for name in ("table", "round", "rule"))
    ]
    content = {
        "title": "Note",
        "tab": "compliance" if about else "reports",
        "kept": kept,
        "kind": kind_of(kept.kind),
        "about": about,
        "notes": known,
        "asked": form,
        "fault": said,
        "needs_code": needs_code(request),
        "back": _back(request, kept),
    }
    return render(request, "compliance/note.html", content, status=422 if said else 200)


def _back(request: HttpRequest, kept: Kept) -> str:
    return addresses.back(request, reverse("admin:report", args=[kept.id]))
