"""What each refusal means and what the client does about it: where a problem's `type` leads."""

import re
from collections.abc import Mapping
from typing import Any, Final

from django.utils.html import escape
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from msgspec import Struct
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.kinds import KINDS, PLACE, Deed
from api.resource import Resource
from api.schema import described
from api.wire import Renderer
from cardroom.errors import Missing

_POLICY: Final = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_CODE: Final = re.compile("`([^`]+)`")


class ProblemKind(Struct, frozen=True, kw_only=True):
    """A code of refusals; `deeds` say in a word what the client does: fix, wait, resend, split."""

    type: str
    code: str
    status: int
    title: str
    deeds: tuple[Deed, ...]
    remedy: str


class ProblemKinds(Struct, frozen=True, kw_only=True):
    """Every code there is."""

    items: tuple[ProblemKind, ...]
    next_cursor: None = None


class Page(BaseRenderer):
    """The same for people: a page without style or script."""

    media_type = "text/html"
    format = "html"
    charset = "utf-8"

    def render(
        self,
        data: Any,  # noqa: ANN401 - whatever a view answers
        accepted_media_type: str | None = None,  # noqa: ARG002 - the framework's signature
        renderer_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> str:
        """A page of one kind, or of all."""
        kinds = data.items if isinstance(data, ProblemKinds) else (data,)
        return _PAGE.format(
            title=escape("Refusals" if len(kinds) > 1 else kinds[0].code),
            sections="\n".join(_section(kind) for kind in kinds),
        )


class Explanation(Resource):
    """Open to everybody, in both forms."""

    authentication_classes = ()
    permission_classes = ()
    renderer_classes = (Renderer, Page)

    def _told(self, found: ProblemKind | ProblemKinds) -> Response:
        return Response(found, headers={"Content-Security-Policy": _POLICY})


def _forms(of: type[Struct]) -> dict[tuple[int, str], Any]:
    page = OpenApiResponse(OpenApiTypes.STR, "The same as a page.")
    return {(200, "application/json"): of, (200, "text/html"): page}


class ProblemList(Explanation):
    """All refusals."""

    @described("listProblems", _forms(ProblemKinds), security=[], tags=["problems"])
    def get(self, request: Request) -> Response:  # noqa: ARG002 - the framework's signature
        """What each code means and what the client does about it."""
        return self._told(ProblemKinds(items=tuple(_kind(code) for code in KINDS)))


class ProblemDetail(Explanation):
    """One kind of refusal."""

    @described(
        "getProblem",
        _forms(ProblemKind),
        refusals=["not_found"],
        security=[],
        tags=["problems"],
    )
    def get(self, request: Request, name: str) -> Response:  # noqa: ARG002
        """What one code means; the `type` of a problem leads here."""
        if name not in KINDS:
            raise Missing(f"no refusal has the code {name}")
        return self._told(_kind(name))


def _kind(code: str) -> ProblemKind:
    found = KINDS[code]
    return ProblemKind(type=f"{PLACE}/{code}", code=code, **found._asdict())


_PAGE: Final = f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{title}} · Cardroom</title>
</head>
<body>
<main>
<h1>{{title}}</h1>
{{sections}}
</main>
<footer><p><a href="{PLACE}">All refusals</a> · <a href="/api/v1/docs">The API</a></p></footer>
</body>
</html>
"""


def _section(kind: ProblemKind) -> str:
    remedy = _CODE.sub(r"<code>\1</code>", escape(kind.remedy))
    return (
        f'<section id="{kind.code}">\n'
        f'<h2><a href="{kind.type}"><code>{kind.code}</code></a> · {kind.status}</h2>\n'
        f"<p>{escape(kind.title)}: <strong>{', '.join(kind.deeds)}</strong>. {remedy}</p>\n"
        "</section>"
    )
