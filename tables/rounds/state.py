"""State: a table between rounds and the round in play, as their events left them."""

from datetime import date, datetime

from msgspec import Struct, field

from tables.rounds.codec import Recorded
from tables.rounds.events import (
    FeesAssessed,
    LateSeat,
    RoundSettled,
    RoundSettledByFloor,
    WagerPaid,
)
from tables.rounds.furniture import Box, Run, Seat, Shoe
from tables.rounds.rotation.opening import Opening
from tables.rules import procedure
from tables.rules.felt import Felt
from tables.rules.rotation.memory import Memory

# Counts every change of what the fold makes of the same events; an older snapshot is discarded.
FOLD_VERSION = 4


class Fee(Struct):
    """Fee money as the table reported it: `collected`, `waived` or `refunded`, in cents.

    `box` is where the money lies, None when no box of its purpose was at the table; `position` is
    of the event that reported it.
    """

    what: str
    seat: int
    player: str
    role: str
    purpose: str
    amount_cents: int
    position: int
    box: Box | None


class Round(Struct):
    """A round in play or past; `felt` is what lies on the table, `events` are those that made it.

    `settlement` is the last one, also of a round that was voided since: revisions go on from it.
    `late` is the seating of a round that was missing and reported late; `ended_position` is where
    it first came to its end; `boxes` are the drop boxes at the table when it opened, by purpose.
    `first_assessed` is the first assessment of its fees, `assessed` the one in force.
    """

    number: int
    gaming_day: date
    opened_at: datetime
    holder: str
    felt: Felt
    first_position: int = 0
    last_position: int = 0
    ended_position: int | None = None
    voided: bool = False
    fees: list[Fee] = field(default_factory=list)
    first_assessed: FeesAssessed | None = None
    assessed: FeesAssessed | None = None
    settlement: RoundSettled | None = None
    reversed_revision: int = 0
    fees_go_back: bool = False
    floor: RoundSettledByFloor | None = None
    paid: list[WagerPaid] = field(default_factory=list)
    events: list[Recorded] = field(default_factory=list)
    late: tuple[LateSeat, ...] = ()
    boxes: dict[str, Box] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        """Whether it was settled or voided."""
        return self.voided or self.settlement is not None

    @property
    def in_force(self) -> RoundSettled | None:
        """The settlement that holds: none once the round was voided, until it is settled anew."""
        last = self.settlement
        if self.voided or last is None or last.revision == self.reversed_revision:
            return None
        return last

    @property
    def phase(self) -> str:
        """`wagering`, `dealing`, `playing`, `drawing`, `settled` or `voided`."""
        if self.voided:
            return "voided"
        return "settled" if self.in_force is not None else procedure.phase(self.felt)


class Standing(Struct):
    """A table between rounds; `missing` are the ranges of numbers that were skipped."""

    is_open: bool = False
    offering: str = ""
    offering_version: int = 0
    ruleset_version: int = 0
    gaming_day: date | None = None
    dealer: str | None = None
    seats: dict[int, Seat] = field(default_factory=dict)
    shoe: Shoe | None = None
    game_runs: bool = False
    is_paused: bool = False
    boxes: dict[str, Box] = field(default_factory=dict)
    run: Run | None = None
    rotation: Memory = field(default_factory=Memory)
    last_round: int = 0
    missing: list[tuple[int, int]] = field(default_factory=list)
    last_occurred_at: datetime | None = None

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        for number, seat in self.seats.items():
            if seat.player == player:
                return number
        return None

    def fill(self, number: int) -> None:
        """A missing round was reported after all."""
        self.missing = [
            (low, high)
            for first, last in self.missing
            for low, high in ((first, min(last, number - 1)), (max(first, number + 1), last))
            if low <= high
        ]

    def is_missing(self, number: int) -> bool:
        """Whether a number was skipped and not reported since."""
        return any(low <= number <= high for low, high in self.missing)

    def neighbour(self, number: int) -> int:
        """The round beside a missing one: the next lower that there is, else the next higher."""
        for first, last in self.missing:
            if first <= number <= last:
                return first - 1 or last + 1
        raise LookupError(f"round {number} isn't missing")

    def has_round(self, number: int) -> bool:
        """Whether a round of that number was ever opened."""
        return 1 <= number <= self.last_round and not self.is_missing(number)


class Table(Standing):
    """A table; `round` is the open one, `opening` what that found for the rotation."""

    round: Round | None = None
    opening: Opening | None = None
