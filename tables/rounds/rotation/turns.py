"""Turns: a round as the rotation sees it, made from its events and its settlement."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from msgspec import UNSET

from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.rotation.people import person_of
from tables.rounds.state import Round
from tables.rules.rotation.facts import Bet, Moved, Turn
from tables.rules.rotation.profiles import DEFAULT
from tables.rules.settlement import Line

_SETTLES: Final = (e.RoundCompleted, e.RoundSettledByFloor)

Place = tuple[int, int | None, str, str]


def turn_of(now: Round, *, dealt: tuple[int, datetime] | None = None) -> Turn:
    """The round as it stands; `dealt` is the first card's position and instant, if it comes now."""
    first = dealt or _first_card(now)
    settled = any(isinstance(event.fact, _SETTLES) for event in now.events)
    profile = now.felt.offering.rotation_profile
    return Turn(
        round=now.number,
        gaming_day=now.gaming_day,
        opened_position=None if now.late else now.first_position,
        ended_position=now.ended_position,
        seat=now.felt.player_dealer_seat,
        player=now.felt.player_dealer,
        holder=now.holder,
        game=now.felt.offering.rules.game,
        profile=profile,
        is_dealt=first is not None,
        counts=first is not None and (settled or not now.voided),
        position=now.first_position if first is None else first[0],
        at=now.opened_at if first is None else first[1],
        late=tuple(person_of(late.seat, late) for late in now.late),
        bets=() if profile == DEFAULT else tuple(_bets(now.events)),
        moved=_moved(now),
    )


def _first_card(now: Round) -> tuple[int, datetime] | None:
    for event in now.events:
        if isinstance(event.fact, e.CardDealt):
            return event.position, event.occurred_at
    return None


def _bets(events: Iterable[Recorded]) -> Iterable[Bet]:
    """The first standing wager of each bettor."""
    standing: dict[tuple[str, int, str], int] = {}
    for event in events:
        fact = event.fact
        if isinstance(fact, e.WagerPlaced | e.WagerWithdrawn):
            noted = "" if event.noted.player is UNSET else event.noted.player
            key = (fact.player or noted, fact.seat, fact.kind)
            if isinstance(fact, e.WagerPlaced):
                standing[key] = event.position
            else:
                standing.pop(key, None)
    first: dict[str, int] = {}
    for (player, _, _), position in standing.items():
        first.setdefault(player, position)
    return (Bet(player, position) for player, position in first.items())


def _moved(now: Round) -> Moved | None:
    """What really moved, where somebody said so; what the rules settle keeps within W by itself."""
    settlement = None if now.voided else now.settlement
    if settlement is None or not (now.paid or now.floor):
        return None
    said = {_place(paid): (paid.paid_cents, paid.collected_cents) for paid in now.paid}
    lines = [
        (line, *said.get(_place(line), (line.paid_cents, line.collected_cents)))
        for line in settlement.lines
    ]
    paid = sum(paid for _, paid, _ in lines)
    collected = sum(collected for _, _, collected in lines)
    is_gross = settlement.coverage_policy == "matched_gross"
    told = [e.WagerPaid, e.RoundSettledByFloor]
    return Moved(
        moved_cents=paid + collected if is_gross else abs(collected - paid),
        wager_cents=settlement.wager_cents,
        kept=tuple(
            f"{line.player}'s {line.kind} at seat {line.seat}"
            for line, _, collected in lines
            if line.result == "no_action" and (collected or line.returned_cents < line.stake_cents)
        ),
        positions=tuple(event.position for event in now.events if type(event.fact) in told),
    )


def _place(line: Line | e.WagerPaid) -> Place:
    return line.seat, line.hand, line.kind, line.player
