"""Plain JSON: what decoders refuse, by its place, and what they let pass and nobody could keep."""

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeVar

import msgspec

from cardroom.errors import Malformed
from cardroom.texts import READABLE

# What a decoder raises for what it cannot read.
UNREADABLE: Final = (msgspec.DecodeError, ValueError, RecursionError)
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")
_BLANK: Final = f"matching regex {READABLE!r}"
_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


Read = TypeVar("Read")


class _Twice(Exception):
    """A key stands twice in one object."""


def refuse(error: Exception, pointer: str, content: bytes = b"") -> NoReturn:
    """Raise Malformed in the decoder's words, with its path as a JSON pointer below this one.

    Of a lone surrogate decoders tell no place, and not always what it is: it is found in `content`.
    """
    lone = _lone_surrogate(content) if _SURROGATE.search(content) else None
    if lone is not None:
        raise Malformed("a lone surrogate is no character", pointer=pointer + lone) from None
    what, _, path = str(error).partition(" - at `$")
    steps = "".join(f"/{name or index}" for name, index in _STEP.findall(path))
    if what.endswith(_BLANK):
        what = "a text that isn't blank is needed"
    raise Malformed(what, pointer=pointer + steps) from None


def _lone_surrogate(content: bytes) -> str | None:
    """Where the first one stands, None where there is none; of a key, the object that has it."""
    try:
        waiting: list[tuple[str, Any]] = [("", json.loads(content, parse_int=str))]
    except (ValueError, RecursionError):  # it is no JSON at all
        return None
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, list):
            waiting += ((f"{place}/{index}", part) for index, part in enumerate(value))
        elif isinstance(value, dict):
            if any(map(_is_lone, value)):
                return place
            waiting += ((f"{place}/{key}", part) for key, part in value.items())
        elif isinstance(value, str) and _is_lone(value):
            return place
    return None


def _is_lone(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def read(decode: Callable[[bytes], Read], content: bytes) -> Read:
    """What a body says, by its decoder; Malformed for what it, or nobody, could keep."""
    try:
        found = decode(content)
        wrong = fault(content)
    except UNREADABLE as error:
        refuse(error, "", content)
    if wrong is not None:
        raise Malformed(wrong)
    return found


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
    if len(dict(pairs)) < len(pairs):
        times = Counter(key for key, _ in pairs)
        raise _Twice(next(key for key, seen in times.items() if seen > 1))
