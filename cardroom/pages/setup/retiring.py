"""Taking an item out of use: what else that changes, signed, then one event."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom import clock
from cardroom.errors import Conflict, RuleViolation
from cardroom.house import editing, item_views
from cardroom.house.item_views import ItemView
from cardroom.house.versions import Change
from cardroom.house_games import GAMES
from cardroom.pages.asked import Asked, asked, check_code
from cardroom.pages.setup import refused
from cardroom.pages.setup.binding import ties
from cardroom.pages.setup.kinds.every import KINDS, kind_of
from cardroom.pages.setup.signing import by, unsigned
from cardroom.pages.visitor import visitor_of


def retire(request: HttpRequest, kind: str, code: str) -> HttpResponse:
    """The page of it; what something else needs isn't taken out, and it says what needs it."""
    known = kind_of(kind)
    view = item_views.versions(visitor_of(request).house, known, code)[0]
    form = asked(request, seen=str(view.version))
    if view.retired and request.method == "POST":
        return _done(view)  # a form that is sent twice has done its work
    try:
        return _answer(request, view, form)
    except Conflict:
        newer = form._replace(seen=str(view.version))
        return _page(request, view, newer, fault=refused.overtaken(view, form.seen))
    except RuleViolation as refusal:
        _, said = refused.at(refusal, {})
        return _page(request, view, form, fault=said, may=refusal.pointer == "/code")


def _answer(request: HttpRequest, view: ItemView, form: Asked) -> HttpResponse:
    """What it would change, or the change itself."""
    item: dict[str, Any] = {
        "house": visitor_of(request).house, "kind": view.kind, "code": view.code,
        "games": GAMES, "seen": refused.version_in(form.seen),
    }  # fmt: skip
    changes, does = editing.would_retire(**item), form.what == "record"
    fault = unsigned(request, form, does=does) if request.method == "POST" else ""
    if fault or not does:
        return _page(request, view, form, fault=fault, also=changes[1:])
    check_code(request, form)
    editing.retire(**item, now=clock.now(), by=by(request), reason=form.reason)
    return _done(view)


def _done(view: ItemView) -> HttpResponse:
    return HttpResponseRedirect(reverse("admin:house_item", args=[view.kind, view.code]))


def _page(
    request: HttpRequest,
    view: ItemView,
    form: Asked,
    *,
    fault: str = "",
    may: bool = True,
    also: Sequence[Change] = (),
) -> HttpResponse:
    words = KINDS[view.kind]
    house = visitor_of(request).house
    return render(
        request,
        "setup/retire.html",
        {
            "title": f"Take {words.one} {view.code} out of use",
            "view": view,
            "words": words,
            "asked": form,
            "fault": fault,
            "may": may,
            "ties": [] if may else ties(view, item_views.newest(house), ()),
            "also": also,
            "previewed": True,
        },
        status=422 if fault and request.method == "POST" else 200,
    )
