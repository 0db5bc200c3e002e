"""The views of rounds: they read a round told, or search, and lay it out for a page."""

from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from cardroom import clock
from cardroom.pages.rounds import rows
from cardroom.pages.rounds.felt import table_at
from cardroom.pages.rounds.reach import reach_at
from cardroom.pages.rounds.sides import side_by_side
from cardroom.pages.visitor import visitor_of
from cardroom.pages.words import GAMES, PHASES, dollars
from cardroom.reports import dispute
from tables import evenings, queries, readings, replays
from tables import search as searching
from tables.replays import RoundReplay
from tables.rounds.replay import Change, Revision, Step

_PAGE: Final = 50


def replay(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A round, step by step."""
    visitor = visitor_of(request)
    read = replays.read(visitor.house, code, number, is_blind=visitor.is_blind)
    step = _step(request, read)
    shown = read.told.revision_at(step.number) or next(iter(read.told.revisions[-1:]), None)
    content = {
        "title": f"Round {number:,}, {code}",
        "read": read,
        "now": read.told.now,
        "game": GAMES.get(read.told.now.felt.offering.rules.game, ""),
        "step": step,
        "steps": len(read.told.steps),
        "links": _links(read, step),
        "events": rows.event_rows(read.told, step, all_of_them="all" in request.GET),
        "all_events": "all" in request.GET,
        "around": rows.AROUND,
        "phase": PHASES[step.picture.phase],
        "notes": [(each, note) for each in read.told.steps for note in each.notes],
        "fees": read.fees,
        "fees_said": _fees(read),
        "last": read.told.steps[-1],
        "said_number": f"{number:,}",
        "may_correct": request.user.has_perm("staff.correct_rounds"),
        "may_settle": _may_settle(request, read),
        "cited": readings.of(read.told.readings),
    }
    return render(request, "floor/round.html", content | _settled(read, step, shown))


def _may_settle(request: HttpRequest, read: RoundReplay) -> bool:
    """Whether the visitor may void it, or settle it by hand, as it is now."""
    wanted = "correct_rounds" if read.told.now.is_over else "settle_rounds"
    return request.user.has_perm(f"staff.{wanted}")


def _settled(read: RoundReplay, step: Step, shown: Revision | None) -> dict[str, Any]:
    """The settlement that is shown, and what it changed."""
    change = None if shown is None else _change_to(read, shown)
    changed = (
        set()
        if change is None
        else {(one.seat, one.player, one.kind, one.hand) for one in change.lines}
    )
    is_there = shown is not None and shown.step <= step.number
    table = table_at(read, step.picture, shown if is_there else None,
                     {seat for seat, *_ in changed} if is_there else ())  # fmt: skip
    content: dict[str, Any] = {"table": table, "shown": shown, "is_there": is_there}
    if shown is not None:
        content |= {
            "lines": rows.line_rows(shown, changed),
            "totals": _totals(shown),
            "reach": reach_at(shown.coverage),
            "net": rows.signed(shown.settlement.player_dealer_net_cents),
            "used": rows.said(shown.settlement.used_cents),
            "dues": rows.said(shown.coverage.dues_cents),
        }
    return content | {"changes": [side_by_side(read.told, one) for one in read.told.changes]}


def _fees(read: RoundReplay) -> dict[str, str]:
    """The sums of collection fees."""
    fees = read.fees
    return {
        "assessed": dollars(fees.assessed_cents),
        "collected": dollars(fees.collected_cents),
        "waived": dollars(fees.waived_cents),
        "refunded": dollars(fees.refunded_cents),
    }


def _change_to(read: RoundReplay, shown: Revision) -> Change | None:
    return next((one for one in read.told.changes if one.now == shown.number), None)


def _totals(shown: Revision) -> dict[str, str]:
    lines = [one.line for one in shown.lines]
    return {
        "stake": rows.amount(sum(line.stake_cents for line in lines)),
        "paid": rows.amount(sum(line.paid_cents for line in lines)),
        "collected": rows.amount(sum(line.collected_cents for line in lines)),
        "returned": rows.amount(sum(line.returned_cents for line in lines)),
    }


def _step(request: HttpRequest, read: RoundReplay) -> Step:
    """The step that is asked for: by its number, by a position of the table, or the last."""
    last = len(read.told.steps)
    number = number_in(request, "step") or last
    at = number_in(request, "at")
    if at is not None:
        number = read.told.step_at(at)
    revision = number_in(request, "revision")
    if revision is not None:
        found = (one.step for one in read.told.revisions if one.number == revision)
        number = next(found, last)
    return read.told.steps[min(max(number, 1), last) - 1]


def number_in(request: HttpRequest, name: str) -> int | None:
    """A whole number of the query, None where there is none; thousands may be told apart."""
    said = request.GET.get(name, "").replace(",", "").strip()
    return int(said) if said.isascii() and said.isdigit() and len(said) < len(str(2**63)) else None


def _links(read: RoundReplay, step: Step) -> dict[str, str]:
    """Where the keys lead; what there isn't is left out."""
    here = reverse("admin:round", args=[read.table, read.number])
    last = len(read.told.steps)
    steps = {"first": 1, "back": step.number - 1, "on": step.number + 1, "last": last}
    found = {
        name: f"{here}?{urlencode({'step': number})}"
        for name, number in steps.items()
        if 1 <= number <= last and number != step.number
    }
    for name, number in (("before", read.before), ("after", read.after)):
        if number is not None:
            found[name] = reverse("admin:round", args=[read.table, number])
    sheet_url = reverse("admin:dispute_sheet", args=[read.table, read.number])
    return found | {"here": here, "sheet": sheet_url}


def sheet(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The dispute sheet of a round, for printing."""
    visitor = visitor_of(request)
    read = replays.read(visitor.house, code, number, is_blind=visitor.is_blind)
    answer = HttpResponse(dispute.render(read), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="dispute-{code}-{number}.pdf"'
    return answer


def search(request: HttpRequest) -> HttpResponse:
    """Whatever was typed into the one box."""
    visitor, text = visitor_of(request), request.GET.get("q", "")
    found = searching.search(visitor.house, text, now=clock.now(), is_blind=visitor.is_blind)
    content = {
        "title": "Search",
        "found": found,
        "asked_for": text,
        "can": searching.CAN,
    }
    return render(request, "floor/search.html", content)


def index(request: HttpRequest) -> HttpResponse:
    """Every table that rounds were played at."""
    visitor = visitor_of(request)
    content = {
        "title": "Rounds",
        "tables": evenings.tables(visitor.house),
    }
    return render(request, "floor/rounds.html", content)


def evening(request: HttpRequest, code: str) -> HttpResponse:
    """The rounds of a table, the newest first, so many to a page."""
    visitor = visitor_of(request)
    queries.head_of(visitor.house, code)
    before = number_in(request, "before")
    found = evenings.evening(
        visitor.house, code, before=before, limit=_PAGE + 1, is_blind=visitor.is_blind
    )
    content = {
        "title": f"Rounds of {code}",
        "code": code,
        "rounds": rows.round_rows(found[:_PAGE]),
        "older": found[_PAGE - 1].number if len(found) > _PAGE else None,
        "is_newest": before is None,
    }
    return render(request, "floor/evening.html", content)
