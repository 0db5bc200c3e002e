"""What travels: JSON by msgspec in both directions; a recorded batch arrives as its raw bytes."""

import zlib
from collections.abc import Mapping
from typing import IO, Any, Final

import msgspec
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from api.errors import TooLarge, UnsupportedEncoding
from api.limits import MAX_BODY_BYTES
from cardroom.errors import Malformed

# What zlib calls the two forms that a body may be compressed in.
CODINGS: Final = {"gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS}

_encode: Final = msgspec.json.Encoder().encode


class Parser(BaseParser):
    """Takes JSON as it came; who asks for it decodes it once, with the types of its own."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002 - the framework's signature
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401
        """The body's bytes, decompressed; TooLarge without reading or inflating on."""
        headers = parser_context["request"].headers if parser_context else {}
        coding = headers.get("Content-Encoding", "").strip().lower() or "identity"
        if coding not in {"identity", *CODINGS}:
            raise UnsupportedEncoding(f"a body is compressed by {' or '.join(CODINGS)}, or not")
        content = _capped(stream.read(MAX_BODY_BYTES + 1))
        return content if coding == "identity" else _inflated(content, coding)


def _capped(content: bytes) -> bytes:
    if len(content) > MAX_BODY_BYTES:
        raise TooLarge(f"a body has at most {MAX_BODY_BYTES} bytes, decompressed")
    return content


def _inflated(content: bytes, coding: str) -> bytes:
    """The one stream that a body is, and nothing behind it."""
    inflating = zlib.decompressobj(CODINGS[coding])
    try:
        inflated = _capped(inflating.decompress(content, MAX_BODY_BYTES + 1))
    except zlib.error as error:
        raise Malformed(f"the body isn't sound {coding}: {error}") from None
    if not inflating.eof or inflating.unused_data:
        what = "goes on after its end" if inflating.eof else "ends too early"
        raise Malformed(f"the body's {coding} {what}")
    return inflated


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
