"""What the service decides after an event, as events of its own: fees assessed, round settled."""

import msgspec

from ledger.rules import fees
from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.state import Round
from tables.rules.settlement import settle

FIRST = 1


def decide(now: Round, own: Recorded) -> list[e.FeesAssessed | e.RoundSettled]:
    """The facts that follow from one record of a round, which was folded already."""
    match own.fact:
        case e.CardDealt() if now.assessed is not None:
            return []
        case e.CardDealt() | e.WagerPlaced() if now.felt.dealt:
            assessed = assess(now)
            return [] if assessed is None else [assessed]
        case e.RoundCompleted():
            return [settled(now)]
        case e.RoundVoided() if own.noted.void_fee == "refunded" and now.assessed is not None:
            return [e.FeesAssessed(revision=now.assessed.revision + 1, lines=())]
        case _:
            return []


def assess(now: Round) -> e.FeesAssessed | None:
    """The fees of the wagers that stand, when they differ from what was assessed before."""
    felt = now.felt
    wagers = [
        fees.FeeWager(
            seat=wager.seat, player=wager.player, kind=wager.kind, amount_cents=wager.amount_cents
        )
        for circle in felt.circles.values()
        for wager in circle.wagers
        if wager.kind != "insurance"
    ]
    lines = tuple(
        fees.assess(
            felt.offering.schedule,
            wagers,
            pd_seat=felt.player_dealer_seat,
            pd_player=felt.player_dealer,
        )
    )
    if now.assessed is not None and now.assessed.lines == lines:
        return None
    revision = FIRST if now.assessed is None else now.assessed.revision + 1
    return e.FeesAssessed(revision=revision, lines=lines)


def settled(now: Round) -> e.RoundSettled:
    """The settlement with the next revision."""
    revision = FIRST if now.settlement is None else now.settlement.revision + 1
    return e.RoundSettled(**msgspec.structs.asdict(settle(now.felt, revision=revision)))
