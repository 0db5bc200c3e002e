"""Taking an event: admit it, fold it, and fold what the service decides after it."""

from datetime import date

from tables.rounds.admit import admit, gaming_day
from tables.rounds.admit.facts import Facts
from tables.rounds.codec import Event, Recorded
from tables.rounds.decide import decide
from tables.rounds.events import AnyFact, FeeCollected, FeeRefunded, FeeWaived, Noted
from tables.rounds.fold import fold, fold_round
from tables.rounds.state import Table


def take(table: Table, event: Event, facts: Facts, *, position: int) -> list[Recorded]:
    """The records that one event leaves from `position` on, folded into the table.

    A refusal leaves the table as it was; the records are the event's own and the service's.
    """
    noted = admit(table, event, facts)
    day = gaming_day(table, event, facts)
    now = table.round
    records = [_record(event, event.fact, day, position, noted)]
    fold(table, records[0], facts.offering)
    now = now or table.round
    if now is None or now.number != event.round:
        _fold_past(event, facts, records[0])
    else:
        for offset, fact in enumerate(decide(now, event.fact), start=1):
            records.append(_record(event, fact, day, position + offset, Noted()))
            fold(table, records[-1], facts.offering)
    return records


def _fold_past(event: Event, facts: Facts, record: Recorded) -> None:
    """Fee money of a round that is over still belongs to that round."""
    if event.round is not None and isinstance(record.fact, FeeCollected | FeeWaived | FeeRefunded):
        fold_round(facts.past_round(event.round), record, record.fact)


def _record(event: Event, fact: AnyFact, day: date, position: int, noted: Noted) -> Recorded:
    return Recorded(
        position=position,
        occurred_at=event.occurred_at,
        gaming_day=day,
        round=event.round,
        fact=fact,
        noted=noted,
    )
