"""The ledger: accounts with their balances, and journals."""

from typing import Final, get_args

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from msgspec import UNSET, Struct, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from api import blind, pagination
from api.auth import CAGE_AND_AUDIT, key_of
from api.examples.ledger import JOURNALS
from api.resource import Resource
from api.schema import AFTER, LIMIT, described
from api.v1.counts import day
from cardroom.errors import Malformed
from cardroom.house.keys import KeyFacts
from ledger.queries import accounts, journals
from ledger.queries import hidden as hiding
from ledger.queries.hidden import NOTHING, Hidden
from ledger.queries.pages import Wanted
from ledger.views.journal import AccountKind, AccountView, JournalPage

DATE: Final = {"type": "string", "format": "date"}
_AFTER_CODE = OpenApiParameter("after", str, description="The cursor to go on from: an account.")
_KIND = OpenApiParameter(
    "kind",
    {"type": "string", "enum": [*get_args(AccountKind)]},
    description="Accounts of this kind.",
)
UNTIL: Final = OpenApiParameter("gaming_day", DATE, description="As of the end of this gaming day.")
_TABLE = OpenApiParameter("table", str, description="Those of one table.")
_ROUND = OpenApiParameter(
    "round", {"type": "integer", "minimum": 1}, description="Those of one round of `table`."
)
_GAMING_DAY = OpenApiParameter("gaming_day", DATE, description="Those of one gaming day.")
_ACCOUNT = OpenApiParameter("account", str, description="Those that have an entry of an account.")


class AccountPage(Struct, frozen=True, kw_only=True):
    """Accounts by code; `withheld` while some may be left out, or have no sums."""

    items: list[AccountView]
    next_cursor: str | None
    withheld: bool | UnsetType = UNSET


class AccountList(Resource):
    """The accounts of the key's house."""

    scopes = CAGE_AND_AUDIT

    @described(
        "listAccounts",
        {200: AccountPage},
        parameters=[_AFTER_CODE, LIMIT, _KIND, UNTIL],
        tags=["ledger"],
    )
    def get(self, request: Request) -> Response:
        """What each account received and gave, from running balances.

        For scope `cage` the sums of persons and boxes are null from the first day on of which a box
        isn't counted yet, and accounts that came since are left out.
        """
        key, most = key_of(request), pagination.limit(request)
        hidden = hidden_from(key)
        found = accounts.listed(
            key.house,
            after=pagination.word(request, "after") or "",
            limit=most + 1,
            kind=_kind(request),
            gaming_day=day(request),
            hidden=hidden,
        )
        page, last = pagination.cut(found, most)
        return Response(
            AccountPage(
                items=page,
                next_cursor=last.account if last else None,
                withheld=True if hidden.is_anything else UNSET,
            )
        )


class JournalList(Resource):
    """The journals of the key's house."""

    scopes = CAGE_AND_AUDIT

    @described(
        "listJournals",
        {200: JournalPage},
        parameters=[AFTER, LIMIT, _TABLE, _ROUND, _GAMING_DAY, _ACCOUNT],
        examples=[OpenApiExample("a round", JOURNALS, response_only=True, status_codes=["200"])],
        tags=["ledger"],
    )
    def get(self, request: Request) -> Response:
        """What each event moved.

        For scope `cage` those are left out that tell of a box which isn't counted yet: of its
        rounds' settlements as of its fees.
        """
        key, most = key_of(request), pagination.limit(request)
        wanted = Wanted(
            table=pagination.word(request, "table"),
            round=_round(request),
            gaming_day=day(request),
            account=pagination.word(request, "account"),
        )
        return Response(
            journals.page(
                key.house,
                wanted,
                after=pagination.after(request),
                limit=most,
                hidden=hidden_from(key),
            )
        )


def hidden_from(key: KeyFacts) -> Hidden:
    """What is withheld from the holder of a key."""
    return hiding.hidden(key.house) if blind.is_blind(key) else NOTHING


def _kind(request: Request) -> str | None:
    said = pagination.word(request, "kind")
    if said is not None and said not in get_args(AccountKind):
        raise Malformed(f"query parameter `kind` is one of {', '.join(get_args(AccountKind))}")
    return said


def _round(request: Request) -> int | None:
    if "round" not in request.GET:
        return None
    found = pagination.number(request, "round", default=0)
    if found < 1:
        raise Malformed("query parameter `round` is a number from 1 on")
    return found
