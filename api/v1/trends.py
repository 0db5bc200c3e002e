"""Trends: variances over gaming days by table, shift, dealer and counter; as figures, or drawn."""

from datetime import date, timedelta
from typing import Any, Final, get_args

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response

from api import blind, pagination
from api.auth import CAGE_AND_AUDIT, key_of
from api.resource import Resource
from api.schema import described
from api.wire import Renderer
from cardroom import clock
from cardroom.days import calendars
from cardroom.errors import Malformed
from cardroom.reports import render
from cardroom.reports import trends as drawn
from ledger.queries import trends as queries
from ledger.round_fees import PURPOSES
from ledger.rules.reconciliation.trends import TrendBy, Trends

MOST_DAYS: Final = 31
_SHOWN_DAYS: Final = 7
_BY: Final = get_args(TrendBy)

_DATE: Final = {"type": "string", "format": "date"}
_PARAMETERS: Final = [
    OpenApiParameter(
        "by", {"type": "string", "enum": [*_BY], "default": "table"}, description="Whose they are."
    ),
    OpenApiParameter(
        "purpose",
        {"type": "string", "enum": [*PURPOSES], "default": PURPOSES[0]},
        description="Boxes of this purpose; purposes are never summed up together.",
    ),
    OpenApiParameter(
        "from", _DATE, description="The first gaming day; that of a week ago unless said."
    ),
    OpenApiParameter(
        "to", _DATE, description=f"The last one, of {MOST_DAYS} at most; the present one."
    ),
    OpenApiParameter("name", {"type": "string"}, description="Of this table, shift or person."),
]


class TrendList(Resource):
    """Variances over time."""

    scopes = CAGE_AND_AUDIT

    @described("getTrends", {200: Trends}, parameters=_PARAMETERS, tags=["reconciliation"])
    def get(self, request: Request) -> Response:
        """Both variances of each gaming day, by table, shift, dealer or counter.

        Of boxes that aren't counted yet only scope `audit` is told anything.
        """
        return Response(_found(request))


class TrendChart(Resource):
    """The same as a drawing."""

    scopes = CAGE_AND_AUDIT
    renderer_classes = (type("Svg", (Renderer,), {"media_type": render.SVG, "format": "svg"}),)

    @described(
        "getTrendChart",
        {(200, render.SVG): OpenApiResponse({"type": "string", "format": "binary"})},
        parameters=_PARAMETERS,
        tags=["reconciliation"],
    )
    def get(self, request: Request) -> HttpResponse:
        """Bars to both sides of zero, without script; the same figures give the same bytes."""
        return HttpResponse(drawn.chart(_found(request)), content_type=render.SVG)


def _found(request: Request) -> Trends:
    """What was asked for; Malformed names the parameter that cannot be."""
    key = key_of(request)
    by: Any = _one_of(request, "by", _BY)
    last = _day(request, "to") or calendars.of(key.house).gaming_day(clock.now())
    first = _day(request, "from") or last - timedelta(days=_SHOWN_DAYS - 1)
    if not 0 <= (last - first).days < MOST_DAYS:
        raise Malformed(f"`from` and `to` are 1 to {MOST_DAYS} gaming days, the earlier one first")
    found = queries.trends(
        key.house,
        by,
        purpose=_one_of(request, "purpose", PURPOSES),
        first=first,
        last=last,
        is_blind=blind.is_blind(key),
    )
    name = pagination.word(request, "name")
    if name is None:
        return found
    points = tuple(point for point in found.points if point.name == name)
    return structs.replace(found, points=points)


def _one_of(request: Request, name: str, known: tuple[str, ...]) -> str:
    """A word of several, the first unless said."""
    said = pagination.word(request, name) or known[0]
    if said not in known:
        raise Malformed(f"query parameter `{name}` is one of {', '.join(known)}")
    return said


def _day(request: Request, name: str) -> date | None:
    said = pagination.word(request, name)
    return None if said is None else pagination.gaming_day(name, said)
