"""Counts: what the count room says of a drop box, and the count sheets."""

from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination, posted
from api.auth import CAGE_AND_AUDIT, CAGE_AND_COUNT, key_of
from api.examples.counting import COUNTING
from api.resource import Resource
from api.schema import AFTER, GAMING_DAY, LIMIT, TABLE, described
from cardroom.errors import Malformed
from ledger.queries import counts as queries
from ledger.rules.counting.facts import SENT_TYPES
from ledger.services import counts as services
from ledger.views.count import CountView

View = TypeVar("View", bound=Callable[..., Any])


def _recorded(name: str, operation: str, *refusals: str) -> Callable[[View], View]:
    """How each of the operations is described."""
    return described(
        operation,
        {201: CountView, 200: OpenApiResponse(CountView, "It was recorded before.")},
        refusals=["id_reused", "too_large", "unsupported_media_type", "rule", *refusals],
        request=posted.form(SENT_TYPES[name]),
        examples=[OpenApiExample(name, COUNTING[name], request_only=True)],
        tags=["counts"],
    )


def _record(request: Request, name: str, count: UUID | None = None) -> Response:
    key, content = key_of(request), posted.content_of(request)
    answer = services.record(
        name, house=key.house, content=content, recorded_by=f"key:{key.id}", count=count
    )
    return Response(queries.view(answer.sheet), status=201 if answer.is_new else 200)


class CountPage(Struct, frozen=True, kw_only=True):
    """Counts in the order in which they were started."""

    items: list[CountView]
    next_cursor: str | None


class CountList(Resource):
    """The counts of the key's house."""

    scopes = CAGE_AND_COUNT

    @described(
        "listCounts",
        {200: CountPage},
        parameters=[AFTER, LIMIT, TABLE, GAMING_DAY],
        tags=["counts"],
    )
    def get(self, request: Request) -> Response:
        """Count sheets; of a box that isn't counted yet they show what its counters entered."""
        most = pagination.limit(request)
        found = queries.listed(
            key_of(request).house,
            after=pagination.after(request),
            limit=most + 1,
            table=pagination.word(request, "table"),
            gaming_day=day(request),
        )
        page, last = pagination.cut(found, most)
        cursor = None if last is None else str(last.count.position)
        return Response(CountPage(items=queries.views(page), next_cursor=cursor))

    @_recorded("count.started", "startCount")
    def post(self, request: Request) -> Response:
        """Start the count of a box that was taken off a table; `id` becomes the count's."""
        return _record(request, "count.started")


class CountDetail(Resource):
    """One count."""

    scopes = CAGE_AND_AUDIT

    @described("getCount", {200: CountView}, refusals=["not_found"], tags=["counts"])
    def get(self, request: Request, count: UUID) -> Response:
        """The count sheet's data."""
        return Response(queries.view(queries.sheet(key_of(request).house, count)))


class CountAmounts(Resource):
    """What lay in the box."""

    scopes = CAGE_AND_COUNT

    @_recorded("count.amounts_entered", "enterAmounts", "not_found")
    def post(self, request: Request, count: UUID) -> Response:
        """Enter what one of its counters found; the total is computed."""
        return _record(request, "count.amounts_entered", count)


class CountCorrections(Resource):
    """What lay in it after all."""

    scopes = CAGE_AND_COUNT

    @_recorded("count.corrected", "correctCount", "not_found")
    def post(self, request: Request, count: UUID) -> Response:
        """Correct the figure; the old one stays visible, and has to be signed no more."""
        return _record(request, "count.corrected", count)


class CountSignatures(Resource):
    """Who vouches for it."""

    scopes = CAGE_AND_COUNT

    @_recorded("count.signed", "signCount", "not_found")
    def post(self, request: Request, count: UUID) -> Response:
        """Sign the figure by a one-time code; the last signature that is needed accepts it."""
        return _record(request, "count.signed", count)


class CountAdjustments(Resource):
    """What an accepted count should have been."""

    scopes = CAGE_AND_COUNT

    @_recorded("count.adjusted", "adjustCount", "not_found")
    def post(self, request: Request, count: UUID) -> Response:
        """Adjust an accepted count, with the code of a supervisor who didn't count."""
        return _record(request, "count.adjusted", count)


def day(request: Request) -> date | None:
    """`?gaming_day=`."""
    said = pagination.word(request, "gaming_day")
    try:
        return None if said is None else date.fromisoformat(said)
    except ValueError:
        raise Malformed("query parameter `gaming_day` is a date, 2026-11-28") from None
