"""Told: pages of journals for who may count, of shown ones alone.

A page that was as long as what is there would say how many journals are left out, and with them how
many fees were paid.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from cardroom.log.rows import Row
from ledger.queries.hidden import BELOW, Hidden, Moved

# So many journals are looked at a time.
_WINDOW: Final = 500


class Page(NamedTuple):
    """Rows of journals, and the one that the next page goes on behind, None where there is none."""

    found: Sequence[Row]
    next: int | None


def told(
    ask: Callable[[int, int], Sequence[Row]],
    moved: Callable[[Row], Moved],
    hidden: Hidden,
    *,
    after: int,
    limit: int,
) -> Page:
    """The page behind a journal of what `ask` gives behind one, at most so many."""
    if not hidden.is_anything:
        found = ask(after, limit + 1)
        return _page(found, limit)
    shown, found = list[Row](), ask(after, _WINDOW)
    while found:
        verdicts = hidden.shows([moved(row) for row in found])
        shown += [row for row, shows in zip(found, verdicts, strict=True) if shows]
        is_last = len(shown) > limit or len(found) < _WINDOW
        found = [] if is_last else ask(found[-1][0], _WINDOW)
    return _page(shown, limit)


def _page(found: Sequence[Row], limit: int) -> Page:
    return Page(found[:limit], found[limit - 1][0] if len(found) > limit else None)


def clause(hidden: Hidden) -> str:
    """What a statement of journals asks for besides."""
    return f" AND {BELOW}" if hidden.is_anything else ""
