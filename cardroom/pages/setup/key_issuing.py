"""The form of a new key: previewed, signed, and then its secret, shown this once."""

from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom import clock
from cardroom.errors import CardroomError, Conflict, Malformed
from cardroom.house import houses, keys
from cardroom.house.houses import HouseFacts
from cardroom.pages.asked import Asked, asked, check_code
from cardroom.pages.setup import refused
from cardroom.pages.setup.filling import Filled, Typed, fill, posted, typed
from cardroom.pages.setup.in_words import lines
from cardroom.pages.setup.key_forms import shape
from cardroom.pages.setup.keys import newest_of
from cardroom.pages.setup.showing import first_of, shown
from cardroom.pages.setup.signing import by, digest, unsigned
from cardroom.pages.visitor import visitor_of

ANOTHER: Final = (
    "Another key was issued since you opened this page. Nothing was recorded. If it isn't the one"
    " that you meant, which the list says, go on."
)


def issue(request: HttpRequest) -> HttpResponse:
    """A new key: previewed, signed, and then its secret, this once."""
    facts = houses.facts(visitor_of(request).house)
    form, own = asked(request, seen=newest_of(facts.code)), shape(facts.tables)
    if request.method != "POST":
        return _form(request, facts, form, typed(own, {}), focus=first_of(own))
    sent = posted(dict(request.POST.lists()))
    filled = fill(own, sent)
    if filled.faults:
        return _form(request, facts, form, sent, faults=filled.faults)
    try:
        return _issued(request, facts, form, sent, filled)
    except Conflict:
        newer = form._replace(seen=newest_of(facts.code))
        return _form(request, facts, newer, sent, fault=ANOTHER)
    except CardroomError as refusal:
        where, said = refused.at(refusal, filled.places)
        faults = {where: said} if where else {}
        return _form(request, facts, form, sent, faults=faults, fault="" if where else said)


def _issued(
    request: HttpRequest, facts: HouseFacts, form: Asked, sent: Typed, filled: Filled
) -> HttpResponse:
    """The preview, or the key."""
    asked_for = {name: filled.facts[name] for name in ("name", "scope", "tables")}
    keys.check(**asked_for, house=facts.code)
    expires_at = _expiry(filled.facts.get("until"), facts)
    does, shown_ = form.what == "record", digest(filled.facts)
    fault = unsigned(request, form, does=does, shown=shown_)
    if fault or not does:
        preview = {"lines": lines(shape(facts.tables), filled.facts), "digest": shown_}
        return _form(request, facts, form, sent, fault=fault, preview=preview)
    check_code(request, form)
    token = keys.issue(
        **asked_for,
        house=facts.code,
        now=clock.now(),
        expires_at=expires_at,
        by=by(request),
        reason=form.reason,
        seen=refused.version_in(form.seen),
    )
    return secret(request, token, facts.code)


def secret(request: HttpRequest, token: str, house: str) -> HttpResponse:
    """The page that shows a new key, in the answer to its form alone: no address leads to it."""
    number = keys.by_prefix(token, house=house)
    return render(
        request, "setup/key_secret.html", {"title": f"Key {number}", "token": token, "key": number}
    )


def _expiry(until: str | None, facts: HouseFacts) -> datetime | None:
    """The end of a day by the house's clock; Malformed for one that is past, or far off."""
    if until is None:
        return None
    zone, last = ZoneInfo(facts.zone), date.fromisoformat(until)
    if not clock.now().astimezone(zone).date() <= last < keys.LAST_END.date() - timedelta(days=1):
        said = f"a key is good until a day from today on, before {keys.LAST_END.year}"
        raise Malformed(said, pointer="/until")
    return datetime.combine(last + timedelta(days=1), time(), zone)


def _form(
    request: HttpRequest,
    facts: HouseFacts,
    form: Asked,
    sent: Typed,
    *,
    faults: dict[str, str] | None = None,
    fault: str = "",
    preview: dict[str, Any] | None = None,
    focus: str = "",
) -> HttpResponse:
    content = {
        "title": "Issue a key",
        "parts": shown(shape(facts.tables), sent, faults or {}, focus=focus),
        "asked": form,
        "fault": fault,
        "at_fault": bool(faults),
        "preview": preview,
        "previewed": preview is not None,
    }
    return render(request, "setup/issue_key.html", content, status=422 if fault or faults else 200)
