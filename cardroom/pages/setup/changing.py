"""The forms that add an item and change one: previewed, signed, then one event."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom import clock
from cardroom.errors import CardroomError, Conflict
from cardroom.house import editing, item_views
from cardroom.house.items import Kind
from cardroom.house_games import GAMES
from cardroom.pages.asked import check_code
from cardroom.pages.setup import refused
from cardroom.pages.setup.draft import Draft, check_name, drafted, previewed
from cardroom.pages.setup.fields import OWN_CODE, Field, Rows
from cardroom.pages.setup.filling import Filled, added, count, fill
from cardroom.pages.setup.kinds.every import KINDS, kind_of
from cardroom.pages.setup.showing import first_of, shown
from cardroom.pages.setup.signing import by, digest, unsigned
from cardroom.pages.visitor import visitor_of

ANOTHER: Final = "There is one of this code already: choose another code, or change that one."


def add(request: HttpRequest, kind: str) -> HttpResponse:
    """Add an item, by the form of its kind."""
    known = kind_of(kind)
    if known == "house":
        return refused.no_second_house()
    return _answer(request, drafted(request, known, None))


def change(request: HttpRequest, kind: str, code: str) -> HttpResponse:
    """Change an item, or bring it back into use."""
    known = kind_of(kind)
    held = item_views.versions(visitor_of(request).house, known, code)[0]
    return _answer(request, drafted(request, known, held))


def _answer(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Show the form, preview what it says, or record it."""
    what, _, which = draft.asked.what.partition("-")
    if request.method != "POST" or what == "game":
        return _page(request, draft, focus=first_of(draft.shape))
    if what == "add":
        return _grown(request, draft, which)
    filled = _with_others(draft, fill(draft.shape, draft.form))
    if filled.faults:
        return _page(request, draft, faults=filled.faults)
    return _weighed(request, draft, filled)


def _with_others(draft: Draft, filled: Filled) -> Filled:
    """The house keeps what of its settings has a page of its own: when reports fall due."""
    if draft.kind != "house" or draft.held is None:
        return filled
    named = {part.path[0] if isinstance(part, Field) else part.name for part in draft.shape}
    others = {name: fact for name, fact in draft.held.facts.items() if name not in named}
    return filled._replace(facts=others | filled.facts)


def _weighed(request: HttpRequest, draft: Draft, filled: Filled) -> HttpResponse:
    """Preview a form that can be read, or record it; a refusal goes to where it is about."""
    item: dict[str, Any] = {
        "house": draft.house, "kind": draft.kind, "facts": filled.facts, "games": GAMES,
        "seen": refused.version_in(draft.asked.seen),
    }  # fmt: skip
    does = draft.asked.what == "record"
    try:
        changes = editing.would_put(**item)
        check_name(draft, filled)
        preview = previewed(draft, filled, changes)
        fault = unsigned(request, draft.asked, does=does, shown=digest(filled.facts))
        if fault or not does or not changes:
            return _page(request, draft, fault=fault, preview=preview)
        check_code(request, draft.asked)
        reason = draft.asked.reason
        editing.put(**item, now=clock.now(), by=by(request), reason=reason)
    except Conflict:
        return _overtaken(request, draft, filled, does=does)
    except CardroomError as refusal:
        where, said = refused.at(refusal, filled.places)
        faults = {where: said} if where else {}
        return _page(request, draft, faults=faults, fault="" if where else said)
    return _done(draft.kind, str(filled.facts["code"]))


def _overtaken(request: HttpRequest, draft: Draft, filled: Filled, *, does: bool) -> HttpResponse:
    """Somebody was faster, and the form goes on from there; sent twice, it has done its work."""
    differs = editing.would_put(house=draft.house, kind=draft.kind, facts=filled.facts, games=GAMES)
    if does and not differs:
        return _done(draft.kind, str(filled.facts["code"]))
    if draft.held is None:
        return _page(request, draft, faults={OWN_CODE: ANOTHER})
    newer = draft._replace(asked=draft.asked._replace(seen=str(draft.held.version)))
    fault = refused.overtaken(draft.held, draft.asked.seen)
    return _page(request, newer, fault=fault)


def _grown(request: HttpRequest, draft: Draft, which: str) -> HttpResponse:
    """The form with another row."""
    for part in draft.shape:
        if isinstance(part, Rows) and part.name == which:
            grown = draft._replace(form=added(part, draft.form))
            last = count(part, grown.form) - 1
            return _page(request, grown, focus=f"{which}-{last}-{part.fields[0].name}")
    return _page(request, draft)


def _done(kind: Kind, code: str) -> HttpResponse:
    return HttpResponseRedirect(reverse("admin:house_item", args=[kind, code]))


def _page(
    request: HttpRequest,
    draft: Draft,
    *,
    faults: dict[str, str] | None = None,
    fault: str = "",
    preview: dict[str, Any] | None = None,
    focus: str = "",
) -> HttpResponse:
    words, held = KINDS[draft.kind], draft.held
    title = f"Add {words.a}" if held is None else f"Change {words.one} {held.code}"
    return render(
        request,
        "setup/change.html",
        {
            "title": title,
            "kind": draft.kind,
            "words": words,
            "held": held,
            "parts": shown(draft.shape, draft.form, faults or {}, focus=focus),
            "asked": draft.asked,
            "fault": fault,
            "at_fault": bool(faults),
            "preview": preview,
            "previewed": bool(preview and preview["changes"]),
        },
        status=422 if fault or faults else 200,
    )
