"""Rounds: their settlements, and each one rebuilt from its events."""

from drf_spectacular.utils import OpenApiParameter
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api import blind, pagination
from api.auth import READ, key_of
from api.resource import Resource
from api.schema import AFTER, LIMIT, described
from cardroom.errors import Malformed
from tables import queries
from tables.views import RoundSummary, RoundView

_AT = OpenApiParameter(
    "at",
    {"type": "integer", "minimum": 1},
    description="A position of the table: the round as it was known then.",
)


class RoundPage(Struct, frozen=True, kw_only=True):
    """Rounds by number."""

    items: list[RoundSummary]
    next_cursor: str | None


class RoundList(Resource):
    """A table's rounds."""

    scopes = READ

    @described(
        "listRounds",
        {200: RoundPage},
        refusals=["not_found"],
        parameters=[AFTER, LIMIT],
        tags=["rounds"],
    )
    def get(self, request: Request, code: str) -> Response:
        """The rounds of a table by number, each with its phase and present settlement."""
        key, most = key_of(request), pagination.limit(request)
        found = queries.rounds(
            key.house,
            code,
            after=pagination.after(request),
            limit=most + 1,
            is_blind=blind.is_blind(key),
        )
        page, last = pagination.cut(found, most)
        return Response(RoundPage(items=page, next_cursor=str(last.round) if last else None))


class RoundDetail(Resource):
    """One round."""

    scopes = READ

    @described(
        "getRound",
        {200: RoundView},
        refusals=["not_found"],
        parameters=[_AT],
        tags=["rounds"],
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        """A round with its hands, wagers, fees and settlement, now or as known at a position."""
        at = pagination.number(request, "at", default=0)
        if "at" in request.GET and at == 0:
            raise Malformed("query parameter `at` is a position, from 1 on")
        key = key_of(request)
        is_blind = blind.is_blind(key)
        found = queries.round_at(key.house, code, number, at=at or None, is_blind=is_blind)
        return Response(found)
