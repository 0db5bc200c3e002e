"""Counts replayed from the cage's stream: what is recorded of them, made again from the log."""

from collections.abc import Iterator
from typing import Final

from cardroom.log import store
from cardroom.log.records import Head
from ledger import count_postings, count_records, signed_records
from ledger.rules.counting import codec
from ledger.rules.counting.facts import TYPES, CountRecord
from ledger.rules.counting.records import cells

STREAMS: Final = "cage:"  # what the names of the cages' streams begin with


def replayed(head: Head) -> Iterator[CountRecord]:
    """The events of a cage's stream that are about counts, up to its head."""
    return signed_records.replayed(head, TYPES, codec.decode_body, CountRecord)


def restore(head: Head) -> int:
    """Add records and journals that are missing; gives how many.

    What was altered stays as it is: nobody changes a signed record, and verification names it.
    """
    with store.recording():
        now = store.lock(head.house, head.stream)
        there = {record.id for record in count_records.of_house(head.house)}
        records = list(replayed(now))
        missing = [cells(record) for record in records if record.id not in there]
        count_records.add(missing)
        return len(missing) + count_postings.restore(now, records)
