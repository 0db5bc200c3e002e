"""Due reports: what was asked for or fell due, and what became of it."""

from typing import get_args

from drf_spectacular.utils import OpenApiParameter
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination
from api.auth import CAGE_AND_AUDIT, key_of
from api.resource import Resource
from api.schema import AFTER, LIMIT, described
from cardroom.errors import Malformed
from cardroom.reports import asking
from cardroom.reports.asking import Asked, AskedStatus

_STATUS = OpenApiParameter(
    "status",
    {"type": "string", "enum": [*get_args(AskedStatus)]},
    description="Those that stand so: `failed` for what was given up.",
)


class DueReportPage(Struct, frozen=True, kw_only=True):
    """Due reports in the order in which they were planned."""

    items: list[Asked]
    next_cursor: str | None


class DueReportList(Resource):
    """The due reports of the key's house."""

    scopes = CAGE_AND_AUDIT

    @described(
        "listDueReports",
        {200: DueReportPage},
        parameters=[AFTER, LIMIT, _STATUS],
        tags=["reports"],
    )
    def get(self, request: Request) -> Response:
        """What was due, why, and what became of it; a failure is tried again, then given up."""
        most = pagination.limit(request)
        status = pagination.word(request, "status")
        if status is not None and status not in get_args(AskedStatus):
            raise Malformed(
                f"query parameter `status` is one of {', '.join(get_args(AskedStatus))}"
            )
        found = asking.listed(
            key_of(request).house, after=pagination.after(request), limit=most + 1, status=status
        )
        page, last = pagination.cut(found, most)
        return Response(DueReportPage(items=page, next_cursor=str(last.id) if last else None))


class DueReport(Resource):
    """One due report."""

    scopes = CAGE_AND_AUDIT

    @described("getDueReport", {200: Asked}, refusals=["not_found"], tags=["reports"])
    def get(self, request: Request, due: int) -> Response:
        """What became of it: `report` is its newest revision once it is done."""
        return Response(asking.one(key_of(request).house, due))
