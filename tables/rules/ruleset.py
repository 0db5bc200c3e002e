"""A rule set: everything a game decides, as frozen data with a version."""

from math import lcm
from typing import Literal, NamedTuple

from msgspec import Struct

CoveragePolicy = Literal["matched_gross", "net_absorbing"]

COVERAGE_POLICIES: tuple[CoveragePolicy, ...] = ("matched_gross", "net_absorbing")


class Odds(NamedTuple):
    """`pays` for each `stake`, as `3:2`."""

    pays: int
    stake: int = 1

    def __str__(self) -> str:
        return f"{self.pays}:{self.stake}"


class MaxHands(NamedTuple):
    """Hands that one circle may hold after splits, by what is split."""

    plain: int
    tens: int
    aces: int


class Settle(NamedTuple):
    """The way around the table in which wagers settle when no button says where to begin."""

    direction: Literal["clockwise", "counter_clockwise"]
    start: Literal["seat_1", "highest_seat"]


class Limits(NamedTuple):
    """Least and most of one wager, in cents, both allowed."""

    least_cents: int
    most_cents: int


class Readings(Struct, frozen=True, kw_only=True):
    """For each outcome the register entry that decided it, or its own name where all is plain."""

    natural_wins: str
    natural_push: str = "natural_push"
    player_dealer_natural: str
    over_loses: str
    over_against_natural: str
    both_over_loses: str
    both_over_push: str
    player_dealer_over: str = "player_dealer_over"
    closer_wins: str
    closer_loses: str
    equal_push: str
    surrender: str = "surrender"
    surrender_void: str = "surrender"
    insurance_wins: str = "insurance"
    insurance_loses: str = "insurance"
    red_flex_wins: str = "red_flex"
    red_flex_loses: str = "red_flex"
    buster_wins: str = "buster"
    buster_loses: str = "buster"
    no_action: str


class RuleSet(Struct, frozen=True, kw_only=True):
    """One version of one game's rules; the switches of the register and nothing else.

    `seats`, `decks`, `coverage_policy`, `paytables` and `limits` are defaults that an offering
    fixes; `version` counts every other change. `first_card_down` is how 000 deals, no switch.
    """

    game: str
    version: int
    title: str
    source: str
    natural: str
    first_card_down: bool
    readings: Readings

    natural_odds: Odds
    peek_ranks: str
    hole_card: bool
    push_totals: frozenset[int] = frozenset()
    dealer_888_push: bool = False
    double: Literal["up_to_original", "equal"]
    split_by: Literal["rank", "value"]
    max_hands: MaxHands
    surrender: Literal["none", "late", "any_time"]
    surrender_max_total: int = 20
    insurance: bool
    backline_kinds: frozenset[str]
    side_bets: tuple[str, ...]
    deal_from: Literal["player_dealer_left", "seat_1"]
    settle: Settle
    action_button: bool

    seats: int = 8
    decks: int = 6
    coverage_policy: CoveragePolicy = "matched_gross"
    paytables: dict[str, str]
    limits: dict[str, Limits]

    @property
    def wager_kinds(self) -> tuple[str, ...]:
        """Kinds of wager that may be placed before the first card."""
        return ("game", *self.side_bets)

    @property
    def may_insure(self) -> bool:
        """Insurance needs a hole card to insure against."""
        return self.insurance and self.hole_card

    @property
    def whole_cents_step(self) -> int:
        """Game wagers are multiples of this many cents, or a payout would not be whole (G-17)."""
        return lcm(self.natural_odds.stake, self.split_cents_step)

    @property
    def split_cents_step(self) -> int:
        """Stakes that win no natural's odds need only be halved, where surrender halves them."""
        return 1 if self.surrender == "none" else 2
