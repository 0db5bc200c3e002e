"""Presence: at how many tables of a house a TPPPS has players at once.

What its contract allows of that is the part of R7 that no table knows by itself.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime

from msgspec import Struct


class Presence(Struct, frozen=True, kw_only=True):
    """A company comes to a table, with its first player there, or is `gone` with its last."""

    table: str
    company: str
    at: datetime
    day: date
    position: int
    gone: bool


class Present(Struct, frozen=True):
    """A company that came to a table, and at how many it was then."""

    arrival: Presence
    tables: int


def arrivals(found: Iterable[Presence]) -> Iterator[Present]:
    """Every arrival of a house in its order, with the tables at which the company is by then.

    Who leaves one table and sits down at another in the same moment is at one.
    """
    tables: dict[str, set[str]] = {}
    for each in sorted(found, key=lambda one: (one.at, not one.gone, one.table, one.position)):
        own = tables.setdefault(each.company, set())
        if each.gone:
            own.discard(each.table)
        else:
            own.add(each.table)
            yield Present(each, len(own))
