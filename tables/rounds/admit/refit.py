"""Refitting a round that was judged already to another seating: only what `rule` forbids counts."""

from uuid import UUID

from msgspec import structs

from tables.rounds import codec
from tables.rounds import events as e
from tables.rounds.admit import owing
from tables.rounds.admit.facts import Facts, Scene
from tables.rounds.admit.judge import fits
from tables.rounds.codec import Event, Recorded
from tables.rounds.events import Noted
from tables.rounds.fold import fold
from tables.rounds.state import Round

NO_ID = UUID(int=0)

# What is of no seating: what really moved, and the house's word on the fees of a void.
_STAYS = e.WagerPaid | e.RoundVoided


def refit(scene: Scene, now: Round, facts: Facts) -> tuple[Noted, ...]:
    """What each event of a round stands for in a scene; RuleViolation where it can't be folded."""
    found: list[Noted] = []
    table, here = scene.table, now
    is_whole = now.events[0].position != now.first_position  # corrected: its events have no place
    for record in now.events:
        if is_whole:
            scene.catch_up(instant=record.occurred_at)
        else:
            scene.catch_up(position=record.position)
        noted = record.noted
        if isinstance(record.fact, e.ReportedFact):
            there = structs.replace(facts, scope="supervisor", past_round=lambda _, it=here: it)
            if not isinstance(record.fact, _STAYS):
                noted = fits(table, _event(record, record.fact), there, noted)
            noted = owing.noted_anew(noted, owing.exceptions(table, record, there))
        found.append(noted)
        fold(table, structs.replace(record, noted=noted), facts.offering)
        here = table.round or here
    return tuple(found)


def _event(record: Recorded, fact: e.ReportedFact) -> Event:
    """A record as a client's event again."""
    return Event(
        id=NO_ID,
        type=codec.NAMES[type(fact)],
        version=codec.VERSION,
        occurred_at=record.occurred_at,
        round=record.round,
        fact=fact,
        data=b"",
        override=None,
    )
