"""Steps: a round's events one after the other, each with its sentence and the table behind it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, NamedTuple
from uuid import UUID

from msgspec import UNSET, Struct, structs

from cardroom.texts import counted
from tables.rounds import codec
from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.events import Irregularity
from tables.rounds.replay import words
from tables.rounds.replay.logged import Logged
from tables.rounds.replay.picture import Picture, picture
from tables.rounds.replay.tellings import Told, telling
from tables.rounds.round_fold import Offerings, begun, fold_round, from_events, whole
from tables.rounds.state import Round


class Authority(Struct, frozen=True, kw_only=True):
    """Who answers for it, whether by a one-time code, and the reason given."""

    person: str
    authorisation: Literal["claimed", "confirmed"] | None
    reason: str


class Step(Struct, frozen=True, kw_only=True):
    """One event; `number` counts from 1, `part` the events of a whole round given at once.

    A part `is_new` when the round as it stood before has no such event. `revision` is that of a
    settlement, which is this event.
    """

    number: int
    position: int
    part: int | None
    id: UUID
    type: str
    occurred_at: datetime
    recorded_at: datetime
    recorded_by: str
    sentence: str
    notes: tuple[Irregularity, ...]
    authority: Authority | None
    is_new: bool
    revision: int | None
    picture: Picture

    @property
    def is_of_service(self) -> bool:
        """Whether the service decided it, and nobody sent it."""
        return self.type in codec.SERVICE_TYPES


class Taken(NamedTuple):
    """A step, and the round behind it, which goes on from there."""

    step: Step
    round: Round


def steps(logged: list[Logged], offerings: Offerings) -> Iterator[Taken]:
    """All steps in order; a whole round given at once is told event by event behind its own.

    An incident may name a round before there is one; it is no step of it.
    """
    now: Round | None = None
    number = 1
    for event in logged:
        fact = event.record.fact
        if now is None and not isinstance(fact, e.RoundOpened | e.RoundReportedLate):
            continue
        if isinstance(fact, e.GivenFact):
            found = list(_whole(event, fact, now, offerings, number))
            now = _joined(now, event.record, offerings)
        else:
            now = _joined(now, event.record, offerings)
            found = [
                Taken(_step(event, event.record, picture(now), _said(now, event), number), now)
            ]
        yield from found
        number += len(found)


def _joined(now: Round | None, record: Recorded, offerings: Offerings) -> Round:
    """The round with one more event; what only names it changes nothing."""
    fact = record.fact
    if isinstance(fact, e.RoundReportedLate):
        return begun(record, offerings)
    if now is None:
        return from_events([record], offerings)
    if isinstance(fact, e.CardBurned):
        now.events.append(record)
    elif isinstance(fact, e.OfRound | e.RoundSettled | e.RoundCorrected):
        fold_round(now, record, fact, offerings)
    return now


def _whole(
    event: Logged, fact: e.GivenFact, before: Round | None, offerings: Offerings, number: int
) -> Iterator[Taken]:
    """A whole round: the event that gives it, at the table as it stood, and then its parts."""
    stood = [] if before is None else [one.fact for one in before.events]
    fresh: Round | None = None
    parts = list[Taken]()
    for at, record in enumerate(whole(event.record, fact), 1):
        fresh = _joined(fresh, record, offerings)
        is_new = record.fact not in stood
        if not is_new:
            stood.remove(record.fact)
        part = structs.replace(event, record=record, override=fact.events[at - 1].override)
        told = _step(part, record, picture(fresh), _said(fresh, part), number + at)
        parts.append(Taken(structs.replace(told, part=at, is_new=is_new), fresh))
    now = before or parts[-1].round
    stands = parts[0].step.picture if before is None else picture(before)
    text = _said(now, event)
    if before is not None:
        new = sum(one.step.is_new for one in parts)
        text += f" {counted(new, 'event')} new or different, {len(stood):,} left out."
    yield Taken(_step(event, event.record, stands, text, number), now)
    yield from parts


def _said(now: Round, event: Logged) -> str:
    fact = event.record.fact
    if not isinstance(fact, Told):
        raise TypeError(f"position {event.record.position} tells of no round")
    text = telling(now, event.record, fact)
    cause = None if event.cause is None else event.cause.fact
    if isinstance(cause, e.EventCorrected):
        text += f" By {cause.authorised_by}: {words.sentence(cause.reason)}"
    return text


def _step(event: Logged, record: Recorded, drawn: Picture, sentence: str, number: int) -> Step:
    fact = record.fact
    return Step(
        number=number,
        position=record.position,
        part=None,
        id=event.id,
        type=codec.NAMES[type(fact)],
        occurred_at=record.occurred_at,
        recorded_at=event.recorded_at,
        recorded_by=event.recorded_by,
        sentence=sentence,
        notes=record.noted.irregularities,
        authority=_authority(event, record),
        is_new=False,
        revision=fact.revision if isinstance(fact, e.RoundSettled) else None,
        picture=drawn,
    )


def _authority(event: Logged, record: Recorded) -> Authority | None:
    """Of the override that came with it, else of the event itself."""
    word = event.override or record.fact
    person: str | None = getattr(word, "authorised_by", None)
    if person is None:
        return None
    said = record.noted.authorisation
    return Authority(
        person=person,
        authorisation=None if said is UNSET else said,
        reason=getattr(word, "reason", ""),
    )
