"""Taking an event: admit it, fold it, and fold what the service decides after it."""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct, structs

from tables.rounds import codec, payments, standing
from tables.rounds.admit import admit, gaming_day
from tables.rounds.admit.facts import Facts
from tables.rounds.admit.judge import number_of
from tables.rounds.codec import Event, Recorded
from tables.rounds.decide import decide
from tables.rounds.events import (
    Irregularity,
    Noted,
    OfRound,
    RoundCorrected,
    RoundOpened,
    RoundReportedLate,
    RoundSettled,
    ServiceFact,
    TableRefolded,
    WholeRound,
)
from tables.rounds.fold import fold
from tables.rounds.round_fold import Offerings, begun, fold_round
from tables.rounds.state import Round, Table

_REPORTED: Final = (OfRound, WholeRound)
_ABOUT_A_ROUND: Final = (*_REPORTED, RoundSettled)
_BEGINNING: Final = (RoundOpened, RoundReportedLate)


class Taken(Struct, frozen=True):
    """What one event left: its own record, the service's behind it, and the round it is about."""

    records: list[Recorded]
    round: Round | None


def take(table: Table, event: Event, facts: Facts, *, position: int) -> Taken:
    """Take an event at a position; a refusal leaves the table and its rounds as they were."""
    noted = admit(table, event, facts)
    own = Recorded(
        position=position,
        occurred_at=event.occurred_at,
        gaming_day=gaming_day(table, event, facts),
        round=number_of(event),
        fact=codec.as_stored(event),
        noted=noted,
    )
    if not isinstance(own.fact, RoundCorrected):
        return follow(table, own, facts.offering, facts.past_round)
    now = facts.past_round(own.fact.round)
    before = payments.differing(now)
    taken = follow(table, own, facts.offering, facts.past_round)
    return Taken([noting(own, payments.brought(before, now)), *taken.records[1:]], taken.round)


def noting(own: Recorded, found: Iterable[Irregularity]) -> Recorded:
    """A record that notes more: what came to light when the service had decided."""
    notes = (*own.noted.irregularities, *found)
    return structs.replace(own, noted=structs.replace(own.noted, irregularities=notes))


def follow(
    table: Table, own: Recorded, offerings: Offerings, past_round: Callable[[int], Round]
) -> Taken:
    """Fold a client's record, and after it what the service decides; all of them, in order."""
    if not isinstance(own.fact, _REPORTED) or own.round is None:
        fold(table, own, offerings)
        return Taken([own], None)
    left: standing.Left | None = None
    if isinstance(own.fact, _BEGINNING):
        now = begin(table, own, offerings)
        if isinstance(own.fact, RoundReportedLate):
            left = standing.nothing()
    else:
        is_open = table.round is not None and table.round.number == own.round
        now = table.round if is_open and table.round else past_round(own.round)
        if isinstance(own.fact, RoundCorrected):
            left = standing.left_by(now)
        join(table, now, own, offerings)
    records = [own, *add(table, now, own, decide(now, own), offerings)]
    if left is not None:
        stands = standing.after(table, left, now, past_round)
        records += stand(table, records, stands, offerings)
    return Taken(records, now)


def begin(table: Table, own: Recorded, offerings: Offerings) -> Round:
    """The round that an event makes: the table's open one, or one apart that is reported late."""
    fold(table, own, offerings)
    if isinstance(own.fact, RoundReportedLate) or table.round is None:
        return begun(own, offerings)
    return table.round


def join(table: Table, now: Round, own: Recorded, offerings: Offerings) -> None:
    """Fold a record into the table and its round, which the table may know no more."""
    is_open = now is table.round
    fold(table, own, offerings)
    if not is_open and isinstance(own.fact, _ABOUT_A_ROUND):
        fold_round(now, own, own.fact, offerings)


def add(
    table: Table,
    now: Round,
    own: Recorded,
    decided: Iterable[ServiceFact],
    offerings: Offerings,
    *,
    since: int | None = None,
) -> list[Recorded]:
    """Fold what the service decided about a round, behind the event that asked for it."""
    records = []
    for position, fact in enumerate(decided, start=(since or own.position) + 1):
        record = Recorded(
            position=position,
            occurred_at=own.occurred_at,
            gaming_day=now.gaming_day,
            round=now.number,
            fact=fact,
        )
        join(table, now, record, offerings)
        records.append(record)
    return records


def stand(
    table: Table, records: list[Recorded], stands: TableRefolded | None, offerings: Offerings
) -> list[Recorded]:
    """Fold how the table stands behind a correction and its decisions, if it stands otherwise."""
    if stands is None:
        return []
    own, last = records[0], records[-1]
    record = structs.replace(
        own, position=last.position + 1, round=None, fact=stands, noted=Noted()
    )
    fold(table, record, offerings)
    return [record]
