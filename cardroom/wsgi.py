"""The application as web servers call it."""

import os
from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final

from django.core.wsgi import get_wsgi_application

from api.limits import MAX_BODY_BYTES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardroom.settings")

_django: Final = get_wsgi_application()

# Requests nudge workers through it.
import_module("cardroom.celery")


class Chunked:
    """A body that comes in chunks; broken ones are the sender's fault, as a cut-off body is."""

    def __init__(self, body: Any) -> None:  # noqa: ANN401 - the server's own
        self.body = body
        self.readline = body.readline  # which Django asks for, and nobody uses

    def read(self, size: int) -> bytes:
        """The next bytes, none at the end; OSError when they cannot be read."""
        try:
            content: bytes = self.body.read(size)
        except Exception as error:
            raise OSError("the body's chunks cannot be read") from error
        return content


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401
    """Answer a request; one without a length may have a body, if the server knows its end."""
    if "HTTP_TRANSFER_ENCODING" in environ and environ.get("wsgi.input_terminated"):
        environ["wsgi.input"] = Chunked(environ["wsgi.input"])
        environ["CONTENT_LENGTH"] = str(MAX_BODY_BYTES + 1)
    return _django(environ, start_response)
