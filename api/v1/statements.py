"""Statements of persons, and the trial balance."""

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination
from api.auth import CAGE_AND_AUDIT, key_of
from api.examples.ledger import STATEMENT
from api.resource import Resource
from api.schema import AFTER, LIMIT, described
from api.v1.counts import day
from api.v1.ledger import DATE, UNTIL, hidden_from
from cardroom.errors import Malformed
from ledger.queries import accounts, statements
from ledger.views.journal import StatementView, TrialBalance

_DAY = OpenApiParameter("gaming_day", DATE, OpenApiParameter.PATH)


class Statement(Resource):
    """One person's account on one gaming day."""

    scopes = CAGE_AND_AUDIT

    @described(
        "getStatement",
        {200: StatementView},
        parameters=[_DAY, AFTER, LIMIT],
        examples=[OpenApiExample("a day", STATEMENT, response_only=True, status_codes=["200"])],
        tags=["ledger"],
    )
    def get(self, request: Request, gaming_day: str, player: str) -> Response:
        """What was posted to a person on a gaming day, line by line, and what it came to."""
        key, most = key_of(request), pagination.limit(request)
        if "\0" in player:
            raise Malformed("a character that no text has")
        return Response(
            statements.statement(
                key.house,
                player,
                pagination.date_of("gaming_day", gaming_day),
                after=pagination.after(request),
                limit=most,
                hidden=hidden_from(key),
            )
        )


class Trial(Resource):
    """The trial balance of the key's house."""

    scopes = CAGE_AND_AUDIT

    @described("getTrialBalance", {200: TrialBalance}, parameters=[UNTIL], tags=["ledger"])
    def get(self, request: Request) -> Response:
        """All accounts by kind and purpose; what they received is what they gave."""
        key = key_of(request)
        found = accounts.trial_balance(key.house, gaming_day=day(request), hidden=hidden_from(key))
        return Response(found)
