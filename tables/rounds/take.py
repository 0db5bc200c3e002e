"""Taking an event: admit it, fold it, and fold what the service decides after it."""

from collections.abc import Callable

import msgspec

from tables.rounds.admit import admit, gaming_day
from tables.rounds.admit.facts import Facts
from tables.rounds.codec import Event, Recorded
from tables.rounds.decide import decide
from tables.rounds.events import FeeCollected, FeeRefunded, FeeWaived, Noted
from tables.rounds.fold import Offerings, fold, fold_round
from tables.rounds.state import Round, Table


def take(table: Table, event: Event, facts: Facts, *, position: int) -> list[Recorded]:
    """The records that one event leaves from `position` on, folded into the table.

    A refusal leaves the table as it was; the records are the event's own and the service's.
    """
    noted = admit(table, event, facts)
    own = Recorded(
        position=position,
        occurred_at=event.occurred_at,
        gaming_day=gaming_day(table, event, facts),
        round=event.round,
        fact=event.fact,
        noted=noted,
    )
    return follow(table, own, facts.offering, facts.past_round)


def follow(
    table: Table, own: Recorded, offerings: Offerings, past_round: Callable[[int], Round]
) -> list[Recorded]:
    """Fold a client's record, and after it what the service decides; all of them, in order."""
    now = table.round
    fold(table, own, offerings)
    now = now or table.round
    records = [own]
    if now is None or now.number != own.round:
        _fold_past(own, past_round)
        return records
    for offset, fact in enumerate(decide(now, own), start=1):
        decided = msgspec.structs.replace(
            own, position=own.position + offset, fact=fact, noted=Noted()
        )
        records.append(decided)
        if now.is_over:
            fold_round(now, decided, fact)
        else:
            fold(table, decided, offerings)
    return records


def _fold_past(own: Recorded, past_round: Callable[[int], Round]) -> None:
    """Fee money of a round that is over still belongs to that round."""
    if own.round is not None and isinstance(own.fact, FeeCollected | FeeWaived | FeeRefunded):
        fold_round(past_round(own.round), own, own.fact)
