"""The cage: the signed records of counts and reviews, against the events of its stream."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from uuid import UUID

from django.db import DatabaseError
from msgspec import structs

from cardroom.log import store
from cardroom.log.records import Head
from cardroom.log.rows import rows
from ledger import count_postings, count_records, count_replay, reviews
from ledger.queries import stored
from ledger.rules.counting import postings
from ledger.rules.counting.postings import Posted
from ledger.rules.counting.records import TABLES, AnyCells, cells
from ledger.rules.reconciliation import reviews as reviewed
from ledger.rules.reconciliation.reviews import ReviewCells
from tables.verify import posted
from tables.verify.cells import one_instant
from tables.verify.counts import Counts
from tables.verify.findings import Difference, Finding

Kept = AnyCells | ReviewCells

_REVIEWS: Final = "ledger_review"
# What an acceptance says the box held, against what the table's journals moved to the count room
# of that box period, up to where the table stood; late money went to another box.
_RECORDED: Final = """
SELECT a.id, a.position, a.recorded_cents, moved.cents
FROM ledger_acceptance a
JOIN ledger_count c ON c.id = a.count_id AND c.put_on_position IS NOT NULL
JOIN log_head h ON h.house = c.house AND h.stream = 'table:' || c.table_code
CROSS JOIN LATERAL (
    SELECT coalesce(sum(CASE WHEN e.is_received THEN e.amount_cents ELSE -e.amount_cents END), 0)
        ::bigint AS cents
    FROM ledger_journal j JOIN ledger_entry e ON e.journal_id = j.id
    JOIN ledger_account o ON o.id = e.account_id AND o.code = 'count_room:' || c.purpose
    WHERE j.stream_id = h.id AND j.position > c.put_on_position
        AND j.position <= a.table_position AND j.kind = 'box_removed'
        AND starts_with(j.line, c.purpose || '/')
        AND reverse(split_part(reverse(j.line), '/', 1)) = c.put_on_position::text
) moved
WHERE a.house = %(house)b::text AND moved.cents <> a.recorded_cents
ORDER BY a.position
"""


def verify(head: Head, counts: Counts) -> Iterator[Finding]:
    """Every record has its event and says what that says; every event of a count has its record."""
    with one_instant():
        now = store.head(head.house, head.stream) or head
        found = [*_compared(now, counts)]
    yield from found


def _compared(head: Head, counts: Counts) -> Iterator[Finding]:
    there: dict[UUID, Kept] = {one.id: one for one in count_records.of_house(head.house)}
    there |= {review.id: review for review in reviews.of_house(head.house)}
    counts.rows += len(there)
    try:
        records = list(count_replay.replayed(head))
        right: dict[UUID, Kept] = {record.id: cells(record) for record in records}
        said = list(reviews.replayed(head))
        right |= {review.id: reviewed.cells(review) for review in said}
        moved = list(postings.postings(records))
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a forged event breaks is a finding
        why = f"counts or reviews cannot be read: {type(error).__name__}: {error}"
        yield Finding.at(head, "replay", None, detail=why)
        counts.not_checked.append(f"the counts and reviews of {head.house}")
        return
    yield from _differences(head, there, right)
    yield from _journals(head, moved, counts)
    for row in rows(_RECORDED, {"house": head.house}):
        key, position, stated, journaled = row
        found = Difference("recorded_cents", stated, journaled)
        where = {"position": position, "table": "ledger_acceptance", "row": str(key)}
        yield Finding.at(head, "recorded", found, **where)


def _differences(
    head: Head, there: Mapping[UUID, Kept], right: Mapping[UUID, Kept]
) -> Iterator[Finding]:
    places = {**there, **right}
    for key in sorted(places, key=lambda key: places[key].position):
        stored, replayed = there.get(key), right.get(key)
        if stored is None or replayed is None or type(stored) is not type(replayed):
            sides = (stored and str(key), replayed and str(key))
            yield _finding(head, "row", places[key], Difference("id", *sides))
            continue
        mine, other = structs.asdict(stored), structs.asdict(replayed)
        for column in mine:
            if mine[column] != other[column]:
                found = Difference(column, mine[column], other[column])
                yield _finding(head, "cell", replayed, found)


def _finding(head: Head, kind: str, record: Kept, found: Difference) -> Finding:
    return Finding.at(
        head,
        kind,
        found,
        position=record.position,
        table=_REVIEWS if isinstance(record, ReviewCells) else TABLES[type(record)],
        row=str(record.id),
    )


def _journals(head: Head, found: Iterable[Posted], counts: Counts) -> Iterator[Finding]:
    """Every journal of the cage's stream is one that a count moved, and each of these is there."""
    right = posted.by_key(count_postings.sourced(head, each) for each in found)
    there = list(stored.journals(head.stream_id, after=0, until=head.position))
    counts.journals += len(there)
    yield from posted.Comparison(head).findings(there, right)
