"""Reconciliations: what of each box was owed, collected and counted; who said why it differs."""

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast, get_args
from uuid import UUID

import msgspec
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from msgspec import UNSET, Struct, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from api import blind, pagination
from api.auth import CAGE, CAGE_AND_AUDIT, key_of
from api.examples.reconciling import RECONCILING
from api.resource import Resource
from api.schema import AFTER, LIMIT, described
from api.v1.counts import TABLE, day
from cardroom.errors import Malformed
from ledger.queries import reconciliations as queries
from ledger.queries.reconciliations import Cursor
from ledger.rules.reconciliation import RoundFigures
from ledger.rules.reconciliation.reviews import TYPES
from ledger.services import reconciliations as services
from ledger.views.reconciliation import ReconciliationView, State

View = TypeVar("View", bound=Callable[..., Any])

CURSOR: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\.[A-Za-z0-9._-]{1,120}$"

_AFTER = OpenApiParameter(
    "after",
    {"type": "string", "pattern": CURSOR},
    description="The cursor to go on from; without it, from the beginning.",
)
_GAMING_DAY = OpenApiParameter(
    "gaming_day", {"type": "string", "format": "date"}, description="Those of one gaming day."
)
_STATE = OpenApiParameter(
    "state",
    {"type": "string", "enum": [*get_args(State)]},
    description="Those that have come so far: `open` for what somebody has to explain.",
)


def posted(said: type[Struct]) -> type[Struct]:
    """The form of a body: what is said, under the id that its sender gave it."""
    return msgspec.defstruct(
        f"{said.__name__}Sent",
        [("id", UUID)],
        bases=(said,),
        kw_only=True,
        forbid_unknown_fields=True,
        namespace={"__doc__": said.__doc__},
    )


def content_of(request: Request) -> bytes:
    """The body as it came; Malformed where there is none."""
    content = cast("object", request.data)
    if not isinstance(content, bytes):  # the framework's word for no body
        raise Malformed("the body is empty; what is said comes with its Content-Length")
    return content


def _recorded(name: str, operation: str) -> Callable[[View], View]:
    """How both of the operations are described."""
    return described(
        operation,
        {
            201: ReconciliationView,
            200: OpenApiResponse(ReconciliationView, "It was recorded before."),
        },
        refusals=["id_reused", "too_large", "unsupported_media_type", "rule", "not_found"],
        request=posted(TYPES[name]),
        examples=[OpenApiExample(name, RECONCILING[name], request_only=True)],
        tags=["reconciliation"],
    )


def _record(request: Request, name: str, reconciliation: str) -> Response:
    key = key_of(request)
    answer = services.record(
        name,
        house=key.house,
        reconciliation=reconciliation,
        content=content_of(request),
        recorded_by=f"key:{key.id}",
    )
    (view,) = queries.views(key.house, [answer.box], is_blind=blind.is_blind(key))
    return Response(view, status=201 if answer.is_new else 200)


class ReconciliationPage(Struct, frozen=True, kw_only=True):
    """Box periods by gaming day, table, purpose and position."""

    items: list[ReconciliationView]
    next_cursor: str | None


class ReconciliationList(Resource):
    """The box periods of the key's house, reconciled."""

    scopes = CAGE_AND_AUDIT

    @described(
        "listReconciliations",
        {200: ReconciliationPage},
        parameters=[_AFTER, LIMIT, TABLE, _GAMING_DAY, _STATE],
        tags=["reconciliation"],
    )
    def get(self, request: Request) -> Response:
        """Each box with its figures, findings, and the wagers that make up the assess variance.

        Of a box that isn't counted yet only scope `audit` is told amounts and exceptions.
        """
        key, most = key_of(request), pagination.limit(request)
        found = queries.listed(
            key.house,
            after=_after(request),
            limit=most + 1,
            day=day(request),
            table=pagination.word(request, "table"),
            state=_state(request),
        )
        page, last = pagination.cut(found, most)
        items = queries.views(key.house, page, is_blind=blind.is_blind(key))
        cursor = None if last is None else f"{last.gaming_day}.{last.id}"
        return Response(ReconciliationPage(items=items, next_cursor=cursor))


class ReconciliationDetail(Resource):
    """One box period."""

    scopes = CAGE_AND_AUDIT

    @described(
        "getReconciliation",
        {200: ReconciliationView},
        refusals=["not_found"],
        tags=["reconciliation"],
    )
    def get(self, request: Request, reconciliation: str) -> Response:
        """One box with its figures, findings, exceptions, explanations and signatures."""
        key = key_of(request)
        box = queries.one(key.house, reconciliation)
        (view,) = queries.views(key.house, [box], is_blind=blind.is_blind(key))
        return Response(view)


class ReconciledRoundPage(Struct, frozen=True, kw_only=True):
    """Rounds by number, each with what it adds to the box; `withheld` as of the box."""

    items: list[RoundFigures]
    next_cursor: str | None
    withheld: bool | UnsetType = UNSET


class ReconciliationRounds(Resource):
    """The rounds of one box period."""

    scopes = CAGE_AND_AUDIT

    @described(
        "listReconciledRounds",
        {200: ReconciledRoundPage},
        parameters=[AFTER, LIMIT],
        refusals=["not_found"],
        tags=["reconciliation"],
    )
    def get(self, request: Request, reconciliation: str) -> Response:
        """What each round adds to a box; their sums are the box's figures."""
        key, most = key_of(request), pagination.limit(request)
        found = queries.rounds(
            key.house,
            reconciliation,
            after=pagination.after(request),
            limit=most + 1,
            is_blind=blind.is_blind(key),
        )
        if found is None:
            return Response(ReconciledRoundPage(items=[], next_cursor=None, withheld=True))
        page, last = pagination.cut(found, most)
        cursor = None if last is None else str(last.round)
        return Response(ReconciledRoundPage(items=page, next_cursor=cursor))


class Explanations(Resource):
    """How findings came to be."""

    scopes = CAGE

    @_recorded("reconciliation.explained", "explainReconciliation")
    def post(self, request: Request, reconciliation: str) -> Response:
        """Explain the findings that aren't signed, or those that are named."""
        return _record(request, "reconciliation.explained", reconciliation)


class FindingSignatures(Resource):
    """Who accepts the explanations."""

    scopes = CAGE

    @_recorded("reconciliation.signed", "signReconciliation")
    def post(self, request: Request, reconciliation: str) -> Response:
        """Sign explained findings, by a one-time code of somebody who didn't explain them."""
        return _record(request, "reconciliation.signed", reconciliation)


def _after(request: Request) -> Cursor | None:
    said = pagination.word(request, "after")
    if said is None:
        return None
    found = queries.cursor(said) if re.fullmatch(CURSOR, said) else None
    if found is None:
        raise Malformed("query parameter `after` is a cursor that was given")
    return found


def _state(request: Request) -> str | None:
    said = pagination.word(request, "state")
    if said is not None and said not in get_args(State):
        raise Malformed(f"query parameter `state` is one of {', '.join(get_args(State))}")
    return said
