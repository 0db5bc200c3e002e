"""The counts: which boxes wait, which are being counted, which are; and the box that is scanned."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from cardroom import clock
from cardroom.house import houses
from cardroom.pages.boxes import asking, custody
from cardroom.pages.boxes.custody import Shown
from cardroom.pages.counting import lines, slots
from cardroom.pages.days import beside
from cardroom.pages.frame import moment
from cardroom.pages.visitor import Visitor, visitor_of
from cardroom.texts import seen, spellings
from ledger.drops import Drop
from ledger.queries import counts, drops

_MOST: Final = 200
_LAST: Final = 20  # of one box


def index(request: HttpRequest) -> HttpResponse:
    """What there is to count; a scanned code leads to its box."""
    visitor, scanned = visitor_of(request), seen(request.GET.get("box", ""))
    said = ""
    if scanned:
        target, said = _scanned(*_found(visitor.house, scanned))
        if target is not None and request.user.has_perm("staff.count_boxes"):
            return HttpResponseRedirect(target)
    content = _content(request, visitor) | {
        "title": "Counts",
        "scanned": scanned,
        "said": said,
        "may_count": request.user.has_perm("staff.count_boxes"),
    }
    return render(request, "counting/index.html", content)


def _found(house: str, typed: str) -> tuple[str, list[Drop]]:
    """The drops of a box under the first spelling of its code that there are any of."""
    ways = spellings(typed)
    named: dict[str, list[Drop]] = {}
    for drop in drops.of_box(house, *ways, limit=_LAST):
        for code in {drop.period.box, drop.period.came_off or ""}.intersection(ways):
            named.setdefault(code, []).append(drop)
    return next(((code, named[code]) for code in ways if code in named), (typed, []))


def _scanned(code: str, found: list[Drop]) -> tuple[str | None, str]:
    """Where the code of a box leads, or else one sentence on why it leads nowhere."""
    off = [drop for drop in found if drop.period.removed_position is not None]
    mine = [drop for drop in off if drop.period.counted_box == code and drop.status != "counted"]
    if len(mine) == 1:
        return target_of(mine[0]), ""
    if mine:
        return None, f"Box {code} came off {len(mine)} tables uncounted: choose which below."
    hangs = next((drop for drop in found if drop.period.removed_position is None), None)
    if hangs is not None:
        return None, f"Box {code} is still on table {hangs.period.table_code}: take it off first."
    if off:
        return None, f"Box {code} is counted already; its page under Boxes has the sheet."
    return None, f"No table ever had a box {code}. Scan it again, or choose below."


def target_of(drop: Drop) -> str:
    """Where a box that came off is counted: its sheet, or where its count is started."""
    if drop.count is not None:
        return reverse("admin:count", args=[drop.count])
    period = drop.period
    return reverse("admin:count_start", args=[period.table_code, period.removed_position])


def _content(request: HttpRequest, visitor: Visitor) -> dict[str, Any]:
    now, facts = clock.now(), houses.facts(visitor.house)
    today = moment(facts, now).gaming_day
    day = asking.day(request) or today
    uncounted = drops.uncounted(visitor.house, limit=_MOST)
    off = [drop for drop in uncounted if drop.period.removed_position is not None]
    done = drops.listed(
        visitor.house, after=drops.START, limit=_MOST, gaming_day=day, status="counted"
    )
    shown = custody.all_shown(visitor.house, [*off, *done], now)
    begun = [one for one in shown if one.view.status == "counting"]
    return {
        "day": day,
        "days": beside(day, day, present=today),
        "waiting": [one for one in shown if one.view.count is None],
        "counting": _counting(visitor.house, begun),
        "counted": [
            (one, lines.figure(one.view.counted_cents))
            for one in shown
            if one.view.counted_cents is not None
        ],
        "is_cut": len(uncounted) == _MOST or len(done) == _MOST,
        "most": _MOST,
    }


def _counting(house: str, shown: list[Shown]) -> list[tuple[Shown, str]]:
    """Counts that are begun, each with what it waits for."""
    ids = [one.view.count for one in shown if one.view.count is not None]
    needed = {sheet.id: slots.needed(sheet) for sheet in counts.of(house, ids)}
    return [(one, needed[one.view.count]) for one in shown if one.view.count is not None]
