"""What the service decides after an event, as events of its own: fees, settlements, reversals."""

from typing import Final, get_args

import msgspec

from ledger.rules import fees
from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.floor import settled_by_floor
from tables.rounds.state import Round
from tables.rules.settlement import settle

FIRST = 1

Decided = e.FeesAssessed | e.RoundSettled | e.RoundReversed
# Behind no other event does anything follow.
_ASKING: Final = frozenset(get_args(e.CardDealt | e.WagerPlaced | e.EndFact | e.GivenFact))


def decide(now: Round, own: Recorded) -> list[Decided]:
    """The facts that follow from one record of a round, which was folded already."""
    if type(own.fact) not in _ASKING:
        return []
    match own.fact:
        case e.CardDealt() if now.assessed is not None:
            return []
        case e.CardDealt() | e.WagerPlaced() if now.felt.dealt:
            return assessed(now)
        case e.RoundCompleted() | e.RoundSettledByFloor():
            return [settled(now)]
        case e.RoundVoided():
            return [*reversal(now), *assessed(now)]
        case e.RoundCorrected() | e.RoundReportedLate():
            return [*assessed(now), *(reversal(now) if now.voided else [settled(now)])]
        case _:
            return []


def revised(now: Round) -> list[Decided]:
    """What changes when a round's events stand for something else than before."""
    if now.settlement is None or now.voided:
        return assessed(now)
    again = settled(now)
    return [*assessed(now), *([] if again.lines == now.settlement.lines else [again])]


def assessed(now: Round) -> list[Decided]:
    """The fees of the wagers that stand, when they differ from what was assessed before."""
    lines = fee_lines(now)
    if lines == (() if now.assessed is None else now.assessed.lines):
        return []
    revision = FIRST if now.assessed is None else now.assessed.revision + 1
    return [e.FeesAssessed(revision=revision, lines=lines)]


def fee_lines(now: Round) -> tuple[fees.FeeLine, ...]:
    """What the schedule says now: nothing before the first card, nor of a void with fees back."""
    felt = now.felt
    if not felt.dealt or (now.voided and now.fees_go_back):
        return ()
    wagers = [
        fees.FeeWager(
            seat=wager.seat, player=wager.player, kind=wager.kind, amount_cents=wager.amount_cents
        )
        for circle in felt.circles.values()
        for wager in circle.wagers
        if wager.kind != "insurance"
    ]
    return tuple(
        fees.assess(
            felt.offering.schedule,
            wagers,
            pd_seat=felt.player_dealer_seat,
            pd_player=felt.player_dealer,
        )
    )


def settled(now: Round) -> e.RoundSettled:
    """The settlement by the rules or by the floor, with the next revision."""
    revision = FIRST if now.settlement is None else now.settlement.revision + 1
    if now.floor is None:
        settlement = settle(now.felt, revision=revision)
    else:
        settlement = settled_by_floor(now.felt, now.floor, revision=revision)
    return e.RoundSettled(**msgspec.structs.asdict(settlement))


def reversal(now: Round) -> list[Decided]:
    """A settlement that stood is taken back, once."""
    if now.settlement is None or now.reversed_revision == now.settlement.revision:
        return []
    return [e.RoundReversed(revision=now.settlement.revision)]
