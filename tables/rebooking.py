"""Rebooking: journals that are missing are posted, those of events from before there was a ledger.

A table's books are kept again from its stream as it is stored; what is posted stays as it is.
"""

from collections.abc import Iterator
from typing import Final

from cardroom.log import store as log
from cardroom.log.records import Head
from ledger import store
from ledger.queries import stored
from tables import bookkeeping, history, offerings
from tables.rounds import codec
from tables.rounds.books import Booking, Books
from tables.rounds.codec import Recorded
from tables.rounds.events import AboutRound, RoundOpened, RoundReportedLate
from tables.rounds.fold import fold
from tables.rounds.round_fold import begun, fold_round
from tables.rounds.state import Round, Table

_AT_ONCE: Final = 1_000  # journals of one statement


def restore(head: Head) -> int:
    """Post what is missing of a table up to its head; gives how many journals that were."""
    posted, after, page = 0, 0, list[Booking]()
    for position, bookings in Rebooking(head).events():
        page += bookings
        if len(page) >= _AT_ONCE or position == head.position:
            posted += _post_missing(head, page, after, position)
            after, page = position, []
    return posted


def _post_missing(head: Head, page: list[Booking], after: int, until: int) -> int:
    if not page:
        return 0
    with log.recording():
        log.lock(head.house, head.stream)
        there = stored.posted(head.stream_id, after=after, until=until)
        missing = [
            booking
            for booking in page
            if (booking.position, booking.posting.kind, booking.posting.line) not in there
        ]
        store.post(head.house, bookkeeping.sourced(head, bookkeeping.code_of(head), missing))
    return len(missing)


class Rebooking:
    """The books of one table on their way through its stream."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.books = Books(bookkeeping.code_of(head))
        self.table = Table()
        self.records: list[Recorded] = []
        self.rounds: dict[int, Round] = {}

    def events(self) -> Iterator[tuple[int, list[Booking]]]:
        """By client's event with what was decided behind it: its last position and its postings."""
        for event in log.load(self.head.house, self.head.stream, until=self.head.position):
            if event.type not in codec.SERVICE_TYPES and self.records:
                yield self._finished()
            record = history.recorded(event)
            if not self.records:
                self.books.begin(record.fact, self.table.round)
            self.records.append(record)
            self._fold(record)
        if self.records:
            yield self._finished()

    def _finished(self) -> tuple[int, list[Booking]]:
        found = self.records[-1].position, self.books.post(self.records, self.rounds)
        self.records, self.rounds = [], {}
        return found

    def _fold(self, record: Recorded) -> None:
        """Fold a record into the table and its round; the books see that as it was before."""
        fact, number = record.fact, record.round
        if number is None or not isinstance(fact, AboutRound):
            fold(self.table, record, offerings.offering)
        elif isinstance(fact, RoundOpened | RoundReportedLate):
            fold(self.table, record, offerings.offering)
            now = self.table.round
            is_open = isinstance(fact, RoundOpened) and now is not None
            self.rounds[number] = now if is_open and now else begun(record, offerings.offering)
        else:
            now = self._round(number, record.position)
            is_open = now is self.table.round
            fold(self.table, record, offerings.offering)
            if not is_open:
                fold_round(now, record, fact, offerings.offering)

    def _round(self, number: int, position: int) -> Round:
        """A round as it was before a position."""
        now = self.table.round
        if number not in self.rounds:
            is_open = now is not None and now.number == number
            self.rounds[number] = (
                now if is_open and now else history.round_at(self.head, number, until=position - 1)
            )
        return self.books.watch(self.rounds[number])
