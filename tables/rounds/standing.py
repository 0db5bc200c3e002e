"""How a table stands after a correction: its shoe, and what its hands left for the rotation."""

from collections import Counter
from copy import deepcopy
from datetime import datetime
from typing import Any

from msgspec import Struct

from tables.rounds.events import CardBurned, TableRefolded
from tables.rounds.furniture import Shoe
from tables.rounds.rotation.again import PastRound, remembered, run_of
from tables.rounds.rotation.turns import turn_of
from tables.rounds.state import Round, Table


class Left(Struct, frozen=True):
    """What a round left at its table: cards out of the shoe, and a hand of the rotation's.

    `hand` is None for a round that counts as none.
    """

    cards: Counter[str]
    hand: tuple[str, int, datetime] | None


def nothing() -> Left:
    """What a missing round had left."""
    return Left(Counter(), None)


def left_by(now: Round) -> Left:
    """What a round left as it stands now."""
    felt = now.felt
    cards = Counter(felt.known_dealer_cards)
    for circle in felt.circles.values():
        for hand in circle.hands:
            cards.update(hand.known)
    burned = [event.fact.card for event in now.events if isinstance(event.fact, CardBurned)]
    cards.update(card for card in burned if card is not None)
    turn = turn_of(now)
    return Left(cards, (now.holder, turn.seat, turn.at) if turn.counts else None)


def after(table: Table, before: Left, now: Round, past_round: PastRound) -> TableRefolded | None:
    """How the table stands with a round that was corrected; None when that changes nothing."""
    stands = left_by(now)
    changes: dict[str, Any] = {}
    shoe = None if now.late else table.shoe  # a late round had a shoe of its own
    if shoe is not None and before.cards != stands.cards and _is_from(shoe, table, now):
        changes["shoe"] = _exchanged(shoe, before.cards, stands.cards)
    if before.hand != stands.hand:
        changes |= handed(table, lambda number: now if number == now.number else past_round(number))
    if all(getattr(table, name) == value for name, value in changes.items()):
        return None
    return refolded(table, **changes)


def handed(table: Table, past_round: PastRound) -> dict[str, Any]:
    """The run and the memory of a table whose past hands changed; the open round's is before it."""
    memory = remembered(table, past_round)
    before = table.rotation if table.opening is None else table.opening.memory
    run = run_of(table, past_round)
    return {"run": run} | ({} if memory == before else {"rotation": memory})


def refolded(table: Table, **changes: Any) -> TableRefolded:
    """The table as it is, but for these; its memory stands only where it changes."""
    names = (name for name in TableRefolded.__struct_fields__ if name != "rotation")
    return TableRefolded(**deepcopy({name: getattr(table, name) for name in names} | changes))


def _is_from(shoe: Shoe, table: Table, now: Round) -> bool:
    """Whether a round's cards count as out of this shoe; a shuffler has its last round's."""
    is_last = now.number == table.last_round
    return now.first_position > shoe.since and (is_last or not shoe.continuous)


def _exchanged(shoe: Shoe, before: Counter[str], stands: Counter[str]) -> Shoe:
    out = Counter(shoe.out)
    out.update(stands)
    out.subtract(before)
    return Shoe(shoe.decks, shoe.continuous, dict(+out), shoe.since)
