"""A table's events in their order: around the one that proves something, or wherever one looks."""

from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from cardroom.pages.compliance import addresses
from cardroom.pages.visitor import visitor_of
from tables import queries
from tables.views import EventItem

_PAGE: Final = 40
_BEFORE: Final = 12
_LONGEST: Final = 220


class EventRow(NamedTuple):
    """An event as a line: `facts` are what it says, shortened where it says much."""

    position: int
    at: datetime
    type: str
    round: int | None
    replay_url: str
    facts: str
    by: str
    is_here: bool


def index(request: HttpRequest, code: str) -> HttpResponse:
    """So many events, from a little before the one that is asked for."""
    visitor = visitor_of(request)
    at = addresses.number(request, "at") or 0
    first = max(0, at - _BEFORE - 1)
    found = queries.events(visitor.house, code, after=first, limit=_PAGE + 1)
    page = found[:_PAGE]
    shown = queries.shown(visitor.house, code, page) if visitor.is_blind else page
    content: dict[str, Any] = {
        "title": f"Events of {code}",
        "tab": "compliance",
        "code": code,
        "at": at,
        "events": [_row(code, one, at) for one in shown],
        "is_withheld": shown != page,
        "earlier": max(1, first + 1 + _BEFORE - _PAGE) if first else None,
        "later": page[-1].position + 1 + _BEFORE if len(found) > _PAGE else None,
    }
    return render(request, "compliance/events.html", content)


def _row(code: str, one: EventItem, at: int) -> EventRow:
    replay = reverse("admin:round", args=[code, one.round]) if one.round else ""
    return EventRow(
        position=one.position,
        at=one.occurred_at,
        type=one.type,
        round=one.round,
        replay_url=f"{replay}?at={one.position}" if replay else "",
        facts=_facts(msgspec.json.decode(one.data)),
        by=one.recorded_by,
        is_here=one.position == at,
    )


def _facts(data: object) -> str:
    """`seat 4, amount_cents 1,000`; nothing where nothing is said or shown."""
    if not isinstance(data, dict):
        return ""
    said = ", ".join(f"{name} {_value(value)}" for name, value in data.items() if value is not None)
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"


def _value(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
