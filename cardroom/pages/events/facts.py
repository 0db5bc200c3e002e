"""What an event says, in a line for a list: its facts by name, money in dollars."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from cardroom.pages.words import dollars, event_word
from tables.views import EventItem

DASH: Final = "\N{EN DASH}"
_MOST: Final = 200  # characters
_LEFT_OUT: Final = frozenset({"reason", "authorised_by", "code", "revision", "ruleset_version"})
_WORD: Final = re.compile(r"[a-z]+(?:_[a-z]+)*")
_decode = msgspec.json.Decoder(dict[str, Any] | None).decode


def told(item: EventItem) -> str:
    """The facts of an event."""
    data = _decode(item.data)
    if data is None:
        return "withheld until its box is counted"
    return facts(data)


def data_of(item: EventItem) -> dict[str, Any]:
    """What an event says, by name; nothing where that is withheld."""
    return _decode(item.data) or {}


def facts(data: Mapping[str, Any]) -> str:
    """Facts in a line: `seat 4, player P-1003, kind patron`; a dash for none."""
    said = ", ".join(
        _fact(name, value)
        for name, value in data.items()
        if name not in _LEFT_OUT and value is not None
    )
    return f"{said[: _MOST - 1]}\N{HORIZONTAL ELLIPSIS}" if len(said) > _MOST else said or DASH


def _fact(name: str, value: object) -> str:
    word = event_word(name.removesuffix("_cents"))
    if name.endswith("_cents") and isinstance(value, int):
        return f"{word} {dollars(value)}"
    match value:
        case bool():
            return f"{word} {'yes' if value else 'no'}"
        case list():
            return f"{len(value)} {word}"
        case dict():
            return word
        case str() if _WORD.fullmatch(value):
            return f"{word} {event_word(value)}"
        case _:
            return f"{word} {value}"


def reason(item: EventItem) -> str:
    """Why it was done, and who answers for it, where the event says so."""
    data = data_of(item)
    said = [data, {} if item.override is None else msgspec.to_builtins(item.override)]
    found = [
        f"{one['authorised_by']}: {one.get('reason') or data.get('text') or DASH}"
        for one in said
        if one.get("authorised_by")
    ]
    return "; ".join(found) or str(data.get("reason") or "")
