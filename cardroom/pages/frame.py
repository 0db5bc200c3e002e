"""The frame around every page: the house, its day and shift, the sections, who is signed in."""

from datetime import date, datetime
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.admin import site
from django.http import HttpRequest
from django.urls import reverse

from cardroom import clock
from cardroom.errors import Missing
from cardroom.gaming_day import gaming_day
from cardroom.house import houses
from cardroom.house.houses import HouseFacts
from cardroom.pages.kept import kept_here
from cardroom.pages.visitor import visitor_of

DEMO: Final = "DEMO"


class Entry(NamedTuple):
    """A section in the bar."""

    word: str
    letter: str
    url: str
    is_current: bool


class Moment(NamedTuple):
    """Now, as the house's clock on the wall has it."""

    at: datetime
    zone: str
    gaming_day: date
    shift: str | None

    @property
    def clock(self) -> str:
        """The time of day, for templates would show an instant by the server's zone."""
        return self.at.strftime("%H:%M:%S")


def frame(request: HttpRequest) -> dict[str, Any]:
    """What `admin/base_site.html` shows; nothing but the name outside of the site."""
    if not request.path.startswith(settings.SITE_PATH) or not hasattr(request, "user"):
        return {}
    if not site.has_permission(request):
        return {"has_permission": False, **_outside()}
    visitor = visitor_of(request)
    facts = houses.facts(visitor.house)
    return {
        "has_permission": True,
        "site_title": facts.name,
        "house_name": facts.name,
        "mark": _mark(facts),
        "visitor": visitor,
        "moment": moment(facts, clock.now()),
        "sections": _sections(request),
        "kept": kept_here(request, getattr(request, "page", None)),
        "is_nav_sidebar_enabled": False,
    }


def _outside() -> dict[str, Any]:
    """What the door says: whose it is, where there is one house."""
    try:
        facts = houses.facts(houses.only_house())
    except Missing:
        return {"site_title": "Cardroom", "house_name": "Cardroom"}
    return {"site_title": facts.name, "house_name": facts.name, "mark": _mark(facts)}


def moment(facts: HouseFacts, now: datetime) -> Moment:
    """An instant by a house's clock."""
    local = now.astimezone(ZoneInfo(facts.zone))
    begun = [code for code, starts in facts.shifts.items() if starts <= local.time()]
    return Moment(
        at=local,
        zone=local.tzname() or facts.zone,
        gaming_day=gaming_day(now, facts.zone, facts.gaming_day_starts),
        shift=max(begun or facts.shifts, key=facts.shifts.__getitem__, default=None),
    )


def _mark(facts: HouseFacts) -> str | None:
    """What every page says of a house that isn't real."""
    if facts.code == DEMO:
        return "DEMO HOUSE"
    return "SANDBOX" if facts.sandbox else None


def _sections(request: HttpRequest) -> list[Entry]:
    from cardroom.pages.map import PAGES  # noqa: PLC0415 - the pages themselves have this frame

    page = getattr(request, "page", None)
    current = page and page.path.partition("/")[0]
    return [
        Entry(
            word=each.section.word,
            letter=each.section.letter,
            url=reverse(f"admin:{each.name}"),
            is_current=each.path.partition("/")[0] == current,
        )
        for each in PAGES
        if each.section and each.is_seen_by(request.user)
    ]
