"""A table's gaming day, read from the log: a few of its events, round by round, in their order.

It begins some rounds before the day, so that runs go on into it, and heeds whatever was put right
since. A table of which nothing was put right needs no more memory for more rounds.
"""

from collections.abc import Sequence
from datetime import date
from typing import Final

from cardroom.log import by_round, store
from cardroom.log.records import Head
from tables import history, offerings, sessions, targets
from tables.rotation import reading, spans
from tables.rotation.references import References
from tables.rotation.spans import Span
from tables.rounds import codec
from tables.rounds.codec import Recorded
from tables.rounds.codec.stored import NOTHING
from tables.rounds.events import EventCorrected
from tables.rounds.rotation.course import Course
from tables.rounds.rotation.days import TableDay
from tables.rounds.rotation.story import Corrected, Story
from tables.rounds.state import Table
from tables.rules.rotation.profiles import DEFAULT
from tables.sessions import Entry

_OPEN: Final = (sessions.OPENED, "table.closed")
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
    "round.completed",
    "round.settled_by_floor",
    "round.voided",
    "wager.paid",
    "round.corrected",
    "round.reported_late",
    "round.refolded",
)
_ATTESTED: Final = "day.attested"
_SETTLED: Final = ("round.settled",)
_WAGERS: Final = ("wager.placed", "wager.withdrawn")
_UNTIMED: Final = (
    *codec.SERVICE_TYPES,
    "event.corrected",
    "round.corrected",
    "round.reported_late",
)


def of_table(head: Head, day: date, references: References) -> TableDay | None:
    """What a gaming day of a table came to; None when it had none."""
    known = sessions.known(head, {})
    turned = store.load_types(head, _OPEN, until=head.position)
    frame = [sessions.entry_of(event, known) for event in turned]
    span = spans.of_day(head, day) or spans.without_rounds(head, day, frame)
    if span is None:
        return None
    signs = by_round.signs(
        head,
        since=span.since,
        until=span.until,
        types=_PUT_RIGHT,
        day=day,
        untimed=_UNTIMED,
    )
    since = sessions.opened_before(frame, span.since)
    keeps = bool(known) or _is_put_right(head, span, signs.types)
    story = _begun(head, Table(last_round=span.low - 1), references, keeps=keeps)
    types = _types(head, span, signs.types, frame)
    for stored in reading.in_order(head, span, since, types):
        record = history.recorded(stored)
        story.take(record, _corrected(head, record, since, span.until))
    least = span.since if span.high < span.low else 0
    return story.day(day, backwards=signs.backwards, least=least)


def _begun(head: Head, table: Table, references: References, *, keeps: bool) -> Story:
    """The story before its first event."""
    code = head.stream.removeprefix(history.stream_of(""))
    return Story(
        Course(code, table, offerings.offering, references.at),
        lambda number, position: history.round_at(head, number, until=position),
        keeps=keeps,
        shift=references.shift,
    )


def _is_put_right(head: Head, span: Span, found: frozenset[str]) -> bool:
    """Whether anything of the span's rounds was put right, in it or since."""
    return bool(found) or by_round.is_told_later(
        head, span.low, span.high, after=span.until, types=_PUT_RIGHT
    )


def _types(
    head: Head, span: Span, found: frozenset[str], frame: Sequence[Entry]
) -> tuple[str, ...]:
    """What is read of each round: settlements where somebody said what moved, wagers for D6."""
    is_told = bool(found & _MONEY) or by_round.is_told_later(
        head, span.low, span.high, after=span.until, types=[*_MONEY]
    )
    asked = any(_profile(entry) != DEFAULT for entry in frame)
    return (*_TELLING, *(_SETTLED if is_told else ()), *(_WAGERS if asked else ()))


def _profile(entry: Entry) -> str:
    """The profile of an opening's offering."""
    noted = NOTHING if entry.record is None else entry.record.noted
    if not noted.offering_version or not noted.ruleset_version:
        return DEFAULT
    return offerings.offering(noted.offering_version, noted.ruleset_version).rotation_profile


def _corrected(head: Head, record: Recorded, since: int, until: int) -> Corrected | None:
    """What a correction says of a table event that was read."""
    fact = record.fact
    if not isinstance(fact, EventCorrected):
        return None
    target = targets.find(head, fact.event)
    if target is None:
        return None
    if not since <= target.position <= until and target.type != _ATTESTED:
        return None
    return target.position, sessions.entry_of(target, {target.id: record}).record
