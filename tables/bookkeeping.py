"""Bookkeeping: the journals of one batch, posted in its transaction (ledger.md).

A batch that would take from a box what it never held is refused. Who may count is refused by
another rule: what he corrects may leave no round that gives an uncounted box less than nothing.
That depends on what he says alone; and where every round gives something, no box gives too much.
By a one-time code it is the supervisor who corrects, and he may know what the box holds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from cardroom.errors import RuleViolation
from cardroom.log.records import Head
from ledger import store
from ledger.queries import held, seen
from ledger.store import Sourced
from tables import custody, history
from tables.rounds import events as e
from tables.rounds.books import Booking, Books, Place
from tables.rounds.books.money import account, laid_in
from tables.rounds.books.periods import name
from tables.rounds.codec import Recorded
from tables.rounds.furniture import Box
from tables.rounds.state import Round


class Bookkeeping:
    """What one batch posts, and what its sender is refused."""

    def __init__(self, head: Head, boxes: Mapping[str, Box], *, is_blind: bool = False) -> None:
        self.head = head
        self.is_blind = is_blind
        self.code = code_of(head)
        self.books = Books(self.code, boxes, recorded(head, self.code, boxes))
        self.bookings: list[Booking] = []

    def note(self, records: Sequence[Recorded], rounds: Mapping[int, Round]) -> None:
        """What an event and what was decided behind it post. RuleViolation as said above."""
        found = self.books.post(records, rounds)
        own = records[0]
        if (
            self.is_blind
            and isinstance(own.fact, e.Correcting)
            and own.noted.authorisation != "confirmed"
        ):
            self._check_blindly(rounds.values())
        if not found:
            return
        self.bookings += found
        place = self.books.overdrawn()
        if place is None:
            return
        is_refund = isinstance(own.fact, e.FeeRefunded)
        raise RuleViolation(
            f"{account(self.code, place)} would give more than was ever recorded in it",
            pointer="/data/amount_cents" if is_refund else "/data",
        )

    def _check_blindly(self, rounds: Iterable[Round]) -> None:
        """RuleViolation where a round, of these or any other, takes from an uncounted box."""
        taking = any(
            cents < 0 and not (box and custody.is_counted(self.head, purpose, box))
            for now in rounds
            for (purpose, box), cents in laid_in(now.fees).items()
        )
        if taking or seen.is_taken_from(self.head.stream_id, [now.number for now in rounds]):
            raise RuleViolation(
                "a round would give back more than it put into a box that isn't counted: that needs"
                " a valid one-time code of the supervisor",
                pointer="/data/code",
                rule="uncounted_box",
            )

    def write(self) -> None:
        """Post, behind the events, which are appended already."""
        store.post(self.head.house, sourced(self.head, self.code, self.bookings))


def code_of(head: Head) -> str:
    """The code of a stream's table."""
    return head.stream.removeprefix(history.stream_of(""))


def sourced(head: Head, code: str, bookings: Sequence[Booking]) -> list[Sourced]:
    """Bookings of a table with the names of their events."""
    return [
        Sourced(head.stream_id, booking.position, code, booking.gaming_day, booking.posting)
        for booking in bookings
    ]


def recorded(head: Head, code: str, boxes: Mapping[str, Box]) -> Callable[[Place], int]:
    """What the journals up to a head have at a place; `boxes` are those on the table there."""
    on_table = dict(boxes)

    def cents(place: Place) -> int:
        """What has come to a place less what has left it."""
        house, stream_id, until = head.house, head.stream_id, head.position
        purpose, box = place
        if box is None:
            return held.balance(house, account(code, place))
        if on_table.get(purpose) == box:
            there = account(code, place)
            return held.in_box(house, stream_id, there, since=box.since, until=until)
        return held.removed(house, stream_id, purpose, name(purpose, box), until=until)

    return cents
