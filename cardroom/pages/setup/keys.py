"""The views of keys: the list, and one key by the number that records name it by."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom import clock
from cardroom.errors import Missing
from cardroom.house import keys
from cardroom.house.history.telling import told
from cardroom.house.keys import KeyView
from cardroom.pages.setup import key_forms
from cardroom.pages.setup.key_forms import SCOPES
from cardroom.pages.visitor import visitor_of

SHOWN: Final = {"running": "Those that run", "ended": "Those that ended", "all": "All"}


def index(request: HttpRequest) -> HttpResponse:
    """All keys that the house ever issued, filtered by what the address says."""
    house, now = visitor_of(request).house, clock.now()
    stories = key_forms.stories(told(house, kind="key"))
    found = [key_forms.line(key, now, stories.get(key.prefix, [])) for key in keys.listed(house)]
    show, scope = request.GET.get("show", ""), request.GET.get("scope", "")
    show = show if show in SHOWN else "running"
    fits = {"running": {"run", "warn"}, "ended": {"off"}}.get(show, {"run", "warn", "off"})
    listed = [line for line in found if line.flag.kind in fits and scope in {"", line.key.scope}]
    return render(
        request,
        "setup/keys.html",
        {
            "title": "Keys",
            "lines": listed,
            "total": len(found),
            "shows": SHOWN.items(),
            "show": show,
            "scopes": SCOPES.items(),
            "scope": scope,
        },
    )


def key(request: HttpRequest, number: int) -> HttpResponse:
    """A key by the number that records name it by."""
    held = key_of(request, number)
    steps = key_forms.stories(told(visitor_of(request).house, kind="key", code=held.prefix))
    own = steps.get(held.prefix, [])
    line = key_forms.line(held, clock.now(), own)
    content = {"title": f"Key {number}", "line": line, "steps": reversed(own)}
    return render(request, "setup/key.html", content)


def key_of(request: HttpRequest, number: int) -> KeyView:
    """A key of the visitor's house. Raises Missing for none."""
    found = [one for one in keys.listed(visitor_of(request).house) if one.id == number]
    if not found:
        raise Missing(f"this house has no key {number}")
    return found[0]


def newest_of(house: str) -> str:
    """The number of the newest key, as a form keeps it; 0 for none."""
    return str(max((one.id for one in keys.listed(house)), default=0))
