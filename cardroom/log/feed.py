"""The feed: all events of a house in one order that never changes; whoever follows misses none."""

from typing import Final

from django.db import transaction

from cardroom.log import statements
from cardroom.log.records import FeedItem, Lag, StoredEvent
from cardroom.log.rows import rows

__all__ = ["FeedItem", "Lag"]

_BATCHES: Final = 500  # appended batches that one transaction numbers


def sequence() -> int:
    """Number every event that has committed, in all houses; gives how many.

    Runs in transactions of its own, never in a writer's; several at once wait for each other.
    """
    numbered = 0
    while more := _sequence():
        numbered += more
    return numbered


def _sequence() -> int:
    """Number the next batches in one transaction."""
    with transaction.atomic(durable=True):
        ((numbered,),) = rows(statements.SEQUENCE, {"batches": _BATCHES})
    return int(numbered)


def read(after: int, limit: int, house: str) -> list[FeedItem]:
    """What stands in the house's feed behind this cursor, as far as it is numbered."""
    found = rows(statements.READ, {"house": house, "after": after, "limit": limit})
    return [FeedItem(cursor, StoredEvent(*event)) for cursor, *event in found]


def lag() -> Lag:
    """What has committed and isn't numbered yet."""
    ((events, since),) = rows(statements.LAG, {})
    return Lag(events, since)
