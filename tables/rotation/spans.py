"""Spans: where in a table's stream a gaming day lies, found by its rounds."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from msgspec import Struct

from cardroom.log import by_round
from cardroom.log.by_round import Begun
from cardroom.log.records import Head
from tables.sessions import OPENED, Entry

_BEFORE: Final = 64  # rounds, more than 40 minutes of play
BEGINS: Final = ("round.opened",)


class Span(Struct, frozen=True):
    """A part of a stream: the rounds that lie in it, `low` to `high`, and its positions.

    `following` is the first round behind it. Without any round `high` is below `low`.
    """

    low: int
    high: int
    since: int
    until: int
    following: Begun | None = None


def of_day(head: Head, day: date) -> Span | None:
    """The rounds of a gaming day, which never goes back, and some before; None without any.

    Numbers that are missing before the day's first round belong to it as well.
    """
    first = first_from(head, day)
    if first is None or first.gaming_day != day:
        return None
    below = by_round.before(head, first.round, begun_by=BEGINS)
    low = 1 if below is None else max(1, below.round - _BEFORE)
    start = by_round.begun(head, low, begun_by=BEGINS) or first
    return going_on(head, day, lasts([head]), low=low, since=start.position)


def lasts(heads: Sequence[Head]) -> dict[int, Begun]:
    """The last round of each table, by its stream's id."""
    return by_round.lasts(heads, begun_by=BEGINS)


def going_on(head: Head, day: date, lasts: Mapping[int, Begun], *, low: int, since: int) -> Span:
    """The rounds of a gaming day which had some, from a place on."""
    last = lasts.get(head.stream_id)
    if last is None or last.gaming_day <= day:
        high = 0 if last is None else last.round
        return Span(low=low, high=high, since=since, until=head.position)
    following = first_from(head, date.fromordinal(day.toordinal() + 1)) or last
    return Span(
        low=low,
        high=following.round - 1,
        since=since,
        until=following.position - 1,
        following=following,
    )


def first_from(head: Head, day: date) -> Begun | None:
    """The first round of a day, or of a later one."""
    return by_round.first_from(head, day, begun_by=BEGINS)


def without_rounds(head: Head, day: date, frame: Sequence[Entry]) -> Span | None:
    """Where a day is in which a table was open, or opened or closed, and no round opened.

    One that it opened or closed on lasts until the next round.
    """
    records = [entry.record for entry in frame if entry.record is not None]
    own = [record.position for record in records if record.gaming_day == day]
    if own:
        following = first_from(head, day)
        until = head.position if following is None else following.position - 1
        return Span(low=1, high=0, since=own[0], until=until)
    before = [entry for entry in frame if entry.record and entry.record.gaming_day < day]
    turned = [entry for entry in before if entry.type in {OPENED, "table.closed"}]
    if turned and turned[-1].type == OPENED:
        return Span(low=1, high=0, since=turned[-1].position, until=turned[-1].position)
    return None
