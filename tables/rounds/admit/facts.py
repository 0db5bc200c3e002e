"""What admission is told: the house, the clock's reading, and rounds of the past."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time

from msgspec import Struct

from cardroom import gaming_day
from tables.rounds.state import Round
from tables.rules.offering import Offering

# Codes of class `procedure` with what happened, in the order in which they are answered.
Breaches = list[tuple[str, str]]


class House(Struct, frozen=True, kw_only=True):
    """The licensed establishment: its people's roles, its present offerings, its gaming day."""

    code: str
    timezone: str
    gaming_day_starts: time
    people: Mapping[str, frozenset[str]]
    offerings: Mapping[str, Offering]
    void_fee: str = "kept"

    def gaming_day(self, instant: datetime) -> date:
        """The gaming day of an instant in the house's zone."""
        return gaming_day.gaming_day(instant, self.timezone, self.gaming_day_starts)


class Facts(Struct, frozen=True, kw_only=True):
    """Facts of one batch; `offering` finds an offering by its version and its rule set's."""

    house: House
    recorded_at: datetime
    offering: Callable[[int, int], Offering]
    past_round: Callable[[int], Round]
    is_confirmed: Callable[[str, str], bool]
