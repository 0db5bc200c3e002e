"""Reviewing reconciled boxes: findings explained, then signed by another. Each is an event."""

from collections.abc import Callable, Collection
from typing import Any, Final

from msgspec import Struct

from cardroom import clock
from cardroom.days import calendars
from cardroom.house import houses, in_force, keys
from cardroom.house.codes import Checker
from cardroom.log import store
from cardroom.log.records import Head, NewEvent
from ledger import cage, reviews
from ledger.queries import reconciliations
from ledger.rules import saying
from ledger.rules.counting.judge import Facts
from ledger.rules.counting.policy import policy_of
from ledger.rules.reconciliation import BoxFigures, Finding, judge
from ledger.rules.reconciliation.reviews import (
    TYPES,
    VERSION,
    ReconciliationExplained,
    ReconciliationSigned,
    ReviewFact,
    ReviewNoted,
    ReviewRecord,
    cells,
    noted,
)
from ledger.rules.saying import Sent

_JUDGES: Final[dict[type, Callable[..., list[Finding]]]] = {
    ReconciliationExplained: judge.explained,
    ReconciliationSigned: judge.signed,
}


class Answer(Struct, frozen=True):
    """The box period as it stands, and whether anything was recorded."""

    box: BoxFigures
    is_new: bool


def record(
    name: str,
    *,
    house: str,
    reconciliation: str,
    content: bytes,
    recorded_by: str,
    is_blind: bool = False,
    present: Collection[str] = (),
) -> Answer:
    """Record what is said of a box period's findings: its type by name, and the body as posted.

    They are those that the sender can see; blind is who may count. `present` are who gave the
    password that they sign in with, which was checked: they need no code.
    Raises Malformed, IdReused, Missing, RuleViolation, Unauthenticated.
    """
    sent: Sent[Any] = saying.read(content, TYPES[name])
    checker = Checker(house, {sent.fact.by} if getattr(sent.fact, "code", None) else set())
    same = saying.sameness(name, reconciliation, sent.fact)
    with checker.counting(), store.recording():
        head = store.lock(house, cage.stream_of(house))
        keys.check_runs(recorded_by, now=clock.now())
        is_new = not cage.is_known(head, sent.id, same)
        box = reconciliations.one(house, reconciliation, is_blind=is_blind)
        if is_new:
            facts = facts_of(house, checker, present=present)
            findings = _JUDGES[TYPES[name]](box.findings, sent.fact, facts)
            about = ReviewNoted(
                reconciliation=box.id, gaming_day=box.gaming_day, findings=noted(findings)
            )
            _write(head, _event(head.house, name, sent, about), about, sent.fact, recorded_by)
    if is_new:
        box = reconciliations.one(house, reconciliation, is_blind=is_blind)
    return Answer(box, is_new)


def facts_of(house: str, checker: Checker, *, present: Collection[str] = ()) -> Facts:
    """What judging asks of a house at present."""
    now, facts = clock.now(), houses.facts(house)
    settings = in_force.newest(house)
    return Facts(
        people=facts.people,
        tables=facts.tables,
        policy=policy_of(settings.record.box_policy),
        policy_version=settings.version,
        now=now,
        is_confirmed=lambda person, code: checker.is_confirmed(person, code, at=now),
        present=present,
    )


def _event(house: str, name: str, sent: Sent[ReviewFact], about: ReviewNoted) -> NewEvent:
    now = clock.now()
    return NewEvent(
        id=sent.id,
        type=name,
        version=VERSION,
        occurred_at=now,
        gaming_day=calendars.of(house).gaming_day(now),
        round=None,
        body=saying.encode_body(sent.fact, about),
        sameness=saying.sameness(name, about.reconciliation, sent.fact),
    )


def _write(
    head: Head, event: NewEvent, about: ReviewNoted, fact: ReviewFact, recorded_by: str
) -> None:
    """Append the event, and its row."""
    (position,) = store.append(
        head,
        [event],
        recorded_at=event.occurred_at,
        recorded_by=recorded_by,
        snapshot=None,
        open_round=head.open_round,
    )
    kept = ReviewRecord(
        id=event.id,
        position=position,
        recorded_at=event.occurred_at,
        house=head.house,
        fact=fact,
        noted=about,
    )
    reviews.add(cells(kept))
