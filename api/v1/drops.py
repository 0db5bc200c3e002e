"""Drops: the boxes that were taken off tables; they are recorded there, and only read here."""

import re
from typing import Final, get_args

from drf_spectacular.utils import OpenApiParameter
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api import blind, pagination
from api.auth import CAGE_AND_AUDIT, key_of
from api.resource import Resource
from api.schema import GAMING_DAY, LIMIT, TABLE, described
from api.v1.counts import day
from cardroom.errors import Malformed
from ledger.drops import Place
from ledger.queries import drops as queries
from ledger.views.drop import DropView, Status

CURSOR: Final = "^[0-9]{1,18}-[0-9]{1,18}-[0-9]{1,18}$"

_AFTER = OpenApiParameter(
    "after",
    {"type": "string", "pattern": CURSOR},
    description="The cursor to go on from; without it, from the beginning.",
)
_STATUS = OpenApiParameter(
    "status",
    {"type": "string", "enum": [*get_args(Status)]},
    description="Those that stand so: `removed` for what still waits for its count.",
)


class DropPage(Struct, frozen=True, kw_only=True):
    """Drops in the order in which they were taken off; last the boxes that hang at tables."""

    items: list[DropView]
    next_cursor: str | None


class DropList(Resource):
    """The drop boxes of the key's house."""

    scopes = CAGE_AND_AUDIT

    @described(
        "listDrops",
        {200: DropPage},
        parameters=[_AFTER, LIMIT, TABLE, GAMING_DAY, _STATUS],
        tags=["counts"],
    )
    def get(self, request: Request) -> Response:
        """Each box from table to vault: who took it off, who received and counted it, and what.

        `collected_cents` of a box that isn't counted yet is shown to scope `audit` alone.
        """
        key, most = key_of(request), pagination.limit(request)
        found = queries.listed(
            key.house,
            after=_after(request),
            limit=most + 1,
            table=pagination.word(request, "table"),
            gaming_day=day(request),
            status=_status(request),
        )
        page, last = pagination.cut(found, most)
        items = queries.views(key.house, page, is_blind=blind.is_blind(key))
        cursor = None if last is None else "-".join(map(str, last.place))
        return Response(DropPage(items=items, next_cursor=cursor))


def _after(request: Request) -> Place:
    said = pagination.word(request, "after")
    if said is None:
        return queries.START
    if not re.fullmatch(CURSOR, said):
        raise Malformed("query parameter `after` is a cursor that was given")
    return Place(*map(int, said.split("-")))


def _status(request: Request) -> str | None:
    said = pagination.word(request, "status")
    if said is not None and said not in get_args(Status):
        raise Malformed(f"query parameter `status` is one of {', '.join(get_args(Status))}")
    return said
