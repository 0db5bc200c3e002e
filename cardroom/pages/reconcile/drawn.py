"""Variances over gaming days: drawn, and the same figures as a table."""

from datetime import timedelta
from typing import Any, Final, NamedTuple, get_args
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from msgspec import structs

from cardroom.errors import Missing
from cardroom.pages.reconcile.days import day_of
from cardroom.pages.reconcile.figures import Figure, variance
from cardroom.pages.reconcile.strips import strips
from cardroom.pages.visitor import visitor_of
from ledger.queries import trends as queries
from ledger.round_fees import PURPOSES
from ledger.rules.reconciliation.trends import Point, TrendBy, Trends

_BY: Final = get_args(TrendBy)
_DAYS: Final = ("7", "14", "31")


class PointRow(NamedTuple):
    """A point of the drawing as a row."""

    point: Point
    assess: Figure
    counted: Figure


def trends(request: HttpRequest) -> HttpResponse:
    """The page."""
    asked, found = _found(request)
    content = {
        "title": "Trends",
        "asked": asked,
        "found": found,
        "points": [_row(point) for point in found.points],
        "choices": [
            ("By", "by", [(one, asked["by"] == one, _with(asked, by=one)) for one in _BY]),
            ("Boxes for", "purpose",
             [(one, asked["purpose"] == one, _with(asked, purpose=one)) for one in PURPOSES]),
            ("Days", "days",
             [(one, asked["days"] == one, _with(asked, days=one)) for one in _DAYS]),
        ],
        "strips": strips(found),
        "all_url": _with(asked | {"name": ""}),
    }  # fmt: skip
    return render(request, "reconcile/trends.html", content)


def _found(request: HttpRequest) -> tuple[dict[str, str], Trends]:
    """What was asked for, with the figures. Raises Missing for what there is no trend of."""
    visitor = visitor_of(request)
    day = day_of(request, visitor.house)
    asked = {
        "day": day.date.isoformat(),
        "by": _one_of(request, "by", _BY),
        "purpose": _one_of(request, "purpose", PURPOSES),
        "days": _one_of(request, "days", _DAYS),
        "name": request.GET.get("name", ""),
    }
    by: Any = asked["by"]
    found = queries.trends(
        visitor.house,
        by,
        purpose=asked["purpose"],
        first=day.date - timedelta(days=int(asked["days"]) - 1),
        last=day.date,
        is_blind=visitor.is_blind,
    )
    if asked["name"]:
        points = tuple(point for point in found.points if point.name == asked["name"])
        found = structs.replace(found, points=points)
    return asked, found


def _one_of(request: HttpRequest, name: str, known: tuple[str, ...]) -> str:
    """A word of several, the first unless said."""
    said = request.GET.get(name, known[0])
    if said not in known:
        raise Missing(f"there is no trend like that: {name} is one of {', '.join(known)}")
    return said


def _with(asked: dict[str, str], **changed: str) -> str:
    """The query of the same page with something else chosen; a name is one of its kind alone."""
    told = asked | changed
    if changed.get("by", asked["by"]) != asked["by"]:
        told["name"] = ""
    return "?" + urlencode({name: word for name, word in told.items() if word})


def _row(point: Point) -> PointRow:
    return PointRow(
        point, variance(point.assess_variance_cents), variance(point.count_variance_cents)
    )
