"""Plain JSON: what decoders let pass, and neither two readers nor a database would read alike."""

import json
import re
from typing import Final

_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class _Twice(Exception):
    """A key stands twice in one object."""


def fault(content: bytes) -> str | None:
    """What is wrong with a text that was decoded already: U+0000, or a key twice in an object."""
    if b"u0000" in content and _NUL.search(content):
        return "U+0000 cannot be stored in text"
    try:
        json.loads(content, object_pairs_hook=_once, parse_int=str)
    except _Twice as twice:
        return f"`{twice}` stands twice in one object"
    return None


def _once(pairs: list[tuple[str, object]]) -> None:
    seen = set()
    for key, _ in pairs:
        if key in seen:
            raise _Twice(key)
        seen.add(key)
