"""Postings of counts: what a box should hold by the journals, and what its count moves."""

from collections.abc import Iterable, Iterator
from typing import Final

from cardroom.log import store as log
from cardroom.log.records import Head
from cardroom.log.rows import rows
from ledger import count_records, store
from ledger.queries import held, stored
from ledger.rules import posting
from ledger.rules.boxes import PeriodCells
from ledger.rules.counting import postings
from ledger.rules.counting.facts import CountRecord
from ledger.rules.counting.postings import Posted
from ledger.rules.counting.sheet import Sheet
from ledger.store import Sourced

# What counts took of a table's money that no box was known for.
_TAKEN: Final = """
SELECT coalesce(sum(CASE WHEN is_received THEN -amount_cents ELSE amount_cents END), 0)::bigint
FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
JOIN ledger_journal j ON j.id = e.journal_id
WHERE a.house = %(house)b::text AND a.code = %(account)b::text AND j.kind = 'count'
"""


def recorded_cents(period: PeriodCells) -> int:
    """What was recorded to lie in the box of a period, late fees included, in cents.

    A box that nobody put on holds what its table took until then without a box.
    """
    head = log.head(period.house, f"table:{period.table_code}")
    if head is None:
        return 0
    house, purpose, since = period.house, period.purpose, period.put_on_position
    if since is None:
        account = posting.unboxed(period.table_code, purpose)
        until = period.removed_position or 0
        fees = held.unboxed(house, head.stream_id, account, until=until)
        ((taken,),) = rows(_TAKEN, {"house": house, "account": account})
        return max(fees - int(taken), 0)
    if period.removed_position is None:
        account = posting.box(period.box, purpose)
        return held.in_box(house, head.stream_id, account, since=since)
    line = f"{purpose}/{period.box}/{since}"
    return held.removed(house, head.stream_id, purpose, line)


def post(head: Head, records: Iterable[CountRecord]) -> None:
    """Post what recorded events of counts move, in their transaction."""
    store.post(head.house, list(_sourced(head, records)))


def _sourced(head: Head, records: Iterable[CountRecord]) -> Iterator[Sourced]:
    """The postings of events of counts, whose records are kept already."""
    for record in records:
        sheet = count_records.sheet(head.house, record.noted.count)
        if sheet is None:
            raise LookupError(f"count {record.noted.count} isn't recorded")
        found = postings.posting(sheet.count, record.fact, _counted_before(sheet, record))
        if found is not None:
            yield sourced(head, Posted(record.position, sheet.count, found))


def _counted_before(sheet: Sheet, record: CountRecord) -> int:
    """What a count came to before an adjustment."""
    revision = record.noted.revision
    before = [each.total_cents for each in sheet.adjustments if each.revision < revision]
    if before or sheet.acceptance is None:
        return before[-1] if before else 0
    return sheet.acceptance.total_cents


def sourced(head: Head, posted: Posted) -> Sourced:
    """A posting of the cage's stream with the name of its event."""
    count = posted.count
    return Sourced(
        head.stream_id, posted.position, count.table_code, count.gaming_day, posted.posting
    )


def restore(head: Head, records: Iterable[CountRecord]) -> int:
    """Post what is missing of a cage's events up to its locked head; gives how many journals."""
    there = stored.posted(head.stream_id, after=0, until=head.position)
    missing = [
        sourced(head, each)
        for each in postings.postings(records)
        if (each.position, each.posting.kind, each.posting.line) not in there
    ]
    store.post(head.house, missing)
    return len(missing)
