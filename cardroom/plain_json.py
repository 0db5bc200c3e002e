"""Plain JSON: what decoders refuse, by its place, and what they let pass and nobody could keep."""

import json
import re
from typing import Final, NoReturn

import msgspec

from cardroom.errors import Malformed

# What a decoder raises for what it cannot read.
UNREADABLE: Final = (msgspec.DecodeError, ValueError, RecursionError)
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class _Twice(Exception):
    """A key stands twice in one object."""


def refuse(error: Exception, pointer: str) -> NoReturn:
    """Raise Malformed in the decoder's words, with its path as a JSON pointer below this one."""
    what, _, path = str(error).partition(" - at `$")
    steps = "".join(f"/{name or index}" for name, index in _STEP.findall(path))
    raise Malformed(what, pointer=pointer + steps) from None


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
