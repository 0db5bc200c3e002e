"""Settlement: every wager in the order of the game, until the player-dealer's is exhausted."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from tables.rules import coverage, outcomes, procedure
from tables.rules.coverage import Claim, Reach
from tables.rules.felt import Circle, Felt, Wager
from tables.rules.outcomes import Outcome


class Line(Struct, frozen=True, kw_only=True):
    """One wager settled; stake = collected + returned. `rule` names the reading that decided it."""

    order: int
    seat: int
    hand: int | None
    player: str
    kind: str
    backline: bool
    stake_cents: int
    result: str
    odds: str | UnsetType = UNSET
    due_cents: int
    paid_cents: int
    collected_cents: int
    returned_cents: int
    rule: str


class Settlement(Struct, frozen=True, kw_only=True):
    """A round's money; `remaining_cents` is None under `net_absorbing`, where W can grow back."""

    revision: int
    game: str
    ruleset_version: int
    coverage_policy: str
    wager_cents: int
    covers_all: bool
    exhausted: bool
    used_cents: int
    remaining_cents: int | None
    action_button_seat: int | None
    first_seat: int
    player_dealer_net_cents: int
    lines: tuple[Line, ...]


class _Stake(NamedTuple):
    wager: Wager
    hand: int | None
    cents: int
    outcome: Outcome


def settle(felt: Felt, *, revision: int = 1) -> Settlement:
    """Settle a completed round (P-07, P-09, P-40, G-26, F-03)."""
    rules = felt.offering.rules
    circles, stakes, claims = _in_order(felt, covers_all=True)
    covers_all = coverage.covers_all(felt.wager_cents, claims)
    if not covers_all:
        circles, stakes, claims = _in_order(felt, covers_all=False)
    reached = coverage.reach(felt.wager_cents, claims, rules.coverage_policy)
    lines = tuple(
        _line(felt, order, stake, reach)
        for order, (stake, reach) in enumerate(zip(stakes, reached, strict=True), start=1)
    )
    paid = sum(line.paid_cents for line in lines)
    collected = sum(line.collected_cents for line in lines)
    remaining = felt.wager_cents - paid - collected
    return Settlement(
        revision=revision,
        game=rules.game,
        ruleset_version=rules.version,
        coverage_policy=rules.coverage_policy,
        wager_cents=felt.wager_cents,
        covers_all=covers_all,
        exhausted=any(
            not reach.action or reach.moved_cents < stake.outcome.due_cents(stake.cents)
            for stake, reach in zip(stakes, reached, strict=True)
        ),
        used_cents=paid + collected,
        remaining_cents=remaining if rules.coverage_policy == "matched_gross" else None,
        action_button_seat=procedure.button_seat(felt),
        first_seat=circles[0].seat,
        player_dealer_net_cents=collected - paid,
        lines=lines,
    )


def _in_order(felt: Felt, *, covers_all: bool) -> tuple[list[Circle], list[_Stake], list[Claim]]:
    """The circles in the order of the game, and what lies there; the order changes no sum."""
    circles = list(_order(felt, covers_all=covers_all))
    stakes = list(_stakes(felt, circles))
    return circles, stakes, [_claim(stake) for stake in stakes]


def _order(felt: Felt, *, covers_all: bool) -> Iterator[Circle]:
    """The circles from the button when W falls short, else from where the game begins."""
    way = felt.offering.rules.settle
    start = 1 if way.start == "seat_1" else felt.offering.rules.seats
    if felt.offering.rules.action_button and not covers_all:
        start = procedure.button_seat(felt) or start
    return felt.in_order(start, 1 if way.direction == "clockwise" else -1)


def _stakes(felt: Felt, circles: list[Circle]) -> Iterator[_Stake]:
    """All stakes in order: game with insurance, then each side bet, from the same first seat."""
    for circle in circles:
        for hand in circle.hands:
            outcome = outcomes.game(felt, hand)
            for wager in circle.of_kind("game"):
                if hand.number in wager.stakes:
                    yield _Stake(wager, hand.number, wager.stakes[hand.number], outcome)
        for bettor in circle.of_kind("game"):  # N-22
            insured = circle.wager(bettor.player, "insurance")
            if insured is not None:
                yield _Stake(insured, None, insured.amount_cents, outcomes.insurance(felt))
    for kind in felt.offering.rules.side_bets:
        for circle in circles:
            for wager in circle.of_kind(kind):
                outcome = outcomes.SIDE_BETS[kind](felt)
                yield _Stake(wager, None, wager.amount_cents, outcome)


def _claim(stake: _Stake) -> Claim:
    return Claim(stake.outcome.result == "win", stake.outcome.due_cents(stake.cents))


def _line(felt: Felt, order: int, stake: _Stake, reach: Reach) -> Line:
    wager, outcome = stake.wager, stake.outcome
    wins = outcome.result == "win"
    collected = 0 if wins else reach.moved_cents
    if reach.action:
        result, rule = outcome.result, outcome.reading
    else:
        result, rule = "no_action", felt.offering.rules.readings.no_action
    return Line(
        order=order,
        seat=wager.seat,
        hand=stake.hand,
        player=wager.player,
        kind=wager.kind,
        backline=wager.backline,
        stake_cents=stake.cents,
        result=result,
        odds=str(outcome.odds) if wins and reach.action else UNSET,
        due_cents=outcome.due_cents(stake.cents) if reach.action else 0,
        paid_cents=reach.moved_cents if wins else 0,
        collected_cents=collected,
        returned_cents=stake.cents - collected,
        rule=rule,
    )
