"""Reviews: findings of a box are explained, and signed by another."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api import blind, posted
from api.auth import CAGE, key_of
from api.examples.reconciling import RECONCILING
from api.resource import Resource
from api.schema import described
from ledger.queries import reconciliations as queries
from ledger.rules.reconciliation.reviews import TYPES
from ledger.services import reconciliations as services
from ledger.views.reconciliation import ReconciliationView

View = TypeVar("View", bound=Callable[..., Any])


def _recorded(name: str, operation: str) -> Callable[[View], View]:
    """How both of the operations are described."""
    return described(
        operation,
        {
            201: ReconciliationView,
            200: OpenApiResponse(ReconciliationView, "It was recorded before."),
        },
        refusals=["id_reused", "too_large", "unsupported_media_type", "rule", "not_found"],
        request=posted.form(TYPES[name]),
        examples=[OpenApiExample(name, RECONCILING[name], request_only=True)],
        tags=["reconciliation"],
    )


def _record(request: Request, name: str, reconciliation: str) -> Response:
    key = key_of(request)
    answer = services.record(
        name,
        house=key.house,
        reconciliation=reconciliation,
        content=posted.content_of(request),
        recorded_by=f"key:{key.id}",
        is_blind=blind.is_blind(key),
    )
    (view,) = queries.views(key.house, [answer.box], is_blind=blind.is_blind(key))
    return Response(view, status=201 if answer.is_new else 200)


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
