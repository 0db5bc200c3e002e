"""A table's gaming day, read from the log: a few of its events, round by round, in their order.

It begins some rounds before the day, so that runs go on into it, and heeds whatever was put right
since. A table of which nothing was put right needs no more memory for more rounds.
"""

from datetime import date
from typing import Final

from cardroom.log import by_round
from cardroom.log.records import Head
from tables import history, offerings, sessions, targets
from tables.rotation import reading, spans
from tables.rotation.references import References
from tables.rotation.spans import Span
from tables.rounds.codec import Recorded
from tables.rounds.events import EventCorrected
from tables.rounds.rotation.course import Course
from tables.rounds.rotation.days import TableDay
from tables.rounds.rotation.story import Corrected, Story
from tables.sessions import Session

_MONEY: Final = frozenset({"wager.paid", "round.settled_by_floor"})
_PUT_RIGHT: Final = (
    "event.corrected",
    "round.corrected",
    "round.refolded",
    "round.reported_late",
    "round.reversed",
    *_MONEY,
)
_TELLING: Final = (
    "round.opened",
    "wager.placed",
    "wager.withdrawn",
    "round.completed",
    "round.settled_by_floor",
    "round.voided",
    "wager.paid",
    "round.corrected",
    "round.reported_late",
    "round.refolded",
)
_AGAIN: Final = ("round.corrected", "round.refolded")


def of_table(head: Head, day: date, references: References) -> TableDay | None:
    """What a gaming day of a table came to; None when it had none."""
    span = spans.of_day(head, day)
    if span is None:
        frame = sessions.load(head, head.position, {}).frame
        span = spans.without_rounds(day, frame)
    if span is None:
        return None
    session = sessions.load(head, span.since, {})
    signs = by_round.signs(
        head,
        since=span.since,
        until=span.until,
        types=_PUT_RIGHT,
        day=day,
        note="clock_backwards",
        again=_AGAIN,
    )
    story = _begun(head, span, session, references, keeps=_keeps(head, span, signs.types))
    money = ("round.settled",) if _has_money(head, span, signs.types) else ()
    for stored in reading.in_order(head, span, session.since, (*_TELLING, *money)):
        record = history.recorded(stored)
        story.take(record, _corrected(head, span, session, record))
    return story.day(day, backwards=signs.noted)


def _begun(
    head: Head, span: Span, session: Session, references: References, *, keeps: bool
) -> Story:
    """The story before its first event."""
    table = session.start()
    table.last_round = span.low - 1
    code = head.stream.removeprefix(history.stream_of(""))
    return Story(
        Course(code, table, offerings.offering, references.at),
        lambda number, position: history.round_at(head, number, until=position),
        keeps=keeps,
        shift=references.shift,
    )


def _keeps(head: Head, span: Span, types: frozenset[str]) -> bool:
    """Whether anything of the span was put right, in it or since."""
    return (
        bool(types)
        or by_round.is_told_later(head, span.low, span.high, after=span.until, types=_PUT_RIGHT)
        or bool(sessions.known(head, {}))
    )


def _has_money(head: Head, span: Span, types: frozenset[str]) -> bool:
    """Whether somebody said what really moved; then settlements are read as well (R6)."""
    return bool(types & _MONEY) or by_round.is_told_later(
        head, span.low, span.high, after=span.until, types=[*_MONEY]
    )


def _corrected(head: Head, span: Span, session: Session, record: Recorded) -> Corrected | None:
    """What a correction says of a table event that was read."""
    fact = record.fact
    if not isinstance(fact, EventCorrected):
        return None
    target = targets.find(head, fact.event)
    if target is None or not session.since <= target.position <= span.until:
        return None
    return target.position, sessions.entry_of(target, {target.id: record}).record
