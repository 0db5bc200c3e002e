"""Lists: `items`, and `next_cursor` to go on with; query parameters read, or refused by name.

A cursor is the one monotonic column of its list in decimal (a position, a round's number, the
feed's number), so that an event's own `cursor` or `position` serves as one too. To a client it is
opaque: it hands back what it was given.
"""

import re
from typing import Final, TypeVar

from rest_framework.request import Request

from cardroom.errors import Malformed

T = TypeVar("T")

MAX_ITEMS: Final = 500

_NUMBER: Final = re.compile(r"[0-9]{1,18}", re.ASCII)


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


def cut(found: list[T], most: int) -> tuple[list[T], T | None]:
    """A page of what was asked for with one more than `most`; its last item if others follow."""
    page = found[:most]
    return page, page[-1] if len(found) > most else None
