"""A table's events: recording them, and reading them back."""

from datetime import datetime
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final, cast
from uuid import UUID

import msgspec
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from api import blind, pagination
from api.auth import READ_AND_RECORD, key_of
from api.examples import EXAMPLES
from api.resource import Resource
from api.schema import AFTER, LIMIT, described
from cardroom.errors import Malformed
from tables import queries, services
from tables.rounds.codec import CLIENT_TYPES, VERSION
from tables.rounds.events import Fact, Override, RoundNumber
from tables.views import Answer, EventItem

Instant = Annotated[datetime, Meta(tz=True, description="RFC 3339, in UTC with Z")]


def _sent(name: str, fact: type[Fact]) -> type[Struct]:
    """The form of one type of event as a client sends it."""
    a_round: dict[bool | None, list[Any]] = {
        True: [("round", RoundNumber)],
        False: [],
        None: [("round", RoundNumber | None, None)],
    }
    is_bare = not msgspec.structs.fields(fact)
    return msgspec.defstruct(
        f"{fact.__name__}Event",
        [
            ("id", UUID),
            ("version", Annotated[int, Meta(ge=VERSION, le=VERSION)], VERSION),
            ("occurred_at", Instant),
            *a_round[fact.of_round],
            ("data", fact, {}) if is_bare else ("data", fact),
            ("override", Override | None, None),
        ],
        tag_field="type",
        tag=name,
        kw_only=True,
        forbid_unknown_fields=True,
        namespace={"__doc__": fact.__doc__},
    )


CLIENT_EVENT: Final[Any] = reduce(or_, (_sent(*item) for item in CLIENT_TYPES.items()))

Batch: Final = msgspec.defstruct(
    "Batch",
    [
        ("events", Annotated[list[CLIENT_EVENT], Meta(min_length=1, max_length=1000)]),
        ("expected_position", Annotated[int, Meta(ge=0, le=2**63 - 1)] | None, None),
        ("override", Override | None, None),
    ],
    kw_only=True,
    forbid_unknown_fields=True,
    namespace={"__doc__": "Events of one table, recorded all or none; at most 2 MiB."},
)

_EXAMPLES: Final = [
    OpenApiExample(name, {"events": [event]}, request_only=True) for name, event in EXAMPLES.items()
]


class EventPage(Struct, frozen=True, kw_only=True):
    """Events, oldest first; `withheld` when some of this page or behind it may not be shown."""

    items: list[EventItem]
    next_cursor: str | None
    withheld: bool | UnsetType = UNSET


class TableEvents(Resource):
    """The stream of one table."""

    scopes = READ_AND_RECORD

    @described(
        "listTableEvents",
        {200: EventPage},
        refusals=["not_found"],
        parameters=[AFTER, LIMIT],
        tags=["events"],
    )
    def get(self, request: Request, code: str) -> Response:
        """The events of a table by position; `after` may be a position.

        To scope `cage` those are left out that are of rounds in a box which isn't counted yet, and
        the list ends before what may follow of such rounds.
        """
        most = pagination.limit(request)
        key = key_of(request)
        found = queries.events(
            key.house,
            code,
            after=pagination.after(request),
            limit=most + 1,
            is_blind=blind.is_blind(key),
        )
        page, last = pagination.cut(found, most)
        cursor = last.cursor if last else None
        if not blind.is_blind(key):
            return Response(EventPage(items=page, next_cursor=cursor))
        items, is_all = queries.told(key.house, code, page)
        withheld = UNSET if is_all else True
        return Response(EventPage(items=items, next_cursor=cursor, withheld=withheld))

    @described(
        "recordEvents",
        {201: Answer, 200: OpenApiResponse(Answer, "All of it was recorded before.")},
        refusals=[
            "not_found",
            "position_conflict",
            "id_reused",
            "too_large",
            "unsupported_media_type",
            "rule",
            "procedure",
        ],
        request=Batch,
        examples=_EXAMPLES,
        tags=["events"],
    )
    def post(self, request: Request, code: str) -> Response:
        """Record a batch: all of it or nothing, durable when answered; sending again is safe.

        The body may come in chunks, and compressed: `Content-Encoding: gzip` or `deflate`.
        """
        key, content = key_of(request), cast("object", request.data)
        if not isinstance(content, bytes):  # the framework's word for no body
            raise Malformed("the body is empty; a batch comes with its Content-Length")
        answer = services.record(
            house=key.house,
            table=code,
            content=content,
            recorded_by=f"key:{key.id}",
            scope=key.scope,
            is_blind=blind.is_blind(key),
        )
        return Response(answer, status=201 if answer.recorded else 200)
