"""Ending a key: at once, or when another one has taken its place."""

from datetime import timedelta
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom import clock
from cardroom.errors import CardroomError, Conflict
from cardroom.house import keys
from cardroom.house.keys import KeyView
from cardroom.pages.asked import Asked, asked, check_code
from cardroom.pages.setup import refused
from cardroom.pages.setup.filling import Typed, fill, posted, typed
from cardroom.pages.setup.key_forms import OVERLAP, line
from cardroom.pages.setup.key_issuing import ANOTHER, secret
from cardroom.pages.setup.keys import key_of, newest_of
from cardroom.pages.setup.showing import shown
from cardroom.pages.setup.signing import by, unsigned
from cardroom.pages.visitor import visitor_of

MOST_MINUTES: Final = 24 * 60
TOO_LONG: Final = f"A whole number of minutes from 0 to {MOST_MINUTES}."


def rotate(request: HttpRequest, number: int) -> HttpResponse:
    """Another key in the place of one, which goes on for as long as its machine needs."""
    held, house = key_of(request, number), visitor_of(request).house
    form = asked(request, seen=newest_of(house))
    if request.method != "POST":
        return _page(request, held, form, sent=typed(OVERLAP, {"minutes": 0}))
    sent = posted(dict(request.POST.lists()))
    filled = fill(OVERLAP, sent)
    if not 0 <= filled.facts.get("minutes", -1) <= MOST_MINUTES:
        return _page(request, held, form, sent=sent, faults={"minutes": TOO_LONG})
    does = form.what == "record"
    fault = unsigned(request, form, does=does)
    if fault or not does:
        return _page(request, held, form, sent=sent, fault=fault)
    try:
        check_code(request, form)
        token = keys.rotate(
            number,
            now=clock.now(),
            overlap=timedelta(minutes=filled.facts["minutes"]),
            by=by(request),
            reason=form.reason,
            seen=refused.version_in(form.seen),
        )
    except Conflict:
        newer = form._replace(seen=newest_of(house))
        return _page(request, held, newer, sent=sent, fault=ANOTHER)
    except CardroomError as refusal:
        _, said = refused.at(refusal, {})
        return _page(request, held, form, sent=sent, fault=said)
    return secret(request, token, house)


def revoke(request: HttpRequest, number: int) -> HttpResponse:
    """The end of a key, at once; a form that is sent twice has done its work."""
    held, now = key_of(request, number), clock.now()
    form, does = asked(request, seen=""), request.POST.get("do") == "record"
    if request.method == "POST" and held.revoked_at is not None and held.revoked_at <= now:
        return HttpResponseRedirect(reverse("admin:key", args=[number]))
    fault = unsigned(request, form, does=does) if request.method == "POST" else ""
    if fault or not does:
        return _page(request, held, form, fault=fault)
    try:
        check_code(request, form)
        keys.revoke(number, now=now, by=by(request), reason=form.reason)
    except CardroomError as refusal:
        _, said = refused.at(refusal, {})
        return _page(request, held, form, fault=said)
    return HttpResponseRedirect(reverse("admin:key", args=[number]))


def _page(
    request: HttpRequest,
    held: KeyView,
    form: Asked,
    *,
    sent: Typed | None = None,
    faults: dict[str, str] | None = None,
    fault: str = "",
) -> HttpResponse:
    """The form; one in which nothing is typed ends the key."""
    ends = sent is None
    content = {
        "title": f"{'Revoke' if ends else 'Rotate'} key {held.id}",
        "line": line(held, clock.now(), []),
        "ends": ends,
        "parts": [] if sent is None else shown(OVERLAP, sent, faults or {}, focus="minutes"),
        "asked": form,
        "fault": fault,
        "previewed": True,
    }
    return render(request, "setup/end_key.html", content, status=422 if fault or faults else 200)
