"""Fields: what a form asks for, how what is typed is read, and how it is said."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final, Literal, NamedTuple

from cardroom.pages.words import dollars, sentence
from cardroom.texts import unseen_in

Type = Literal["text", "whole", "money", "percent", "day", "clock", "choice", "many", "tick"]
Options = tuple[tuple[str, str], ...]
Facts = Mapping[str, Any]

# The item's own code; `code` alone is the one-time code that signs.
OWN_CODE: Final = "own_code"
NEEDED: Final = "This can't be left empty."
_MONEY: Final = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3})*|[0-9]{1,9})(?:\.([0-9]{2}))?")
_PERCENT: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,2}))? ?%?")
NONE: Final = "\N{EN DASH}"


class Field(NamedTuple):
    """One fact of an item; `name` is its place there, `limits-game-0` for `/limits/game/0`.

    What is optional and left empty isn't said; what is fixed can't be changed any more.
    """

    name: str
    label: str
    help: str = ""
    type: Type = "text"
    options: Options = ()
    optional: bool = False
    fixed: bool = False

    @property
    def path(self) -> list[str]:
        """Where it stands in the facts."""
        return ["code"] if self.name == OWN_CODE else self.name.split("-")


class Rows(NamedTuple):
    """Facts of which there are several: tiers, badges, hours, the rows of a pay table.

    `of` makes a fact of what a row says and `to` a row of a fact; `keyed` rows are a table by what
    their first field says, and no list.
    """

    name: str
    label: str
    one: str
    fields: tuple[Field, ...]
    say: Callable[[Facts], str]
    help: str = ""
    of: Callable[[Facts], Any] = dict
    to: Callable[[Any], Facts] = dict
    keyed: bool = False
    most: int = 100


Shape = tuple[Field | Rows, ...]


def read(field: Field, typed: Sequence[str]) -> Any:  # noqa: ANN401 - of whatever type it is
    """What was typed as a fact, None for nothing. Raises ValueError with a sentence."""
    if field.type == "many":
        return [*typed]
    text = typed[0].strip() if typed else ""
    if field.type == "tick":
        return bool(text)
    if not text:
        if field.optional:
            return None
        raise ValueError(NEEDED)
    if unseen := unseen_in(text):
        raise ValueError(sentence(unseen))
    return _READ.get(field.type, str)(text)


def written(field: Field, value: object) -> list[str]:
    """A fact as it stands in the form's field."""
    if value is None:
        return []
    if isinstance(value, list | tuple):
        return [*map(str, value)]
    if field.type == "tick":
        return ["on"] * bool(value)
    return [_WRITE[field.type](value) if field.type in _WRITE else str(value)]


def said(field: Field, value: Any) -> str:  # noqa: ANN401 - of whatever type it is
    """A fact as people say it."""
    words = dict(field.options)
    if field.type == "tick":
        return "yes" if value else "no"
    if field.type == "many":
        return ", ".join(words.get(one, one) for one in value or ()) or NONE
    if value is None:
        return NONE
    if field.type == "money":
        return dollars(value)
    return f"{_percent(value)} %" if field.type == "percent" else words.get(str(value), str(value))


def _whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError("Type a whole number, such as 6.")
    return int(text)


def _cents(text: str) -> int:
    found = _MONEY.fullmatch(text)
    if found is None:
        raise ValueError("Type an amount in dollars, such as 100 or 2.50.")
    return int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


def _basis_points(text: str) -> int:
    found = _PERCENT.fullmatch(text)
    if found is None:
        raise ValueError("Type a percentage with at most two decimals, such as 0.5.")
    return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError("Type a day as year-month-day, such as 2027-01-31.") from None


def _amount(cents: int) -> str:
    return dollars(cents).removeprefix("$").replace(",", "")


def _percent(points: int) -> str:
    return f"{points // 100}.{points % 100:02}".rstrip("0").rstrip(".")


_READ: Final[dict[str, Callable[[str], Any]]] = {
    "whole": _whole, "money": _cents, "percent": _basis_points, "day": _day,
}  # fmt: skip
_WRITE: Final[dict[str, Callable[[Any], str]]] = {"money": _amount, "percent": _percent}
