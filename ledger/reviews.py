"""Reviews kept: added in the transaction of their events, and read with what they are of."""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Collection, Iterator
from typing import Final

from cardroom.log import store
from cardroom.log.records import Head
from cardroom.log.rows import rows
from ledger import signed_records
from ledger.rules.reconciliation.codec import decode_body
from ledger.rules.reconciliation.reviews import TYPES, ReviewCells, ReviewRecord, cells

_COLUMNS: Final = signed_records.columns(ReviewCells)
_INSERT: Final = signed_records.insertion(ReviewCells, "ledger_review")
_OF_HOUSE: Final = f"""
SELECT {_COLUMNS} FROM ledger_review WHERE house = %(house)b::text ORDER BY position
"""
_OF: Final = f"""
SELECT {_COLUMNS} FROM ledger_review
WHERE house = %(house)b::text AND reconciliation = ANY(%(ids)b::text[]) ORDER BY position
"""


def add(review: ReviewCells) -> None:
    """Add a review; RuleViolation for what the database lets nobody write."""
    signed_records.add(_INSERT, review, refused="review refused: ", rule="review")


def of(house: str, ids: Collection[str]) -> dict[str, list[ReviewCells]]:
    """The reviews of reconciliations, by these, in the order in which they were recorded."""
    found: dict[str, list[ReviewCells]] = {}
    kept = rows(_OF, {"house": house, "ids": list(ids)}) if ids else ()
    for review in signed_records.read(ReviewCells, kept):
        found.setdefault(review.reconciliation, []).append(review)
    return found


def of_house(house: str) -> list[ReviewCells]:
    """All reviews of a house."""
    return signed_records.read(ReviewCells, rows(_OF_HOUSE, {"house": house}))


def replayed(head: Head) -> Iterator[ReviewRecord]:
    """The events of a cage's stream that are reviews, up to its head."""
    return signed_records.replayed(head, TYPES, decode_body, ReviewRecord)


def restore(head: Head) -> int:
    """Add the reviews that are missing; gives how many."""
    with store.recording():
        now = store.lock(head.house, head.stream)
        there = {review.id for review in of_house(head.house)}
        missing = [cells(record) for record in replayed(now) if record.id not in there]
        for review in missing:
            add(review)
    return len(missing)
