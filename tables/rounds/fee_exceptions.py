"""Fee exceptions of a round: what its collection money says as its events stand now.

Jackpot and promotional money is no collection fee; what a schedule assesses says nothing of it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from ledger.rules.exceptions import Course, FeeException, exceptions
from ledger.rules.fee_account import FeeAccount, FeeMove, Wager, accounts
from ledger.rules.fees import FeeLine
from tables.rounds import events as e
from tables.rounds.decide import fee_lines
from tables.rounds.fee_fold import WHAT
from tables.rounds.round_fold import named
from tables.rounds.state import Round

PURPOSE: Final = "collection"


def standing(now: Round) -> list[FeeException]:
    """What is wrong with a round's fees as far as it has come."""
    return _exceptions(now, _lines(now), [*_moves(now)], over=_is_over(now))


def accounts_of(now: Round) -> dict[Wager, FeeAccount]:
    """By wager, what is assessed and what was moved as far as the round has come."""
    return accounts(_lines(now), _moves(now))


def moving(now: Round, fact: e.FeeFact, player: str) -> list[FeeException]:
    """What money brings that is about to be recorded."""
    over = _is_over(now)
    if fact.purpose != PURPOSE or not (now.felt.dealt or over):
        return []
    lines, moves = _lines(now), [*_moves(now)]
    before = _exceptions(now, lines, moves, over=over)
    moves.append(_move(fact, player, dealt=now.felt.dealt))
    return _brought(before, _exceptions(now, lines, moves, over=over))


def ending(now: Round) -> list[FeeException]:
    """What the end of a round brings."""
    lines, moves = _lines(now), [*_moves(now)]
    after = _exceptions(now, lines, moves, over=True)
    return _brought(_exceptions(now, lines, moves, over=_is_over(now)), after) if after else []


def going_back(now: Round) -> list[FeeException]:
    """What the void of a round brings whose fees go back: money that nobody owed before either.

    What was owed until then waits for its refund, which is no fault yet; the round shows it.
    """
    owed = {(line.seat, line.player, line.role) for line in _lines(now)}
    found = _brought(standing(now), _exceptions(now, (), [*_moves(now)], over=True))
    return [one for one in found if one.wager not in owed]


def _brought(before: list[FeeException], after: list[FeeException]) -> list[FeeException]:
    """Those that weren't there before, or by less."""
    known = {(one.code, one.wager): abs(one.difference_cents) for one in before}
    return [
        one for one in after if abs(one.difference_cents) > known.get((one.code, one.wager), -1)
    ]


def _exceptions(
    now: Round, lines: Sequence[FeeLine], moves: Sequence[FeeMove], *, over: bool
) -> list[FeeException]:
    course = Course(dealt=now.felt.dealt, over=over)
    return exceptions(lines, moves, now.felt.offering.schedule.timing, course)


def _lines(now: Round) -> Sequence[FeeLine]:
    """What was assessed; where a round is judged alone nobody assesses, and the schedule says."""
    return fee_lines(now) if now.assessed is None else now.assessed.lines


def _is_over(now: Round) -> bool:
    """Whether it came to its end, also where it is judged alone and nobody settles it."""
    return now.ended_position is not None


def _moves(now: Round) -> Iterator[FeeMove]:
    """The money of the events that make the round now, each before or after its first card."""
    dealt = False
    for event in now.events:
        fact = event.fact
        if type(fact) is e.CardDealt:
            dealt = True
        elif type(fact) in WHAT and isinstance(fact, e.FeeFact) and fact.purpose == PURPOSE:
            yield _move(fact, named(event), dealt=dealt)


def _move(fact: e.FeeFact, player: str, *, dealt: bool) -> FeeMove:
    return FeeMove(
        seat=fact.seat,
        player=player,
        role=fact.role,
        what=WHAT[type(fact)],
        amount_cents=fact.amount_cents,
        dealt=dealt,
    )
