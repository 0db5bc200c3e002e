"""A table's gaming day, read from the log: a few of its events, round by round, in their order.

It begins some rounds before the day, so that runs go on into it, and heeds whatever was put right
since. A table of which nothing was put right needs no more memory for more rounds, and goes on from
where it was judged up to before.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from msgspec import Struct, structs

from cardroom.log.records import Head
from tables import history, offerings, sessions, targets
from tables.rotation import reading
from tables.rotation.asked import Asked, asked
from tables.rotation.judged_rows import Row
from tables.rotation.references import References
from tables.rounds.codec import Recorded
from tables.rounds.events import EventCorrected
from tables.rounds.rotation import kept
from tables.rounds.rotation.course import Course
from tables.rounds.rotation.days import TableDay
from tables.rounds.rotation.story import Corrected, Story
from tables.rounds.state import Table


class Told(Struct, frozen=True):
    """A day's story to its end, and how often a clock of its events ran backwards."""

    asked: Asked
    story: Story
    backwards: int


def of_tables(
    heads: Sequence[Head], day: date, references: References, rows: Mapping[int, Row]
) -> Iterator[TableDay]:
    """What a gaming day came to at each table that had it; those with rows go on from there."""
    for found in asked(heads, day, rows):
        told, span = tell(found, references), found.span
        least = span.since if span.high < span.low else 0
        yield told.story.day(day, backwards=told.backwards, least=least)


def tell(found: Asked, references: References) -> Told:
    """The story of a gaming day up to a head."""
    story = _begun(found, references)
    span, since = found.span, found.since
    backwards = found.signs.backwards
    if found.row is not None:
        kept.goes_on(story, found.row.kept)
        span = structs.replace(span, low=story.before + 1)
        since, backwards = found.row.position + 1, backwards + found.row.backwards
    for stored in reading.in_order(found.head, span, since, found.types):
        record = history.recorded(stored)
        story.take(record, _corrected(found, record))
    return Told(found, story, backwards)


def _begun(found: Asked, references: References) -> Story:
    """The story before its first event."""
    head = found.head
    code = head.stream.removeprefix(history.stream_of(""))
    table = Table(last_round=found.span.low - 1)
    return Story(
        Course(code, table, offerings.offering, references.at),
        lambda number, position: history.round_at(head, number, until=position),
        keeps=found.is_put_right,
        shift=references.shift,
    )


def _corrected(found: Asked, record: Recorded) -> Corrected | None:
    """What a correction says of a table event that was read."""
    fact = record.fact
    if not isinstance(fact, EventCorrected):
        return None
    target = targets.find(found.head, fact.event)
    if target is None:
        return None
    is_read = found.since <= target.position <= found.span.until
    if not is_read and target.type != reading.ATTESTED:
        return None
    return target.position, sessions.entry_of(target, {target.id: record}).record
