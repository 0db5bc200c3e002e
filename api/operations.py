"""For those who run it: whether the process lives, and whether it can do its work."""

from ipaddress import ip_address
from typing import Final, Literal

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse
from msgspec import Struct, structs
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import metrics, readiness
from api.auth import AUDIT, ScopeAllows, key_of
from api.errors import CONTENT_TYPE, Problem, problem, respond
from api.kinds import KINDS
from api.readiness import Check
from api.resource import Resource
from api.schema import KEY, NOTHING, described
from api.wire import Renderer
from cardroom import clock

# A proxy on this machine speaks for others, and says so by one of these.
_FORWARDED: Final = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP")


class Alive(Struct, frozen=True, kw_only=True):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Readiness(Struct, frozen=True, kw_only=True):
    """What holds, each in a sentence."""

    status: Literal["ready"] = "ready"
    checks: list[Check]


class Unready(Problem, frozen=True, kw_only=True):
    """The problem of a process that cannot do its work; `checks` say why."""

    checks: list[Check]


class Health(Resource):
    """Liveness: asks nothing of anybody."""

    authentication_classes = ()
    permission_classes = ()

    @described("getHealth", {200: Alive}, security=[], tags=["operations"])
    def get(self, request: Request) -> Response:  # noqa: ARG002 - the framework's signature
        """Whether the process lives."""
        return Response(Alive())


class AuditOrLoopback(ScopeAllows):
    """A key of scope `audit`, or this very machine."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the request comes from here, or the key allows it."""
        return _is_local(request) or super().has_permission(request, view)


class Ready(Resource):
    """Readiness in detail."""

    scopes = AUDIT
    permission_classes = (AuditOrLoopback,)

    @described(
        "getReadiness",
        {
            200: Readiness,
            (503, CONTENT_TYPE): OpenApiResponse(Unready, KINDS["unavailable"].remedy),
        },
        security=[KEY, NOTHING],
        tags=["operations"],
    )
    def get(self, request: Request) -> Response | HttpResponse:  # noqa: ARG002
        """Whether the process can do its work: database, migrations, feed; open on loopback."""
        found = readiness.look(clock.now()).checks
        failed = [check.detail for check in found if not check.ok]
        if not failed:
            return Response(Readiness(checks=found))
        told = structs.asdict(problem("unavailable", "; ".join(failed)))
        return respond(Unready(**told, checks=found))


class Metrics(Resource):
    """Gauges for a scraper."""

    scopes = AUDIT
    permission_classes = (AuditOrLoopback,)
    renderer_classes = (type("Text", (Renderer,), {"media_type": "text/plain", "format": "txt"}),)

    @described(
        "getMetrics",
        {(200, "text/plain"): OpenApiResponse({"type": "string"})},
        security=[KEY, NOTHING],
        tags=["operations"],
    )
    def get(self, request: Request) -> HttpResponse:
        """How far the streams are and what waits, for Prometheus; open on loopback.

        A key's own house; without a key every house of the installation.
        """
        house = key_of(request).house if request.auth else None
        return HttpResponse(metrics.exposition(house), content_type=metrics.CONTENT_TYPE)


def _is_local(request: Request) -> bool:
    """From a loopback address, and not on behalf of somebody else."""
    if any(name in request.META for name in _FORWARDED):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
