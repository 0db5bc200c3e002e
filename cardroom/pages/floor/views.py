"""The floor's views: the page, and what of it is renewed every few seconds."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom import clock
from cardroom.house import houses
from cardroom.house.houses import HouseFacts
from cardroom.pages.floor.filters import FILTERS, shown
from cardroom.pages.floor.tiles import Asked, tile
from cardroom.pages.floor.urgent import MOST, urgent
from cardroom.pages.frame import moment
from cardroom.pages.visitor import Visitor, visitor_of
from tables import floor

# Up to so many tables a tile is as large: the first with room for all of it, on any monitor.
_SIZES: Final = ((16, "few"), (40, "many"))
_LEAST: Final = "crowd"


def index(request: HttpRequest) -> HttpResponse:
    """The page."""
    return render(request, "floor/index.html", _content(request) | {"title": "Floor"})


def now(request: HttpRequest) -> HttpResponse:
    """What of it is renewed."""
    return render(request, "floor/now.html", _content(request))


def _content(request: HttpRequest) -> dict[str, Any]:
    visitor, instant = visitor_of(request), clock.now()
    facts = houses.facts(visitor.house)
    glances = floor.floor(visitor.house, since=_shift_began(facts, instant))
    asked = _asked(facts, instant, visitor)
    tiles = [tile(glance, asked) for glance in glances]
    wanted = request.GET.get("show", "all")
    needs = urgent(tiles)
    return {
        "tiles": shown(tiles, wanted),
        "tables": len(tiles),
        "open": sum(each.is_open for each in tiles),
        "needs": needs,
        "shown": needs if len(needs) <= MOST else needs[: MOST - 1],
        "more": needs[MOST - 1 :] if len(needs) > MOST else [],
        "filters": [
            (name, word, len(shown(tiles, name)), name == wanted) for name, word in FILTERS.items()
        ],
        "show": wanted if wanted in FILTERS else "all",
        "size": next((word for most, word in _SIZES if len(tiles) <= most), _LEAST),
        "read_at": moment(facts, instant),
    }


def _asked(facts: HouseFacts, instant: datetime, visitor: Visitor) -> Asked:
    return Asked(
        now=instant,
        zone=facts.zone,
        sees_fees=visitor.sees_fees,
        is_blind=visitor.is_blind,
        seats={code: offered.data.seats for code, offered in facts.offerings.items()},
    )


def _shift_began(facts: HouseFacts, instant: datetime) -> datetime:
    """When the shift of an instant began by the house's clock; without shifts, the gaming day."""
    local = moment(facts, instant)
    starts = facts.gaming_day_starts if local.shift is None else facts.shifts[local.shift]
    began = datetime.combine(local.at.date(), starts, local.at.tzinfo)
    return began if began <= local.at else began - timedelta(days=1)
