"""Reconciliations: what of each box was owed, collected and counted; who said why it differs."""

import re
from typing import Final, get_args

from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET, Struct, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from api import blind, pagination
from api.auth import CAGE_AND_AUDIT, key_of
from api.resource import Resource
from api.schema import AFTER, LIMIT, TABLE, described
from api.v1.counts import day
from cardroom.errors import Malformed
from ledger.queries import reconciliations as queries
from ledger.queries.reconciliations import Cursor
from ledger.rules.reconciliation import RoundFigures
from ledger.views.reconciliation import ReconciliationView, State

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
            is_blind=blind.is_blind(key),
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
        is_blind = blind.is_blind(key)
        box = queries.one(key.house, reconciliation, is_blind=is_blind)
        (view,) = queries.views(key.house, [box], is_blind=is_blind)
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
        is_blind = blind.is_blind(key)
        box = queries.one(key.house, reconciliation, is_blind=is_blind)
        after = pagination.after(request)
        found = queries.rounds(key.house, box, after=after, limit=most + 1, is_blind=is_blind)
        if found is None:
            return Response(ReconciledRoundPage(items=[], next_cursor=None, withheld=True))
        page, last = pagination.cut(found, most)
        cursor = None if last is None else str(last.round)
        return Response(ReconciledRoundPage(items=page, next_cursor=cursor))


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
