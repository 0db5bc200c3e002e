"""Stays: companies of TPPPS at tables, which no table alone can count (R7's `max_tables`)."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, timedelta

from msgspec import Struct

from tables.rules.rotation.breach import Breach
from tables.rules.rotation.settings import Settings


class Stay(Struct, frozen=True, kw_only=True):
    """A company at a table, from the event that brought its first player there to the last's going.

    `day` and `position` are that first event's; `until` is None while somebody sits there.
    """

    company: str
    table: str
    since: datetime
    until: datetime | None = None
    day: date
    position: int


def too_many(
    stays: Iterable[Stay], most: Callable[[Stay], int | None], settings: Settings
) -> Iterator[tuple[Stay, Breach]]:
    """The stays that began when a company was at as many other tables as its contract allows.

    `most` gives what was allowed then, None where there was no contract. Each table has a clock of
    its own, so somebody who goes from one to another is for a moment at both, or at none.
    """
    begun: list[Stay] = []
    for stay in sorted(stays, key=lambda each: (each.since, each.table)):
        others = {
            other.table
            for other in begun
            if other.company == stay.company and _is_beside(other, stay, settings)
        }
        tables = sorted({*others, stay.table})
        allowed = most(stay)
        if allowed is not None and len(tables) > allowed:
            where = f"{len(tables)} tables at once ({', '.join(tables)})"
            yield stay, Breach(f"{stay.company} is at {where}, its contract allows {allowed}")
        begun.append(stay)


def _is_beside(other: Stay, stay: Stay, settings: Settings) -> bool:
    """Whether two stays, the other begun first, go on together for longer than clocks are off."""
    first_end = min((end for end in (other.until, stay.until) if end is not None), default=None)
    apart = timedelta(seconds=settings.apart_seconds)
    return first_end is None or first_end - stay.since > apart
