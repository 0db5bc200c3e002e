"""What people post under an id of their own: its form in the description, and its bytes."""

from typing import cast
from uuid import UUID

import msgspec
from msgspec import Struct
from rest_framework.request import Request

from cardroom.errors import Malformed


def form(said: type[Struct]) -> type[Struct]:
    """The form of a body: what is said, under the id that its sender gave it."""
    return msgspec.defstruct(
        f"{said.__name__}Sent",
        [("id", UUID)],
        bases=(said,),
        kw_only=True,
        forbid_unknown_fields=True,
        namespace={"__doc__": said.__doc__},
    )


def content_of(request: Request) -> bytes:
    """The body as it came; Malformed where there is none."""
    content = cast("object", request.data)
    if not isinstance(content, bytes):  # the framework's word for no body
        raise Malformed("the body is empty; what is said comes with its Content-Length")
    return content
