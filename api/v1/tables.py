"""Tables: their live state."""

from hashlib import sha256
from typing import Any

import msgspec
from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api import blind, pagination
from api.auth import READ, key_of
from api.resource import Resource
from api.schema import LIMIT, described
from cardroom.house import houses
from tables import queries
from tables.views import TableView

_ETAG = OpenApiParameter(
    "ETag",
    str,
    OpenApiParameter.HEADER,
    description="How the table stands; with `If-None-Match`, 304 as long as it holds.",
    response=[200, 304],
)
_AFTER = OpenApiParameter("after", str, description="The cursor to go on from: a table's code.")


class TablePage(Struct, frozen=True, kw_only=True):
    """Tables by code."""

    items: list[TableView]
    next_cursor: str | None


class TableList(Resource):
    """The tables of the key's house; for a key that is bound to tables, those."""

    scopes = READ

    @described("listTables", {200: TablePage}, parameters=[_AFTER, LIMIT], tags=["tables"])
    def get(self, request: Request) -> Response:
        """The live state of the tables that the key may see."""
        key, most = key_of(request), pagination.limit(request)
        after = pagination.word(request, "after") or ""
        codes = houses.facts(key.house).tables
        if key.scope == "tables":
            codes = codes.intersection(key.tables)
        behind = sorted(code for code in codes if code > after)
        page, last = pagination.cut(behind, most)
        items = queries.tables_of(key.house, page, is_blind=blind.is_blind(key))
        return Response(TablePage(items=items, next_cursor=last))


class TableDetail(Resource):
    """One table."""

    scopes = READ

    @described(
        "getTable",
        {200: TableView, 304: OpenApiResponse(description="It stands where you know it.")},
        refusals=["not_found"],
        parameters=[_ETAG],
        tags=["tables"],
    )
    def get(self, request: Request, code: str) -> Response:
        """The live state of one table."""
        key = key_of(request)
        view = queries.table(key.house, code, is_blind=blind.is_blind(key))
        etag = f'"{_tag(view)}"'
        headers: dict[str, Any] = {"ETag": etag, "Cache-Control": "private, no-cache"}
        known = parse_etags(request.headers.get("If-None-Match", ""))
        if etag in {tag.removeprefix("W/") for tag in known}:
            return Response(status=304, headers=headers)
        return Response(view, headers=headers)


def _tag(view: TableView) -> str:
    """Where it stands; to whom that isn't told, what it is told."""
    if not view.withheld:
        return str(view.last_position)
    return f"{sha256(msgspec.json.encode(view)).hexdigest()[:32]}-withheld"
