"""Gaming days: what one came to, what is missing for closing it, and closing it."""

from typing import Final

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api import blind, pagination, posted
from api.auth import CAGE, CAGE_AND_AUDIT, key_of
from api.examples.reconciling import RECONCILING
from api.resource import Resource
from api.schema import described
from ledger import days
from ledger.queries import closing
from ledger.rules.reconciliation.closing import DayClosing
from ledger.views.day import GamingDayView

_DAY: Final = OpenApiParameter(
    "gaming_day", {"type": "string", "format": "date"}, OpenApiParameter.PATH
)


class GamingDay(Resource):
    """One gaming day of the key's house."""

    scopes = CAGE_AND_AUDIT

    @described("getGamingDay", {200: GamingDayView}, parameters=[_DAY], tags=["reconciliation"])
    def get(self, request: Request, gaming_day: str) -> Response:
        """Its sums by purpose, shift and table, and the checklist for closing it."""
        key, day = key_of(request), pagination.gaming_day("gaming_day", gaming_day)
        return Response(closing.view(key.house, day, is_blind=blind.is_blind(key)))


class Closing(Resource):
    """The end of a gaming day, after which nothing is posted on it."""

    scopes = CAGE

    @described(
        "closeGamingDay",
        {201: GamingDayView, 200: OpenApiResponse(GamingDayView, "It was recorded before.")},
        refusals=["id_reused", "too_large", "unsupported_media_type", "rule"],
        parameters=[_DAY],
        request=posted.form(DayClosing),
        examples=[OpenApiExample("day.closed", RECONCILING["day.closed"], request_only=True)],
        tags=["reconciliation"],
    )
    def post(self, request: Request, gaming_day: str) -> Response:
        """Close a gaming day, and those before it, when every finding is explained and signed.

        A closed day isn't opened again; what comes late is posted on the earliest open day.
        """
        key, day = key_of(request), pagination.gaming_day("gaming_day", gaming_day)
        is_blind = blind.is_blind(key)
        is_new = days.record(
            house=key.house,
            gaming_day=day,
            content=posted.content_of(request),
            recorded_by=f"key:{key.id}",
            is_blind=is_blind,
        )
        view = closing.view(key.house, day, is_blind=is_blind)
        return Response(view, status=201 if is_new else 200)
