"""Reviewers' notes of a report, which stand beside it."""

from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api import posted
from api.auth import NOTES, key_of
from api.examples.reporting import NOTED
from api.resource import Resource
from api.schema import described
from api.v1.reports import is_withheld
from cardroom.reports import notes, store
from cardroom.reports.notes import NoteView, ReportNoted


class NotePage(Struct, frozen=True, kw_only=True):
    """The notes of a report, oldest first; there is no further page."""

    items: list[NoteView]
    next_cursor: str | None


class ReportNotes(Resource):
    """The notes of one report, of all its revisions."""

    scopes = NOTES

    @described("listReportNotes", {200: NotePage}, refusals=["not_found"], tags=["reports"])
    def get(self, request: Request, report: int) -> Response:
        """What reviewers said of it and of what it found."""
        kept = store.one(key_of(request).house, report)
        return Response(NotePage(items=notes.of(kept), next_cursor=None))

    @described(
        "noteOnReport",
        {201: NoteView, 200: OpenApiResponse(NoteView, "It was recorded before.")},
        refusals=["id_reused", "too_large", "unsupported_media_type", "rule", "not_found"],
        request=posted.form(ReportNoted),
        examples=[OpenApiExample("note", NOTED, request_only=True)],
        tags=["reports"],
    )
    def post(self, request: Request, report: int) -> Response:
        """Note something; it is an event, and the report stays as it is.

        With a `rule` it is of a finding, which the report must have: one of the rotation's, or an
        irregularity by its code, at that table and round.
        """
        key = key_of(request)
        kept = store.one(key.house, report)
        view, is_new = notes.record(
            kept,
            content=posted.content_of(request),
            recorded_by=f"key:{key.id}",
            is_withheld=is_withheld(key, kept),
        )
        return Response(view, status=201 if is_new else 200)
