"""The box periods of a gaming day, and the rounds of one."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom import clock
from cardroom.house import in_force
from cardroom.pages.reconcile import rows
from cardroom.pages.reconcile.days import day_of
from cardroom.pages.reconcile.figures import amount
from cardroom.pages.reconcile.located import round_rows
from cardroom.pages.reconcile.numbers import number_in
from cardroom.pages.visitor import visitor_of
from ledger.queries import reconciliations
from ledger.rules.reconciliation.tolerance import Tolerances, tolerances_of
from ledger.views.day import sum_views

_PAGE: Final = 100
_NONE: Final = "no"


def index(request: HttpRequest) -> HttpResponse:
    """The page of a day."""
    visitor = visitor_of(request)
    chosen = request.GET.get("show", "all")
    day = day_of(request, visitor.house, show=chosen)
    found = reconciliations.of_day(visitor.house, day.date, is_blind=visitor.is_blind)
    boxes = reconciliations.views(visitor.house, found, is_blind=visitor.is_blind)
    settings = in_force.settings(visitor.house, clock.now())
    content = {
        "title": "Reconciliation",
        "day": day,
        "rows": [rows.row(box) for box in rows.chosen_of(boxes, chosen)],
        "choices": rows.choices(boxes, chosen),
        "sums": [rows.sum_row(one) for one in sum_views(found, (), is_blind=visitor.is_blind)],
        "tolerances": _said(tolerances_of(settings.record.tolerances)),
    }
    return render(request, "reconcile/index.html", content)


def rounds(request: HttpRequest, name: str) -> HttpResponse:
    """What each round adds to a box period."""
    visitor = visitor_of(request)
    found = reconciliations.one(visitor.house, name, is_blind=visitor.is_blind)
    (box,) = reconciliations.views(visitor.house, [found], is_blind=visitor.is_blind)
    after = number_in(request, "after")
    told = reconciliations.rounds(
        visitor.house, found, after=after, limit=_PAGE + 1, is_blind=visitor.is_blind
    )
    content = {
        "title": f"The rounds of {box.box}",
        "box": box,
        "rounds": None if told is None else round_rows(told[:_PAGE]),
        "more": told[_PAGE - 1].round if told is not None and len(told) > _PAGE else None,
        "after": after,
    }
    return render(request, "reconcile/rounds.html", content)


def _said(tolerances: Tolerances) -> str:
    """The tolerances as a sentence."""
    fees = _limit(tolerances.assess_cents, tolerances.assess_basis_points)
    count = _limit(tolerances.count_cents, tolerances.count_basis_points)
    if fees == count:
        return f"{fees} tolerance" if fees == _NONE else f"tolerance {fees}"
    return f"tolerance of fees {fees}, of the count {count}"


def _limit(cents: int | None, basis_points: int | None) -> str:
    said = [] if cents is None else [amount(cents)]
    said += [] if basis_points is None else [f"{basis_points / 100:g} %"]
    return f"{' or '.join(said)}, the lower" if len(said) > 1 else "".join(said) or _NONE
