"""What travels: JSON by msgspec in both directions; a recorded batch arrives as its raw bytes."""

from collections.abc import Mapping
from typing import IO, Any, Final

import msgspec
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from api.errors import TooLarge

MAX_BODY_BYTES: Final = 2 * 1024 * 1024

_encode: Final = msgspec.json.Encoder().encode


class Parser(BaseParser):
    """Takes JSON as it came; who asks for it decodes it once, with the types of its own."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002 - the framework's signature
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Any:  # noqa: ANN401
        """The body's bytes; TooLarge without reading on."""
        content = stream.read(MAX_BODY_BYTES + 1)
        if len(content) > MAX_BODY_BYTES:
            raise TooLarge(f"a body has at most {MAX_BODY_BYTES} bytes")
        return content


class Renderer(BaseRenderer):
    """Gives structs as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,  # noqa: ANN401 - whatever a view answers
        accepted_media_type: str | None = None,  # noqa: ARG002 - the framework's signature
        renderer_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> bytes:
        """The bytes of an answer; none where there is nothing to say."""
        return b"" if data is None else _encode(data)
