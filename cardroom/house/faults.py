"""Faults of a house file: what is wrong, where it stands, and how that is said to a person."""

import re
from collections.abc import Iterable
from typing import Final, Never, TypeVar, get_args

import msgspec

from cardroom.house import document
from cardroom.house.toml_lines import Path
from ledger.rules.fees import Basis, Role, Timing

T = TypeVar("T")

_IN_WORDS: Final = {
    "Expected": "expected",
    "Invalid RFC3339 encoded date": "expected a date as YYYY-MM-DD",
    "`int`": "a whole number",
    "`float`": "a decimal number",
    "`str`": "a text in quotes",
    "`str | object`": "a text in quotes or a table",
    "`bool`": "true or false",
    "`array`": "a list",
    "`object`": "a table",
    "`date`": "a date",
    "`datetime`": "a date with a time",
    "`time`": "a time without quotes",
}
_PATTERNS: Final = {
    document.CODE: "a code of letters, digits and . _ -, at most 64",
    document.TEXT: "a line of 1 to 200 characters",
    document.CLOCK_TIME: 'a time as "HH:MM"',
    document.HOURS: 'hours as "HH:MM-HH:MM"',
}
_CHOICES: Final = {
    "roles": ("role", get_args(document.PersonRole)),
    "role": ("role", get_args(Role)),
    "basis": ("basis", get_args(Basis)),
    "timing": ("timing", get_args(Timing)),
    "void_fee": ("void fee", get_args(document.VoidFee)),
}
_FORMULA: Final = re.compile(r"percent|pct|%|formula|factor|ratio|share|multipl|per_|[*]")
_FLAT_ONLY: Final = "percentages and formulas cannot be expressed, a fee is flat whole cents"


class Fault(Exception):
    """One mistake in a house file, at a path of its document."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message)
        self.path = path
        self.message = message


def typed(value: object, kind: type[T], path: Path = ()) -> T:
    """The value as this type; otherwise a fault at the innermost place that is known."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        _say(str(error), path)


def unknown(what: str, given: str, known: Iterable[str]) -> str:
    """The message for a name that doesn't exist, with those that do."""
    return f"unknown {what} {given!r}; there are: {', '.join(known) or 'none'}"


def label(path: Path, data: object) -> str:
    """A path as people read it, a section by its code and a row by its number from 1."""
    words = ""
    for part in path:
        data = _member(data, part)
        if isinstance(part, int):
            code = data.get("code") if isinstance(data, dict) else None
            words += f"[{_plain(code) if code else part + 1}]"
        else:
            words += f".{_plain(part)}" if words else _plain(part)
    return words


def _plain(name: object) -> str:
    """A name of the file's author, safe to print on one line."""
    return name if isinstance(name, str) and name.isprintable() else repr(name)


def _member(data: object, part: str | int) -> object:
    """What stands there; None where the file has nothing."""
    if isinstance(data, dict):
        return data.get(part)
    return data[part] if isinstance(data, list) and isinstance(part, int) else None


def _say(message: str, path: Path) -> Never:
    """Raise msgspec's message in our words, at the place it names."""
    message, _, place = message.partition(" - at ")
    path = (*path, *_parts(place))
    field = re.search(r"(missing required|unknown) field `(.*)`", message, re.DOTALL)
    if field and field[1] == "unknown":
        path, said = (*path, field[2]), f"unknown key {field[2]!r}"
    elif field:
        said = f"{field[2]} is missing"
    elif message.startswith("Invalid enum value"):
        said = _choice(message, path)
    else:
        said = _in_words(message)
    raise Fault(path, f"{said}: {_FLAT_ONLY}" if _is_formula(path, said) else said)


def _is_formula(path: Path, said: str) -> bool:
    """Whether someone tried to have a fee computed."""
    wrong_amount = "_cents" in str(path[-1:]) and ", got" in said
    return path[:1] == ("fee_schedules",) and (wrong_amount or bool(_FORMULA.search(said)))


def _in_words(message: str) -> str:
    for pattern, words in _PATTERNS.items():
        message = message.replace(f"`str` matching regex {pattern!r}", words)
    for theirs, ours in _IN_WORDS.items():
        message = message.replace(theirs, ours)
    return message


def _parts(place: str) -> Path:
    """`$.rates[2].fee_cents` as a path."""
    found = re.findall(r"\.(\w+)|\[(\d+)\]", place)
    return tuple(name or int(index) for name, index in found)


def _choice(message: str, path: Path) -> str:
    key = next(part for part in reversed(path) if isinstance(part, str))
    what, known = _CHOICES[key]
    return unknown(what, message.partition("'")[2][:-1], known)
