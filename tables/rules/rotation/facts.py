"""Facts: what the rules of rotation are asked about; made from a table's events by `rounds`."""

from collections.abc import Mapping
from datetime import date, datetime, time

from msgspec import Struct

from tables.rules.rotation.memory import Memory


class Person(Struct, frozen=True):
    """Someone in a seat; `kind` is `patron`, `tppps` or `house`, `tppps` his company's code."""

    seat: int
    player: str
    kind: str = "patron"
    tppps: str | None = None
    badge: str | None = None
    unidentified: bool = False

    def holder(self, by: str) -> str:
        """Whose hands are counted together when he is player-dealer: the company's, or his own."""
        together = by == "company" and self.kind == "tppps" and self.tppps
        return together or self.player


class Bet(Struct, frozen=True):
    """A wager of somebody, recorded at a position."""

    player: str
    position: int


class Moved(Struct, frozen=True, kw_only=True):
    """What really moved in a settled round where a table or the floor said so, in cents.

    `moved_cents` is what the coverage policy holds against W: all that was paid and collected, or
    the net of both. `kept` are wagers without action that were not returned.
    """

    moved_cents: int
    wager_cents: int
    kept: tuple[str, ...] = ()
    positions: tuple[int, ...] = ()


class Turn(Struct, frozen=True, kw_only=True):
    """A round as the rotation sees it, as it stands.

    `opened_position` is None for a round that was reported late, which brings its own seating;
    `position` and `at` are of its first card, if `is_dealt`. A hand `counts` unless it was voided
    before its wagers were settled.
    """

    round: int
    gaming_day: date
    opened_position: int | None
    ended_position: int | None
    seat: int
    player: str
    holder: str
    game: str
    profile: str
    is_dealt: bool
    counts: bool
    position: int
    at: datetime
    late: tuple[Person, ...] = ()
    bets: tuple[Bet, ...] = ()
    moved: Moved | None = None

    @property
    def is_late(self) -> bool:
        """Whether it was missing and reported late."""
        return self.opened_position is None


class Deal(Struct, frozen=True, kw_only=True):
    """A hand at its first card, who sat at the table when it opened, and what had led up to it."""

    turn: Turn
    player_dealer: Person
    seats: tuple[Person, ...]
    memory: Memory
    reference: "Reference"


class Company(Struct, frozen=True, kw_only=True):
    """A TPPPS's contract; both days included, `hours` as `HH:MM-HH:MM`, which may pass midnight."""

    contract_from: date
    contract_to: date
    games: tuple[str, ...]
    hours: tuple[str, ...]
    badges: tuple[str, ...]


class Reference(Struct, frozen=True, kw_only=True):
    """What a house knew of people at an instant; `local_time` is that instant on its clocks.

    `companies` is None for those who cannot know: then no contract is judged.
    """

    house_players: frozenset[str] = frozenset()
    companies: Mapping[str, Company] | None = None
    local_time: time = time(12)
