"""What is noted of an event and never refused."""

from datetime import timedelta

from tables.rounds import events as e
from tables.rounds import payments
from tables.rounds.admit import by_floor, owing, rounds, turning
from tables.rounds.admit.facts import Facts
from tables.rounds.admit.judge import round_of
from tables.rounds.codec import Event
from tables.rounds.events import Irregularity
from tables.rounds.state import Round, Table

LATE = timedelta(minutes=10)


def observed(table: Table, event: Event, facts: Facts) -> list[Irregularity]:
    """Clocks, days, gaps and late batches; voids, corrections and payments that differ."""
    fact = event.fact
    if isinstance(fact, e.Correcting):
        return _correcting(fact)
    found = of_given(table, event, facts)
    match fact:
        case e.TableOpened(gaming_day=declared):
            day = facts.house.gaming_day(event.occurred_at)
            if declared != day:
                found.append(Irregularity("gaming_day", f"declared {declared}, it is {day}"))
        case e.RoundOpened():
            found += _opening(table, event, facts)
        case e.WagerPaid():
            found += _paid(round_of(table, event, facts), fact)
        case _:
            pass
    return found + turning.noted(table, event, facts)


def of_given(table: Table, event: Event, facts: Facts) -> list[Irregularity]:
    """What is noted as well of an event that a whole round brings: clocks, voids, floor, fees."""
    found = []
    fact, last = event.fact, table.last_occurred_at
    if last is not None and event.occurred_at < last:
        found.append(Irregularity("clock_backwards", f"before the event of {last.isoformat()}"))
    if isinstance(fact, e.RoundVoided):
        found.append(Irregularity("voided", fact.reason))
    elif isinstance(fact, e.RoundSettledByFloor):
        felt = round_of(table, event, facts).felt
        left_open = by_floor.unaccounted(felt, fact)
        found.append(Irregularity("floor_settled", "; ".join([fact.reason, *left_open])))
    return found + owing.exceptions(table, event, facts)


def _correcting(fact: e.CorrectionFact) -> list[Irregularity]:
    """A correction by its reason; it stands outside of the table's clock."""
    if isinstance(fact, e.RoundReportedLate):
        return [Irregularity("reported_late", f"round {fact.round} was missing")]
    return [Irregularity("corrected", fact.reason)]


def _opening(table: Table, event: Event, facts: Facts) -> list[Irregularity]:
    found = []
    late = facts.recorded_at - event.occurred_at
    if late > LATE:
        minutes = int(late.total_seconds()) // 60
        found.append(Irregularity("late_batch", f"recorded {minutes} minutes after it happened"))
    number = event.round or 0
    if number > table.last_round + 1:
        missing = f"{table.last_round + 1} to {number - 1}"
        found.append(Irregularity("round_gap", f"no round {missing}"))
    return found


def _paid(now: Round, fact: e.WagerPaid) -> list[Irregularity]:
    """What moved beside what the present settlement says."""
    detail = payments.difference(fact, rounds.line_paid(now, fact))
    return [] if detail is None else [Irregularity(payments.CODE, detail)]
