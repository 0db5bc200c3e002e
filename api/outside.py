"""Errors outside the framework's views: Django's own, and what anything else answered."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from msgspec import structs

from api.errors import problem, respond
from api.kinds import KINDS

_BY_STATUS: Final = {kind.status: code for code, kind in reversed(list(KINDS.items()))}


def restated(response: HttpResponse) -> HttpResponse:
    """An error that somebody else answered, as a problem; its headers stay."""
    status = response.status_code
    is_ours = status >= KINDS["internal"].status
    code = _BY_STATUS.get(status, "internal" if is_ours else "malformed")
    stated = respond(structs.replace(problem(code, response.reason_phrase), status=status))
    for name, value in response.items():
        if name not in {"Content-Type", "Content-Length"}:
            stated[name] = value
    return stated


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Django's handler400: a host, header or body that it won't read."""
    return respond(problem("malformed", "the request cannot be read"))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Django's handler404: no path of ours."""
    return respond(problem("not_found", "there is nothing at this path"))


def internal(request: HttpRequest) -> HttpResponse:
    """Django's handler500: the log has the traceback, the caller the id to find it by."""
    request_id = request.headers["X-Request-ID"]
    return respond(problem("internal", f"something of ours broke; request id {request_id}"))
