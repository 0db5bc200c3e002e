"""The view of a table's events: its stream, page by page, of some type or round."""

from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom.pages.events import facts
from cardroom.pages.events.paying import PAID
from cardroom.pages.rounds.views import number_in
from cardroom.pages.visitor import visitor_of
from cardroom.pages.words import event_word, spoken
from tables import stream
from tables.rounds.codec import CLIENT_TYPES, SERVICE_TYPES, TYPES
from tables.rounds.events import LAST_ROUND, Noted
from tables.stream import Listed, Put
from tables.views import EventItem

PAGE: Final = 50
_AROUND: Final = 12  # events that are shown behind the one that is asked for
WITHDRAWN: Final = "withdrawn"


class EventRow(NamedTuple):
    """An event in the list; `instead` is what a correction made of it, `correction` where it is.

    `round` is the one to correct, for an event that is put right with its round.
    """

    item: EventItem
    position: str
    word: str
    facts: str
    reason: str
    notes: tuple[str, ...]
    instead: str
    correction: int | None
    is_of_service: bool
    may_change: bool
    round: int | None


def events(request: HttpRequest, code: str) -> HttpResponse:
    """The events of a table, the newest first."""
    visitor = visitor_of(request)
    kind, number = request.GET.get("type", ""), number_in(request, "round")
    before, at = number_in(request, "before"), number_in(request, "at")
    if at is not None:
        before = at + _AROUND + 1
    found = stream.listed(
        visitor.house,
        code,
        before=before,
        limit=PAGE,
        types=[kind] if kind in TYPES else None,
        number=None if number is None else min(number, LAST_ROUND),
        is_blind=visitor.is_blind,
    )
    may_change = request.user.has_perm("staff.correct_rounds")
    content = {
        "title": f"Events of {code}",
        "code": code,
        "rows": [_row(item, found, may_change=may_change) for item in found.items],
        "kind": kind if kind in TYPES else "",
        "number": number,
        "kinds": [(name, event_word(name)) for name in (*CLIENT_TYPES, *SERVICE_TYPES)],
        "at": at,
        "is_newest": before is None,
        "is_withheld": found.withheld,
        "older": _older(found, kind, number),
        "looked_to": f"{found.looked_to:,}",
    }
    return render(request, "events/list.html", content)


def _older(found: Listed, kind: str, number: int | None) -> str:
    """The query of the page behind; empty where the stream begins on this one."""
    if found.older is None:
        return ""
    wanted: dict[str, Any] = {"type": kind} if kind in TYPES else {}
    wanted |= {} if number is None else {"round": number}
    return urlencode(wanted | {"before": found.older})


def _row(item: EventItem, found: Listed, *, may_change: bool) -> EventRow:
    put = found.put_right.get(item.id)
    noted = item.noted if isinstance(item.noted, Noted) else Noted()
    return EventRow(
        item=item,
        position=f"{item.position:,}",
        word=event_word(item.type),
        facts=facts.told(item),
        reason=facts.reason(item),
        notes=tuple(f"{spoken(note.code)}: {spoken(note.detail)}" for note in noted.irregularities),
        instead="" if put is None else _instead(put),
        correction=None if put is None else put.position,
        is_of_service=item.type in SERVICE_TYPES,
        may_change=may_change and (stream.is_of_table(item) or item.type == PAID),
        round=item.round if may_change and item.type not in {*SERVICE_TYPES, PAID} else None,
    )


def _instead(put: Put) -> str:
    return WITHDRAWN if put.data is None else facts.facts(put.data)
