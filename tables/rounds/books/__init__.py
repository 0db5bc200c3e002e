"""Books: the journals that a table's events cause, from its own stream alone (ledger.md).

Nothing here depends on the clock or on another stream, so that the same journals are found again
when the stream is replayed. Money that fees move is followed to its box period.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final, get_args

from msgspec import Struct

from ledger.rules.posting import Posting
from tables.rounds import events as e
from tables.rounds.books import booked, money
from tables.rounds.books.booked import Booked
from tables.rounds.books.money import Laid, Place
from tables.rounds.books.periods import Periods, Recorded, nothing
from tables.rounds.codec import Recorded as Record
from tables.rounds.fold import fold_table
from tables.rounds.furniture import Box
from tables.rounds.state import Round, Table

__all__ = ["Booking", "Books", "Place", "nothing"]

# A type in a set is asked for many times as fast as a union.
_CHANGING: Final = frozenset(get_args(e.CorrectionFact | e.RoundVoided | e.WagerPaid))
_MOVING: Final = frozenset(
    get_args(e.FeeCollected | e.FeeRefunded | e.BoxChanged | e.CorrectionFact)
    + get_args(e.WagerPaid | e.RoundSettled | e.RoundReversed | e.RoundRefolded | e.TableRefolded)
)


class Booking(Struct, frozen=True):
    """A posting at the event that causes it."""

    position: int
    gaming_day: date
    posting: Posting


class _Before(Struct, frozen=True):
    """A round's books before an event."""

    booked: Booked
    laid: Laid


class Books:
    """The books of one table: told of each event's records, they give the postings.

    `recorded` says what lies at places that were filled before the books were opened.
    """

    def __init__(
        self, table: str, boxes: Mapping[str, Box] | None = None, recorded: Recorded = nothing
    ) -> None:
        self.table = table
        self.periods = Periods(boxes or {}, recorded)
        self._before: dict[int, _Before] = {}
        self._is_watching = False

    def begin(self, fact: e.AnyFact, now: Round | None) -> None:
        """An event comes; from here on the books watch the rounds that it may change.

        `now` is the open round, if any.
        """
        self._is_watching = type(fact) in _CHANGING
        self.periods.lowered.clear()
        if self._is_watching:
            self._before.clear()
            if now is not None:
                self.watch(now)

    def watch(self, now: Round) -> Round:
        """A round as it is before the event, when it's first asked for."""
        if self._is_watching and now.number not in self._before:
            self._before[now.number] = _Before(booked.booked(now), money.laid(now.fees))
        return now

    def post(self, records: Sequence[Record], rounds: Mapping[int, Round]) -> list[Booking]:
        """The postings of an event and of what the service decided behind it.

        `rounds` are those that the records are about, as they stand behind all of them.
        """
        return [
            Booking(record.position, record.gaming_day, posting)
            for record in records
            if type(record.fact) in _MOVING
            for posting in self._of(record, rounds)
        ]

    def overdrawn(self) -> Place | None:
        """A place that gave more with the present event than it ever received."""
        lowered = sorted(self.periods.lowered, key=str)
        return next((place for place in lowered if self.periods.holds(place) < 0), None)

    def _of(self, record: Record, rounds: Mapping[int, Round]) -> Iterator[Posting]:
        fact = record.fact
        if isinstance(fact, e.BoxChanged):
            table = Table(boxes=dict(self.periods.boxes))
            fold_table(table, record, fact)
            yield from self.periods.stand(table.boxes)
        elif isinstance(fact, e.TableRefolded):
            yield from self.periods.stand(fact.boxes)
        elif record.round is not None:
            yield from self._of_round(record, rounds[record.round])

    def _of_round(self, record: Record, now: Round) -> Iterator[Posting]:
        watched = self._before.get(now.number) if self._is_watching else None
        before = watched or _Before(Booked(now.number), {})
        match record.fact:
            case e.FeeCollected() | e.FeeRefunded():
                told = (fee for fee in now.fees if fee.position == record.position)
                yield from self._moved(money.reported(self.table, now.number, told))
            case e.RoundReportedLate():
                yield from self._moved(money.reported(self.table, now.number, now.fees))
            case e.RoundCorrected() | e.RoundRefolded():
                laid = money.laid(now.fees)
                yield from self._moved(money.corrected(self.table, now.number, before.laid, laid))
                if isinstance(record.fact, e.RoundRefolded):
                    yield from booked.refolded(before.booked, booked.booked(now))
            case _:
                yield from booked.settled(record.fact, before.booked, booked.booked(now))

    def _moved(self, moves: Iterator[money.Moved]) -> Iterator[Posting]:
        """Fee money, and where it is passed on to: once for each box period."""
        received: dict[Place, int] = {}
        for move in moves:
            if move.posting.entries:  # not when only the period of one and the same box changes
                yield move.posting
            for place, cents in move.places.items():
                received[place] = received.get(place, 0) + cents
        yield from self.periods.receive(received)
