"""How a table stands after a correction: its shoe, and the run of the player-dealer's holder."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from msgspec import Struct

from tables.rounds.events import CardBurned, TableRefolded
from tables.rounds.furniture import Run, Shoe
from tables.rounds.state import Round, Table

PastRound = Callable[[int], Round]


class Left(Struct, frozen=True):
    """What a round left at its table: cards out of the shoe, a hand of its holder's if dealt."""

    cards: Counter[str]
    holder: str | None


def left_by(now: Round) -> Left:
    """What a round left as it stands now."""
    felt = now.felt
    cards = Counter(felt.known_dealer_cards)
    for circle in felt.circles.values():
        for hand in circle.hands:
            cards.update(hand.known)
    burned = [event.fact.card for event in now.events if isinstance(event.fact, CardBurned)]
    cards.update(card for card in burned if card is not None)
    return Left(cards, now.holder if felt.dealt else None)


def after(table: Table, before: Left, now: Round, past_round: PastRound) -> TableRefolded | None:
    """How the table stands with a round that was corrected; None when that changes nothing."""
    if now.late:
        return None  # it had a shoe of its own, and is no hand of the live run
    stands = left_by(now)
    shoe, run = table.shoe, table.run
    if shoe is not None and before.cards != stands.cards and _is_from(shoe, table, now):
        shoe = _exchanged(shoe, before.cards, stands.cards)
    if before.holder != stands.holder:
        run = run_of(table, lambda number: now if number == now.number else past_round(number))
    if (shoe, run) == (table.shoe, table.run):
        return None
    return refolded(table, shoe=shoe, run=run)


def refolded(table: Table, **changes: Any) -> TableRefolded:
    """The table as it is, but for these."""
    names = TableRefolded.__struct_fields__
    return TableRefolded(**deepcopy({name: getattr(table, name) for name in names} | changes))


def run_of(table: Table, past_round: PastRound) -> Run | None:
    """The hands that the last dealt rounds have in common with the very last (R1, R2)."""
    run = None
    for number in range(table.last_round, 0, -1):
        if table.is_missing(number):
            continue
        now = past_round(number)
        if now.late or not now.felt.dealt:
            continue
        if run is None:
            run = Run(now.holder, 0)
        elif run.holder != now.holder:
            break
        run.hands += 1
    return run


def _is_from(shoe: Shoe, table: Table, now: Round) -> bool:
    """Whether a round's cards count as out of this shoe; a shuffler has its last round's."""
    is_last = now.number == table.last_round
    return now.first_position > shoe.since and (is_last or not shoe.continuous)


def _exchanged(shoe: Shoe, before: Counter[str], stands: Counter[str]) -> Shoe:
    out = Counter(shoe.out)
    out.update(stands)
    out.subtract(before)
    return Shoe(shoe.decks, shoe.continuous, dict(+out), shoe.since)
