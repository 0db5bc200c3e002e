"""The views that put a round right: its correction, its void, its settlement by hand."""

from functools import partial
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from cardroom.errors import Missing
from cardroom.pages.one_event import authority
from cardroom.pages.rounds import by_hand, edited
from cardroom.pages.rounds.by_hand import HandRow
from cardroom.pages.rounds.edited import Row
from cardroom.pages.rounds.putting_right import Case, case, put_right
from cardroom.pages.visitor import visitor_of
from cardroom.pages.words import dollars
from tables.rounds.codec import GIVEN_TYPES

_UNREADABLE: Final = "Nothing was recorded: one line can't be read."
_NO_AMOUNTS: Final = "Nothing was recorded: look at the wagers that are marked."


def correct(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The round as a list that is edited, previewed, and recorded as one correction."""
    now = case(request, code, number, template="floor/correct.html", title="Correct")
    lists: dict[str, Any] = {"kinds": sorted(GIVEN_TYPES), "most": edited.MOST}
    stands = edited.rows_of(now.read.told)
    if request.method != "POST":
        return now.page(lists | {"rows": stands}, edited.too_long(stands))
    rows = edited.posted(request.POST.dict(), stands)
    if now.form.what == "add":
        after = edited.number_in(request.POST.get("after", ""))
        more = edited.added(rows, request.POST.get("kind", ""), after)
        return now.page(lists | {"rows": more}, edited.why_not_added(rows, after))
    found = edited.read(rows, _word(now))
    if found.fault is not None:
        return now.page(lists | {"rows": _faulty(rows, *found.fault)}, _UNREADABLE)
    data = {"round": number, "events": found.events}
    event = {"type": "round.corrected", "data": data}

    mark = partial(_marked, rows, found.places)
    return put_right(now, event, lists | {"rows": rows}, faulty=mark)


def void(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The void of a round: every wager goes back."""
    now = case(request, code, number, template="floor/void.html", title="Void")
    if request.method != "POST":
        return now.page({})
    return put_right(now, {"type": "round.voided", "round": number, "data": {}}, {})


def settle(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The settlement of a round by hand: of one that is on, or in the place of the rules'."""
    now = case(request, code, number, template="floor/by_hand.html", title="Settle")
    if now.read.told.now.voided:
        raise Missing(f"round {number} is voided: there is nothing to settle")
    lists = {
        "results": by_hand.RESULTS,
        "stands": "stands" in request.POST,
        "wager": dollars(now.read.told.now.felt.wager_cents),
    }
    if request.method != "POST":
        return now.page(lists | {"rows": by_hand.rows_of(now.read)})
    rows = by_hand.posted(now.read, request.POST.dict())
    if any(row.fault for row in rows):
        return now.page(lists | {"rows": rows}, _NO_AMOUNTS)
    lines = by_hand.sent(rows)

    if now.read.told.now.is_over:
        return put_right(now, _instead(now, lines), lists | {"rows": rows})
    event = {"type": "round.settled_by_floor", "round": number, "data": {"lines": lines}}
    at = ("data", "override") if lists["stands"] else ("data",)
    return put_right(now, event, lists | {"rows": rows}, at=at, faulty=partial(_wrong, rows))


def _instead(now: Case, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The round corrected: as it was, but for its end, which is the settlement by hand."""
    word = _word(now)
    *before, last = edited.rows_of(now.read.told)
    found = edited.read(before, word)
    end = {
        "type": "round.settled_by_floor",
        "occurred_at": last.at,
        "data": {"lines": lines, **word},
    }
    if "stands" in now.request.POST:
        end["override"] = word
    data = {"round": now.read.number, "events": [*found.events, end]}
    return {"type": "round.corrected", "data": data}


def _word(now: Case) -> dict[str, str]:
    """Who lets what breaks the procedure stand; a reason that is missing is asked for later."""
    word = authority(visitor_of(now.request), now.form)
    return word | {"reason": word["reason"] or "-"}


def _wrong(rows: list[HandRow], at: int, fault: str) -> dict[str, Any]:
    """The wager that a refusal is about, marked."""
    return {
        "rows": [
            row._replace(fault=fault) if at == place else row for place, row in enumerate(rows)
        ]
    }


def _marked(rows: list[Row], places: list[int], at: int, fault: str) -> dict[str, Any]:
    """The row that a refusal of an event is about, marked."""
    return {"rows": _faulty(rows, places[at], fault)} if at < len(places) else {}


def _faulty(rows: list[Row], at: int, fault: str) -> list[Row]:
    return [row._replace(fault=fault) if number == at else row for number, row in enumerate(rows)]
