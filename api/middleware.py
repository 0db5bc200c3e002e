"""Around every request: its id, its line in the log, and errors that are problem documents."""

import re
from collections.abc import Callable
from time import perf_counter
from typing import Final
from uuid import uuid4

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from api import errors
from api.outside import restated

log = structlog.get_logger(__name__)

_SOUND_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,128}")
_FIRST_ERROR: Final = 400


class Requests:
    """The outermost middleware; behind it `X-Request-ID` is always there and sound."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request under its id."""
        started = perf_counter()
        request_id = str(request.META.get("HTTP_X_REQUEST_ID", ""))
        if not _SOUND_ID.fullmatch(request_id):
            request_id = request.META["HTTP_X_REQUEST_ID"] = uuid4().hex
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
            if response.status_code >= _FIRST_ERROR and not _is_said(request, response):
                response = restated(response)
            log.info(
                "request",
                method=request.method,
                path=request.path,
                status=response.status_code,
                milliseconds=round((perf_counter() - started) * 1000, 1),
            )
        response["X-Request-ID"] = request_id
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer what a view outside Django REST framework raised, if it is no fault of ours."""
        return None if _is_page(request) else errors.answer(error, {})


def _is_said(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether an error says already what it is: to a machine as a problem, to people as a page."""
    return response.get("Content-Type") == errors.CONTENT_TYPE or _is_page(request)


def _is_page(request: HttpRequest) -> bool:
    return request.path.startswith(settings.SITE_PATH)
