"""Refusals over HTTP: every error, on every path, is one problem document (RFC 9457)."""

import logging
from collections.abc import Mapping
from math import ceil
from typing import Any, Final, NamedTuple

import msgspec
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpResponse, UnreadablePostError
from msgspec import UNSET, Struct, UnsetType
from rest_framework import exceptions

from cardroom.errors import CardroomError, PositionConflict

log = logging.getLogger(__name__)

CONTENT_TYPE: Final = "application/problem+json"
RETRY_AFTER_SECONDS: Final = 1


class Kind(NamedTuple):
    """A code: its status, what it is called, and what the client does about it."""

    status: int
    title: str
    remedy: str


KINDS: Final[Mapping[str, Kind]] = {
    "malformed": Kind(400, "Cannot be read", "Fix what `pointer` names; as it is it never passes."),
    "unauthenticated": Kind(401, "No valid key", "Send `Authorization: Bearer KEY`."),
    "forbidden": Kind(403, "Not allowed", "Use a key whose scope and tables allow it."),
    "not_found": Kind(404, "Nothing there", "Fix the path."),
    "method_not_allowed": Kind(405, "Wrong method", "Use a method of the `Allow` header."),
    "not_acceptable": Kind(406, "No such form", "Accept `application/json`."),
    "position_conflict": Kind(
        409,
        "The table stands elsewhere",
        "Read the events after your position up to `position`, decide again, and send anew.",
    ),
    "id_reused": Kind(
        409,
        "The id is taken",
        "Fix the writer: an id belongs to one event for ever. If `retryable`, resend as it was.",
    ),
    "too_large": Kind(413, "Too large", "Split the batch; at most 1,000 events and 2 MiB."),
    "unsupported_media_type": Kind(415, "Not JSON", "Send `Content-Type: application/json`."),
    "rule": Kind(
        422,
        "Against the rules",
        "Fix the event; if `retryable`, wait for the other writer and resend.",
    ),
    "procedure": Kind(
        422,
        "Against procedure",
        "Fix the event, or send it with the floor's `override`. If `retryable`, wait and resend.",
    ),
    "throttled": Kind(429, "Too many requests", "Wait as `Retry-After` says, then resend."),
    "internal": Kind(500, "Our fault", "Resend the same ids later; report the request id."),
    "unavailable": Kind(503, "Not now", "Wait as `Retry-After` says, then resend the same ids."),
}

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

    `rule` is an id of the register, a key of the rule set or an irregularity code; `position` is
    the table's present one, and comes only with `position_conflict`.
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
        type=f"urn:cardroom:problem:{code}",
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
        case OperationalError() | InterfaceError():
            log.warning("the database doesn't answer", exc_info=error)
            return problem("unavailable", "the database doesn't answer; nothing was recorded")
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
    if found.code in {"throttled", "unavailable"}:
        response["Retry-After"] = str(ceil(wait_seconds or RETRY_AFTER_SECONDS))
    return response


def answer(error: Exception, _context: dict[str, Any]) -> HttpResponse | None:
    """Django REST framework's exception handler; what it doesn't know is Django's to raise."""
    found = problem_of(error)
    if found is None:
        return None
    return respond(found, wait_seconds=getattr(error, "wait", None))
