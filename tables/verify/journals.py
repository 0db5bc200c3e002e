"""Journals: what a table's events should have posted, against what is stored of each of them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

from cardroom.log.records import Head
from ledger.queries import days, stored
from ledger.queries.stored import Key, StoredJournal
from tables import bookkeeping
from tables.rounds.books import Booking, Books, nothing
from tables.rounds.codec import Recorded
from tables.rounds.furniture import Box
from tables.rounds.state import Round
from tables.verify.counts import Counts
from tables.verify.findings import Difference, Finding

_AT_ONCE: Final = 2_000  # journals in memory
_TABLE: Final = "ledger_journal"


class Journals:
    """One table's books kept again, from a position on; `boxes` are those on the table there."""

    def __init__(
        self,
        head: Head,
        counts: Counts,
        *,
        boxes: Mapping[str, Box] | None = None,
        since: Head | None = None,
    ) -> None:
        self.head = head
        self.counts = counts
        self.code = bookkeeping.code_of(head)
        before = nothing if since is None else bookkeeping.recorded(since, self.code, boxes or {})
        self.books = Books(self.code, boxes, before)
        self.until = 0 if since is None else since.position
        self.right: dict[Key, Booking] = {}
        self.closed: set[date] = set()

    @property
    def is_due(self) -> bool:
        """Whether so much is in memory that it should be compared."""
        return len(self.right) >= _AT_ONCE

    def note(self, records: Sequence[Recorded], *rounds: Round | None) -> None:
        """An event with what follows from it, and the rounds it's about."""
        about = {now.number: now for now in rounds if now is not None}
        for booking in self.books.post(records, about):
            posting = booking.posting
            self.right[booking.position, posting.kind, posting.line] = booking

    def compare(self, *, until: int) -> Iterator[Finding]:
        """What is stored otherwise of the events up to a position, all of which were noted."""
        right = {key: booking for key, booking in self.right.items() if key[0] <= until}
        self.right = {key: self.right[key] for key in self.right.keys() - right.keys()}
        there = {
            journal.key: journal
            for journal in stored.journals(self.head.stream_id, after=self.until, until=until)
        }
        self.until = until
        self.counts.journals += len(there)
        for key in sorted(there.keys() | right.keys()):
            for found in self._differences(there.get(key), right.get(key)):
                position, *name = key
                place: dict[str, Any] = {"position": position, "row": " ".join(name)}
                yield Finding.at(self.head, "journal", found, table=_TABLE, **place)

    def _differences(
        self, there: StoredJournal | None, right: Booking | None
    ) -> Iterator[Difference]:
        """What is wrong with one journal; of one that only one side has, its entries."""
        entries = None if right is None else _entries(right)
        if there is None or right is None:
            yield Difference("entries", there and there.entries, entries)
            return
        posting = right.posting
        pairs: dict[str, tuple[Any, Any]] = {
            "entries": (there.entries, entries),
            "house": (there.house, self.head.house),
            "table_code": (there.table, self.code),
            "round": (there.round, posting.round),
            "revision": (there.revision, posting.revision),
            "gaming_day": (there.gaming_day, right.gaming_day),
        }
        for column, (mine, other) in pairs.items():
            if mine != other:
                yield Difference(column, mine, other)
        if not there.is_of_one_day or not self._is_posted_well(there, right.gaming_day):
            yield Difference("posted_on", there.posted_on, right.gaming_day)

    def _is_posted_well(self, there: StoredJournal, gaming_day: date) -> bool:
        """On its gaming day, or on the day behind a closed one that isn't before its own."""
        if there.posted_on == gaming_day:
            return True
        last = there.posted_on - timedelta(1)
        if last not in self.closed:  # perhaps it closed meanwhile
            self.closed = days.closed(self.head.house)
        return last >= gaming_day and last in self.closed


def _entries(booking: Booking) -> dict[str, int]:
    return {entry.account: entry.amount_cents for entry in booking.posting.entries}
