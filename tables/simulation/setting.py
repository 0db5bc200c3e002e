"""The setting: what a simulated table is played with, handed in from outside."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from tables.rules.ruleset import RuleSet


class Stake(NamedTuple):
    """A wager standing at the first card."""

    seat: int
    player: str
    kind: str
    amount_cents: int


class FeeDue(NamedTuple):
    """What one payer owes, None when no tier holds the wager."""

    seat: int
    player: str
    role: str
    fee_cents: int | None


class Provider(NamedTuple):
    """A TPPPS and the badges of its players."""

    code: str
    badges: Sequence[str]


# Wagers, the player-dealer's seat and player; what each of them owes.
Assess = Callable[[Sequence[Stake], int, str], Iterable[FeeDue]]


@dataclass(frozen=True, kw_only=True)
class Setting:
    """An offering at a table of a house; `rules` carries the offering's seats, decks and limits."""

    table: str
    offering: str
    rules: RuleSet
    floor: str
    assess: Assess
    gaming_day: Callable[[datetime], date]
    providers: Sequence[Provider] = ()

    @property
    def step_cents(self) -> int:
        """Game wagers are multiples of this: the natural's odds and a half stay whole cents."""
        stake = self.rules.natural_odds.stake
        halves = self.rules.surrender != "none"
        return stake * 2 if halves and stake % 2 else stake
