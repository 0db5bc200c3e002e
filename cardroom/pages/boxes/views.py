"""The board of the drop boxes by where they are, and the chain of custody of one box."""

from datetime import date, datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom import clock
from cardroom.errors import Missing
from cardroom.house import houses
from cardroom.pages.boxes import asking, custody
from cardroom.pages.boxes.custody import Shown
from cardroom.pages.counting.lines import figure
from cardroom.pages.days import beside
from cardroom.pages.frame import moment
from cardroom.pages.visitor import Visitor, visitor_of
from cardroom.pages.words import dollars
from ledger.drops import Drop
from ledger.queries import counts, drops
from ledger.views.count import AdjustmentView, CountView

_MOST: Final = 400
_LAST: Final = 12  # drops of one box


class Column(NamedTuple):
    """A column of the board; `empty` says why nothing is in it, and what comes next."""

    kind: str
    title: str
    empty: str
    boxes: list[Shown]


class Link(NamedTuple):
    """One period of a box: the drop, its count, and what it held if the visitor is told."""

    shown: Shown
    sheet: CountView | None
    counted: str
    collected: str
    over_short: str
    adjustments: list[tuple[AdjustmentView, str]]


def board(request: HttpRequest) -> HttpResponse:
    """Every box: on a table, off and not counted, being counted, counted that day."""
    visitor, now = visitor_of(request), clock.now()
    today = moment(houses.facts(visitor.house), now).gaming_day
    asked, purpose = asking.day(request), asking.purpose(request)
    day = asked or today
    uncounted = drops.uncounted(visitor.house, limit=_MOST, gaming_day=asked, purpose=purpose)
    counted = drops.listed(
        visitor.house,
        after=drops.START,
        limit=_MOST,
        gaming_day=day,
        status="counted",
        purpose=purpose,
    )
    shown = custody.all_shown(visitor.house, [*uncounted, *counted], now)
    content = {
        "title": "Boxes",
        "columns": _columns(shown, day),
        "broken": [one for one in shown if one.is_breach],
        "asked_day": asked,
        "day": day,
        "days": beside(day, day, present=today),
        "purpose": purpose,
        "purposes": asking.PURPOSES,
        "is_cut": _MOST in {len(uncounted), len(counted)},
        "most": _MOST,
        "read_at": moment(houses.facts(visitor.house), now),
    }
    return render(request, "boxes/board.html", content)


def _columns(shown: list[Shown], day: date) -> list[Column]:
    of: dict[str, list[Shown]] = {"on_table": [], "off": [], "counting": [], "counted": []}
    for one in shown:
        of[one.view.status if one.view.status in of else "off"].append(one)
    hanging = sorted(of["on_table"], key=lambda one: (one.view.table, one.view.purpose))
    return [
        Column("run", "On tables", "No table has reported a box.", hanging),
        Column("warn", "Off, not counted", "No box is waiting to be counted.", of["off"]),
        Column("run", "Counting", "No count is begun.", of["counting"]),
        Column("off", "Counted", f"No box of {day:%a} {day.day} {day:%b} is counted yet.",
               of["counted"]),
    ]  # fmt: skip


def box(request: HttpRequest, box: str) -> HttpResponse:
    """The last drops of one box, link by link, the latest first."""
    visitor, now = visitor_of(request), clock.now()
    found = drops.of_box(visitor.house, box, limit=_LAST)
    if not found:
        raise Missing(f"no table ever had a box {box}")
    ids = [drop.count for drop in found if drop.count is not None]
    sheets = {sheet.id: sheet for sheet in counts.of(visitor.house, ids)}
    content = {
        "title": f"Box {box}",
        "box": box,
        "chain": _chain(visitor, found, sheets, now),
        "is_cut": len(found) == _LAST,
        "most": _LAST,
        "may_count": request.user.has_perm("staff.count_boxes"),
    }
    return render(request, "boxes/box.html", content)


def _chain(
    visitor: Visitor,
    found: list[Drop],
    sheets: dict[UUID, CountView],
    now: datetime,
) -> list[Link]:
    told = drops.views(visitor.house, found, is_blind=visitor.is_blind)
    links = []
    for view in told:
        sheet = None if view.count is None else sheets.get(view.count)
        # Who may count is told nothing of it here, of no box, whatever its count came to.
        collected = None if visitor.is_blind else view.collected_cents
        over = None if visitor.is_blind else view.over_short_cents
        links.append(
            Link(
                shown=custody.shown(view, now),
                sheet=sheet,
                counted="" if view.counted_cents is None else f"${figure(view.counted_cents)}",
                collected="" if collected is None else dollars(collected),
                over_short="" if over is None else dollars(over),
                adjustments=[(one, figure(one.total_cents)) for one in _adjusted(sheet)],
            )
        )
    return links


def _adjusted(sheet: CountView | None) -> tuple[AdjustmentView, ...]:
    return () if sheet is None else sheet.adjustments
