"""State: a table between rounds and the round in play, as their events left them."""

from datetime import date, datetime

from msgspec import Struct, field

from tables.rounds.events import FeesAssessed, RoundSettled
from tables.rules import procedure
from tables.rules.felt import Felt

# Counts every change of what the fold makes of the same events; an older snapshot is discarded.
FOLD_VERSION = 1


class Seat(Struct):
    """Who sits there; `kind` is `patron`, `tppps` or `house`."""

    player: str
    kind: str
    tppps: str | None = None
    badge: str | None = None
    unidentified: bool = False

    @property
    def holder(self) -> str:
        """Who holds the player-dealer position from this seat: the company, else the person."""
        return self.tppps if self.kind == "tppps" and self.tppps else self.player


class Shoe(Struct):
    """The cards that left the shoe, by card; a continuous shuffler counts by round."""

    decks: int
    continuous: bool = False
    out: dict[str, int] = field(default_factory=dict)

    def take(self, card: str) -> None:
        """A copy leaves the shoe."""
        self.out[card] = self.out.get(card, 0) + 1

    def put_back(self, card: str) -> None:
        """A card was taken for another."""
        if self.out.get(card, 0):  # none, when another shoe came meanwhile
            self.out[card] -= 1

    def lacks(self, card: str) -> bool:
        """Whether every copy is out already."""
        return self.out.get(card, 0) >= self.decks


class Run(Struct):
    """The present holder of the player-dealer position and his consecutive hands."""

    holder: str
    hands: int


class Fee(Struct):
    """Fee money as the table reported it: `collected`, `waived` or `refunded`, in cents."""

    what: str
    seat: int
    player: str
    role: str
    purpose: str
    amount_cents: int


class Round(Struct):
    """A round in play or past; `felt` is what lies on the table."""

    number: int
    gaming_day: date
    opened_at: datetime
    holder: str
    felt: Felt
    first_position: int = 0
    last_position: int = 0
    voided: bool = False
    fees: list[Fee] = field(default_factory=list)
    assessed: FeesAssessed | None = None
    settlement: RoundSettled | None = None

    @property
    def is_over(self) -> bool:
        """Whether it was settled or voided."""
        return self.voided or self.settlement is not None

    @property
    def phase(self) -> str:
        """`wagering`, `dealing`, `playing`, `drawing`, `settled` or `voided`."""
        if self.voided:
            return "voided"
        return "settled" if self.settlement is not None else procedure.phase(self.felt)


class Table(Struct):
    """A table; `round` is the open one, `missing` the ranges of numbers that were skipped."""

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
    boxes: dict[str, str] = field(default_factory=dict)
    run: Run | None = None
    last_round: int = 0
    missing: list[tuple[int, int]] = field(default_factory=list)
    last_occurred_at: datetime | None = None
    round: Round | None = None

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        for number, seat in self.seats.items():
            if seat.player == player:
                return number
        return None

    def has_round(self, number: int) -> bool:
        """Whether a round of that number was ever opened."""
        skipped = any(low <= number <= high for low, high in self.missing)
        return number <= self.last_round and not skipped
