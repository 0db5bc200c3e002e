"""Refusals over HTTP: every error, on every path, is one problem document (RFC 9457)."""

import logging
from math import ceil
from typing import Any, Final

import msgspec
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpResponse, UnreadablePostError
from msgspec import UNSET, Struct, UnsetType
from psycopg.errors import IdleInTransactionSessionTimeout
from rest_framework import exceptions

from api.kinds import KINDS, PLACE
from cardroom.errors import CardroomError, PositionConflict

log = logging.getLogger(__name__)

CONTENT_TYPE: Final = "application/problem+json"
RETRY_AFTER_SECONDS: Final = 1


_OF_FRAMEWORK: Final[tuple[tuple[type[Exception], str], ...]] = (
    (exceptions.ParseError, "malformed"),
    (exceptions.AuthenticationFailed, "unauthenticated"),
    (exceptions.NotAuthenticated, "unauthenticated"),
    (exceptions.PermissionDenied, "forbidden"),
    (exceptions.NotFound, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.Throttled, "throttled"),
    (PermissionDenied, "forbidden"),
    (UnreadablePostError, "malformed"),
    (SuspiciousOperation, "malformed"),
)


class Problem(Struct, frozen=True, kw_only=True):
    """A problem document; `pointer` is a JSON pointer into the request's body.

    `type` is a path of this server, where it says what the client does about it. `rule` is an id
    of the register, a key of the rule set or an irregularity code; `position` is the table's
    present one, and comes only with `position_conflict`.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    pointer: str
    rule: str | None
    retryable: bool
    position: int | UnsetType = UNSET


class TooLarge(CardroomError):
    """The body is longer than any batch may be."""

    code = "too_large"


class UnsupportedEncoding(CardroomError):
    """The body is compressed in a way that we don't know."""

    code = "unsupported_media_type"


def problem(
    code: str,
    detail: str,
    *,
    pointer: str = "",
    rule: str | None = None,
    retryable: bool = False,
    position: int | UnsetType = UNSET,
) -> Problem:
    """The document of a code."""
    kind = KINDS[code]
    return Problem(
        type=f"{PLACE}/{code}",
        title=kind.title,
        status=kind.status,
        detail=detail,
        code=code,
        pointer=pointer,
        rule=rule,
        retryable=retryable or code in {"throttled", "unavailable"},
        position=position,
    )


def problem_of(error: Exception) -> Problem | None:
    """What a caller is told of an error; None when it is a fault of ours."""
    match error:
        case CardroomError():
            return _refusal(error)
        case Http404():
            return problem("not_found", "there is nothing at this path")
        case (
            OperationalError()
            | InterfaceError()
            | InternalError(__cause__=IdleInTransactionSessionTimeout())
        ):
            log.warning("the database doesn't answer", exc_info=error)
            # It may have gone between COMMIT and its answer.
            return problem("unavailable", "the database doesn't answer; send the same again")
        case UnreadablePostError(__cause__=BlockingIOError()):
            return problem("unavailable", "the body stopped half-way; nothing was recorded")
        case _:
            for kind, code in _OF_FRAMEWORK:
                if isinstance(error, kind):
                    return problem(code, str(error))
            return None


def _refusal(error: CardroomError) -> Problem:
    return problem(
        error.code,
        error.detail,
        pointer=error.pointer,
        rule=error.rule,
        retryable=error.retryable,
        position=error.position if isinstance(error, PositionConflict) else UNSET,
    )


def respond(found: Problem, *, wait_seconds: float | None = None) -> HttpResponse:
    """A problem as a response, with the headers that its status asks for."""
    response = HttpResponse(
        msgspec.json.encode(found), status=found.status, content_type=CONTENT_TYPE
    )
    if found.code == "unauthenticated":
        response["WWW-Authenticate"] = "Bearer"
    if found.code == "unsupported_media_type":
        response["Accept-Encoding"] = "gzip, deflate"
    if found.code in {"throttled", "unavailable"}:
        response["Retry-After"] = str(ceil(wait_seconds or RETRY_AFTER_SECONDS))
    return response


def answer(error: Exception, _context: dict[str, Any]) -> HttpResponse | None:
    """Django REST framework's exception handler; what it doesn't know is Django's to raise."""
    found = problem_of(error)
    if found is None:
        return None
    return respond(found, wait_seconds=getattr(error, "wait", None))
