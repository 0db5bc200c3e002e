"""Postings of counts: what a box should hold by the journals, and what its count moves."""

from collections.abc import Iterable, Iterator
from typing import Final

from cardroom.log.records import Head
from cardroom.log.rows import rows
from ledger import count_records, store
from ledger.rules.boxes import PeriodCells
from ledger.rules.counting.facts import CountRecord
from ledger.rules.counting.postings import posting
from ledger.rules.counting.records import CountCells
from ledger.rules.posting import count_room
from ledger.store import Sourced

_RECORDED: Final = """
SELECT coalesce(sum(CASE WHEN is_received THEN amount_cents ELSE -amount_cents END), 0)::bigint
FROM ledger_journal j JOIN ledger_entry e ON e.journal_id = j.id
JOIN ledger_account a ON a.id = e.account_id
JOIN log_head h ON h.id = j.stream_id
WHERE h.house = %(house)b::text AND h.stream = %(stream)b::text
    AND a.code = %(account)b::text AND j.position = %(position)b::bigint
"""


def recorded_cents(count: CountCells) -> int:
    """What was recorded to lie in a box when it reached the count room, and what came late."""
    return _recorded(count.house, count.table_code, count.purpose, count.removed_position)


def recorded_in(period: PeriodCells) -> int:
    """What was recorded to lie in the box of a period."""
    return _recorded(period.house, period.table_code, period.purpose, period.removed_position or 0)


def _recorded(house: str, table: str, purpose: str, position: int) -> int:
    wanted = {
        "house": house,
        "stream": f"table:{table}",
        "account": count_room(purpose),
        "position": position,
    }
    ((cents,),) = rows(_RECORDED, wanted)
    return int(cents)


def post(head: Head, records: Iterable[CountRecord]) -> None:
    """Post what recorded events of counts move, in their transaction."""
    store.post(head.house, list(_sourced(head, records)))


def _sourced(head: Head, records: Iterable[CountRecord]) -> Iterator[Sourced]:
    for record in records:
        sheet = count_records.sheet(head.house, record.noted.count)
        if sheet is None:
            raise LookupError(f"count {record.noted.count} isn't recorded")
        before = [
            each.total_cents for each in sheet.adjustments if each.revision < record.noted.revision
        ]
        accepted = 0 if sheet.acceptance is None else sheet.acceptance.total_cents
        counted_cents = before[-1] if before else accepted
        found = posting(sheet.count, record.fact, counted_cents)
        if found is not None:
            yield Sourced(
                head.stream_id,
                record.position,
                sheet.count.table_code,
                sheet.count.gaming_day,
                found,
            )
