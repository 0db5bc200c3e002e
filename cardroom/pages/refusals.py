"""Refusals as pages: what failed, what is kept, what to do."""

from typing import Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from api import outside

_PAGE: Final = "admin/refusal.html"
_NO_PAGE: Final = "No page has this address. What you may open stands in the bar at the top."

_TOO_LARGE: Final = (
    f"Nothing was changed. A form may send {settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:,} fields and"
    f" {settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 2**20} MiB; more than a round needs."
)


def locked_out(request: HttpRequest, *_: object) -> HttpResponse:
    """Too many wrong passwords for this name at this address."""
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    return _page(
        request,
        429,
        "Too many wrong tries",
        f"This name is shut out at this address for {minutes} minutes. Others sign in here as"
        " usual, and this name does at another machine. An administrator can give a new password.",
    )


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """A form without its token: another site's, or one that was open for too long."""
    return _page(
        request,
        403,
        "This form is out of date",
        "Nothing was changed. Go back, load the page anew and send it again.",
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403."""
    return _page(
        request,
        403,
        "Not yours to see",
        f"{exception} Your roles are given by the house; its administrator can change them.",
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404: a page on the site, a problem document elsewhere."""
    if not request.path.startswith(settings.SITE_PATH):
        return outside.not_found(request, exception)
    said = _NO_PAGE
    if exception.args and isinstance(exception.args[0], str) and exception.args[0]:
        said = f"{exception.args[0][0].upper()}{exception.args[0][1:]}."
    return _page(request, 404, "There is nothing here", said)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400."""
    if not request.path.startswith(settings.SITE_PATH):
        return outside.bad_request(request, exception)
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent):
        return _page(request, 400, "This form is too large", _TOO_LARGE)
    return HttpResponse("the request cannot be read", status=400, content_type="text/plain")


def internal(request: HttpRequest) -> HttpResponse:
    """Django's handler500: without the frame, for that may be what broke."""
    if not request.path.startswith(settings.SITE_PATH):
        return outside.internal(request)
    request_id = request.headers["X-Request-ID"]
    return HttpResponse(
        "Something of ours broke, and nothing was changed. Try again; if it stays so, tell the"
        f" administrator this number: {request_id}\n",
        status=500,
        content_type="text/plain",
    )


def _page(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    return render(request, _PAGE, {"title": title, "text": text}, status=status)
