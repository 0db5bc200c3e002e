"""Reviews kept: added in the transaction of their events, and read with what they are of."""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Collection, Iterable, Iterator
from typing import Final

import msgspec
from django.db import IntegrityError

from cardroom.errors import RuleViolation
from cardroom.log import store
from cardroom.log.records import Head
from cardroom.log.rows import Row, rows
from ledger.rules.reconciliation.codec import decode_body
from ledger.rules.reconciliation.reviews import TYPES, ReviewCells, ReviewRecord, cells

_REFUSED: Final = "review refused: "
_COLUMNS: Final = ", ".join(ReviewCells.__struct_fields__)
_INSERT: Final = f"""
WITH made AS (
    INSERT INTO ledger_review ({_COLUMNS})
    SELECT {_COLUMNS} FROM json_populate_record(NULL::ledger_review, %(review)b::json) RETURNING 1
)
SELECT count(*) FROM made
"""
_OF_HOUSE: Final = f"""
SELECT {_COLUMNS} FROM ledger_review WHERE house = %(house)b::text ORDER BY position
"""
_OF: Final = f"""
SELECT {_COLUMNS} FROM ledger_review
WHERE house = %(house)b::text AND reconciliation = ANY(%(ids)b::text[]) ORDER BY position
"""


def add(review: ReviewCells) -> None:
    """Add a review; RuleViolation for what the database lets nobody write."""
    try:
        rows(_INSERT, {"review": msgspec.json.encode(review).decode()})
    except IntegrityError as error:
        what = str(error).partition("\n")[0]
        if not what.startswith(_REFUSED):
            raise
        raise RuleViolation(what.removeprefix(_REFUSED), rule="review") from error


def of(house: str, ids: Collection[str]) -> dict[str, list[ReviewCells]]:
    """The reviews of reconciliations, by these, in the order in which they were recorded."""
    found: dict[str, list[ReviewCells]] = {}
    for review in _read(rows(_OF, {"house": house, "ids": list(ids)}) if ids else ()):
        found.setdefault(review.reconciliation, []).append(review)
    return found


def of_house(house: str) -> list[ReviewCells]:
    """All reviews of a house."""
    return list(_read(rows(_OF_HOUSE, {"house": house})))


def replayed(head: Head) -> Iterator[ReviewRecord]:
    """The events of a cage's stream that are reviews, up to its head."""
    for stored in store.load_types(head, [*TYPES], until=head.position):
        fact, noted = decode_body(stored.type, stored.body)
        yield ReviewRecord(
            id=stored.id,
            position=stored.position,
            recorded_at=stored.recorded_at,
            house=stored.house,
            fact=fact,
            noted=noted,
        )


def restore(head: Head) -> int:
    """Add the reviews that are missing; gives how many."""
    with store.recording():
        now = store.lock(head.house, head.stream)
        there = {review.id for review in of_house(head.house)}
        missing = [cells(record) for record in replayed(now) if record.id not in there]
        for review in missing:
            add(review)
    return len(missing)


def _read(found: Iterable[Row]) -> Iterator[ReviewCells]:
    for row in found:
        yield msgspec.convert(
            dict(zip(ReviewCells.__struct_fields__, row, strict=True)), ReviewCells
        )
