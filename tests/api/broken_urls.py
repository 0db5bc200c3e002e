"""The real routes, and beside them views that break in each way that a view can."""

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    UnreadablePostError,
)
from django.urls import path
from rest_framework import exceptions
from rest_framework.request import Request

from api.resource import Resource
from cardroom.errors import PositionConflict
from cardroom.urls import handler400, handler404, handler500
from cardroom.urls import urlpatterns as real

__all__ = ["handler400", "handler404", "handler500"]

SECRET = "what nobody outside may read"  # noqa: S105 - it isn't one

RAISED: dict[str, Exception] = {
    "fault": RuntimeError(SECRET),
    "throttled": exceptions.Throttled(wait=6.5),
    "throttled-for-now": exceptions.Throttled(),
    "failed-login": exceptions.AuthenticationFailed(),
    "unparsable": exceptions.ParseError(),
    "denied": PermissionDenied(),
    "missing": Http404("no such row"),
    "suspicious": SuspiciousOperation(),
    "cut-off": UnreadablePostError(),
    "conflict": PositionConflict("the table stands at 3, not 2", position=3),
    "no-database": OperationalError(SECRET),
}


class Broken(Resource):
    """Raises, inside the framework."""

    authentication_classes = ()
    permission_classes = ()

    def get(self, request: Request, name: str) -> HttpResponse:  # noqa: ARG002
        """Nothing but an error."""
        raise RAISED[name]


def plain(request: HttpRequest, name: str) -> HttpResponse:
    """Raises, in a view of Django's own."""
    del request
    raise RAISED[name]


def wrong_method(request: HttpRequest) -> HttpResponse:
    """Answers as Django's own decorators do."""
    del request
    return HttpResponseNotAllowed(["PUT"])


def teapot(request: HttpRequest) -> HttpResponse:
    """Answers a status that no code is for."""
    del request
    return HttpResponse("no coffee", status=418)


def overloaded(request: HttpRequest) -> HttpResponse:
    """Answers another one, of ours."""
    del request
    return HttpResponse("no room", status=507)


urlpatterns = [
    *real,
    path("broken/<name>", Broken.as_view()),
    path("plain/<name>", plain),
    path("wrong-method", wrong_method),
    path("teapot", teapot),
    path("overloaded", overloaded),
]
