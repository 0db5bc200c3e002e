"""Simulated tables for tests: the fees of the cases' house, an instant to start at, any seed."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time
from random import Random
from typing import Any, Final

import msgspec

from cardroom.gaming_day import gaming_day
from tables.rules.games import RULE_SETS
from tables.rules.ruleset import RuleSet
from tables.simulation.setting import FeeDue, Provider, Setting, Stake
from tables.simulation.stream import Event
from tables.simulation.table import Past, Played, Table

ZONE: Final = "America/Los_Angeles"
DAY_STARTS: Final = time(6)
STARTS_AT: Final = datetime(2026, 11, 28, 20, tzinfo=UTC)
OFFERING: Final = "SIM"
FLOOR: Final = "floor-7"

# Brackets of the game wager, in cents, and their fees; the last one is open.
_FEES: Final = ((10_000, 100), (20_000, 200))
_HIGHEST_FEE: Final = 300
_PLAYER_DEALER_FEE: Final = 200


def rule_set(game: str, **changes: Any) -> RuleSet:
    """A game's rules as an offering fixes them."""
    return msgspec.structs.replace(RULE_SETS[game], **changes)


def setting(rules: RuleSet) -> Setting:
    """A table with these rules in a house of our own."""
    return Setting(
        table="T01",
        offering=OFFERING,
        rules=rules,
        floor=FLOOR,
        assess=assess,
        gaming_day=house_day,
        providers=(Provider("KN", ("KN-11", "KN-12")),),
    )


class Evening:
    """A simulated table with one setting, from opening to closing."""

    def __init__(self, rules: RuleSet, seed: int | str, *, starts_at: datetime = STARTS_AT) -> None:
        self.setting = setting(rules)
        self.table = Table(Random(seed), Past(starts_at))  # noqa: S311 - play, no secret

    def open(self) -> list[Event]:
        """The table opens."""
        return self.table.open(self.setting)

    def play_round(self) -> Played:
        """The next round."""
        return self.table.play_round()

    def close(self) -> list[Event]:
        """The table closes."""
        return self.table.close()


def house_day(instant: datetime) -> date:
    """The gaming day in the house's zone."""
    return gaming_day(instant, ZONE, DAY_STARTS)


def assess(stakes: Sequence[Stake], seat: int, player: str) -> Iterator[FeeDue]:
    """A fee for every game wager by its bracket, and a flat one for the player-dealer."""
    for stake in stakes:
        if stake.kind == "game":
            tiers = (fee for most, fee in _FEES if stake.amount_cents <= most)
            yield FeeDue(stake.seat, stake.player, "player", next(tiers, _HIGHEST_FEE))
    yield FeeDue(seat, player, "player_dealer", _PLAYER_DEALER_FEE)
