"""Lists: `items`, and `next_cursor` to go on with; query parameters read, or refused by name.

A cursor is the one monotonic column of its list in decimal (a position, a round's number, the
feed's number), so that an event's own `cursor` or `position` serves as one too. To a client it is
opaque: it hands back what it was given.
"""

import re
from datetime import date
from typing import Final, TypeVar

from rest_framework.request import Request

from cardroom.errors import Malformed

T = TypeVar("T")

MAX_ITEMS: Final = 500

CURSOR: Final = "^[0-9]{1,18}$"

_YEARS: Final = range(2000, 2200)
_NUMBER: Final = re.compile("[0-9]{1,18}")
_DATE: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def limit(request: Request) -> int:
    """`?limit=`: how many items at most; all that a page can hold unless said."""
    found = number(request, "limit", default=MAX_ITEMS)
    if not 1 <= found <= MAX_ITEMS:
        raise Malformed(f"query parameter `limit` is 1 to {MAX_ITEMS}, not {found}")
    return found


def after(request: Request) -> int:
    """`?after=`: the cursor to go on from, 0 at the beginning."""
    return number(request, "after", default=0)


def number(request: Request, name: str, *, default: int) -> int:
    """A whole number of the query string; Malformed names the parameter."""
    given = request.GET.get(name)
    if given is None:
        return default
    if not _NUMBER.fullmatch(given):
        raise Malformed(f"query parameter `{name}` is a whole number, not {given[:40]!r}")
    return int(given)


def word(request: Request, name: str) -> str | None:
    """A word of the query string, or None; Malformed for what no text has."""
    said = request.GET.get(name)
    if said is not None and "\0" in said:
        raise Malformed(f"query parameter `{name}` has a character that no text has")
    return said


def date_of(name: str, said: str) -> date:
    """A date in the one form that is meant; Malformed names where it was given."""
    try:
        return date.fromisoformat(said if _DATE.fullmatch(said) else "")
    except ValueError:
        raise Malformed(f"`{name}` is a date, 2026-11-28, not {said[:40]!r}") from None


def gaming_day(name: str, said: str) -> date:
    """A gaming day that a cardroom may have had; Malformed for others."""
    found = date_of(name, said)
    if found.year not in _YEARS:
        raise Malformed(f"`{name}` is of the years {_YEARS[0]} to {_YEARS[-1]}")
    return found


def cut(found: list[T], most: int) -> tuple[list[T], T | None]:
    """A page of what was asked for with one more than `most`; its last item if others follow."""
    page = found[:most]
    return page, page[-1] if len(found) > most else None
