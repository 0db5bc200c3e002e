"""Collection fees: flat amounts from a finite table, fixed before the first card.

A line's fee is the sum of what each `basis` says: `flat` and `own_wager` for each of the bettor's
wagers in that circle whose kind the rate names, `total_action` for all game wagers of the round.
For one role, basis and kind at most one rate holds any amount; without any rate nothing is owed.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final, Literal, NamedTuple

from msgspec import Struct

Role = Literal["player", "player_dealer"]
Basis = Literal["flat", "own_wager", "total_action"]
Timing = Literal["before_deal", "any_time"]

_GAME_ONLY: Final = ("game",)


class Rate(Struct, frozen=True, kw_only=True):
    """One row of the table; both ends belong to a tier, and one without `to_cents` is open."""

    role: Role
    basis: Basis
    kinds: tuple[str, ...] = _GAME_ONLY
    from_cents: int = 0
    to_cents: int | None = None
    fee_cents: int

    def applies(self, role: Role, basis: Basis, kind: str) -> bool:
        """Whether it rates this role on this basis for wagers of this kind."""
        return role == self.role and basis == self.basis and kind in self.kinds

    def holds(self, amount_cents: int) -> bool:
        """Whether an amount lies in this tier."""
        return self.from_cents <= amount_cents and (
            self.to_cents is None or amount_cents <= self.to_cents
        )


class Schedule(Struct, frozen=True, kw_only=True):
    """A version of a fee schedule as it was approved and posted; it binds when a table opens.

    `timing = "before_deal"` says that a fee collected after the first card is late.
    """

    code: str
    version: int = 1
    approval: str
    option: str
    effective_from: date
    effective_to: date | None = None
    timing: Timing = "before_deal"
    max_rates: int = 5
    rates: tuple[Rate, ...]


class FeeWager(Struct, frozen=True, kw_only=True):
    """A wager standing at the first card, `seat` being the circle it lies in."""

    seat: int
    player: str
    kind: str
    amount_cents: int


class FeeLine(Struct, frozen=True, kw_only=True):
    """What one payer owes; `fee_cents` is None when a wager has no tier, which is an exception."""

    seat: int
    player: str
    role: Role
    fee_cents: int | None


def assess(
    schedule: Schedule, wagers: Sequence[FeeWager], *, pd_seat: int, pd_player: str
) -> list[FeeLine]:
    """A line for each bettor of a game wager in each circle, then one for the player-dealer.

    Later doubles, splits and insurance aren't given here: they never add or re-rate (`ledger.md`).
    """
    game = [wager for wager in wagers if wager.kind == "game"]
    action = _Charge("total_action", "game", sum(wager.amount_cents for wager in game))
    own: dict[tuple[int, str], list[FeeWager]] = {}
    for wager in wagers:
        own.setdefault((wager.seat, wager.player), []).append(wager)
    lines, rated = [], _rated(schedule, "player")
    for seat, player in dict.fromkeys((wager.seat, wager.player) for wager in game):
        fee_cents = _fee(rated, [*_by_wager(own[seat, player]), action])
        lines.append(FeeLine(seat=seat, player=player, role="player", fee_cents=fee_cents))
    fee_cents = _fee(_rated(schedule, "player_dealer"), [_Charge("flat", "game", 0), action])
    lines.append(FeeLine(seat=pd_seat, player=pd_player, role="player_dealer", fee_cents=fee_cents))
    return lines


class _Charge(NamedTuple):
    """One question to the table: what this basis says of this kind and amount."""

    basis: Basis
    kind: str
    amount_cents: int


def _by_wager(wagers: Sequence[FeeWager]) -> Iterator[_Charge]:
    for wager in wagers:
        yield _Charge("flat", wager.kind, wager.amount_cents)
        yield _Charge("own_wager", wager.kind, wager.amount_cents)


_Rated = Mapping[tuple[Basis, str], Sequence[Rate]]


def _rated(schedule: Schedule, role: Role) -> _Rated:
    """The rates of a role, by basis and kind."""
    found: dict[tuple[Basis, str], list[Rate]] = {}
    for rate in schedule.rates:
        for kind in rate.kinds if rate.role == role else ():
            found.setdefault((rate.basis, kind), []).append(rate)
    return found


def _fee(rated: _Rated, charges: Sequence[_Charge]) -> int | None:
    """The sum over the charges; None as soon as one of them is rated and has no tier."""
    fee_cents = 0
    for charge in charges:
        tiers = rated.get((charge.basis, charge.kind), ())
        tier = next((rate for rate in tiers if rate.holds(charge.amount_cents)), None)
        if tier is not None:
            fee_cents += tier.fee_cents
        elif tiers:
            return None
    return fee_cents
