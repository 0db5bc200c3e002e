"""Journals: what a table's events should have posted, against what is stored of each of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cardroom.log.records import Head
from ledger.queries import stored
from tables import bookkeeping
from tables.rounds.books import Books, nothing
from tables.rounds.codec import Recorded
from tables.rounds.furniture import Box
from tables.rounds.state import Round
from tables.verify import posted
from tables.verify.counts import Counts
from tables.verify.findings import Finding

_AT_ONCE: Final = 2_000  # journals in memory


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
        self.right = posted.by_key([])
        self.comparison = posted.Comparison(head)

    @property
    def is_due(self) -> bool:
        """Whether so much is in memory that it should be compared."""
        return len(self.right) >= _AT_ONCE

    def note(self, records: Sequence[Recorded], *rounds: Round | None) -> None:
        """An event with what follows from it, and the rounds it's about."""
        about = {now.number: now for now in rounds if now is not None}
        booked = self.books.post(records, about)
        self.right |= posted.by_key(bookkeeping.sourced(self.head, self.code, booked))

    def compare(self, *, until: int) -> Iterator[Finding]:
        """What is stored otherwise of the events up to a position, all of which were noted."""
        right = {key: one for key, one in self.right.items() if key[0] <= until}
        self.right = {key: self.right[key] for key in self.right.keys() - right.keys()}
        there = list(stored.journals(self.head.stream_id, after=self.until, until=until))
        self.until = until
        self.counts.journals += len(there)
        yield from self.comparison.findings(there, right)
