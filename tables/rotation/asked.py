"""Asked: what has to be read of a table's gaming day, and whether anything of it was put right."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from msgspec import Struct

from cardroom.log import by_round, store
from cardroom.log.by_round import Signs
from cardroom.log.records import Head
from tables import offerings, sessions
from tables.rotation import spans
from tables.rotation.judged_rows import Row
from tables.rotation.spans import Span
from tables.rounds import codec
from tables.rounds.codec.stored import NOTHING
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
_SETTLED: Final = ("round.settled",)
_WAGERS: Final = ("wager.placed", "wager.withdrawn")
UNTIMED: Final = (
    *codec.SERVICE_TYPES,
    "event.corrected",
    "round.corrected",
    "round.reported_late",
)


class Asked(Struct, frozen=True, kw_only=True):
    """Where a day lies in a stream, and what is read of it from `since` on.

    `row` is where the story goes on from, None where it has to be told from its beginning; then
    `span` begins at what was heard last before, and `signs` are of what came since.
    """

    head: Head
    span: Span
    since: int
    types: tuple[str, ...]
    signs: Signs
    is_put_right: bool = False
    row: Row | None = None


def asked(head: Head, day: date, row: Row | None) -> Asked | None:
    """What is asked of a day; None when the table had none."""
    going_on = None if row is None else _going_on(head, day, row)
    return going_on or _from_scratch(head, day)


def _going_on(head: Head, day: date, row: Row) -> Asked | None:
    """What is asked from a row on; None when something was put right."""
    turned = store.load_types(
        head, (sessions.CORRECTED, *_OPEN), since=row.since, until=head.position
    )
    if any(stored.type == sessions.CORRECTED for stored in turned):
        return None
    span = spans.going_on(head, day, low=row.low, since=row.heard)
    signs = _signs(head, day, span)
    if row.position > span.until or _is_put_right(head, span, signs.types):
        return None
    frame = [sessions.entry_of(stored, {}) for stored in turned]
    return Asked(
        head=head,
        span=span,
        since=row.since,
        types=_types(head, span, signs.types, frame),
        signs=signs,
        row=row,
    )


def _from_scratch(head: Head, day: date) -> Asked | None:
    """What is asked of a day from its beginning."""
    known = sessions.known(head, {})
    turned = store.load_types(head, _OPEN, until=head.position)
    frame = [sessions.entry_of(stored, known) for stored in turned]
    span = spans.of_day(head, day) or spans.without_rounds(head, day, frame)
    if span is None:
        return None
    since, signs = sessions.opened_before(frame, span.since), _signs(head, day, span)
    # What was corrected before the table opened is read so, and changes no more.
    is_corrected = any(record.position >= since for record in known.values())
    return Asked(
        head=head,
        span=span,
        since=since,
        types=_types(head, span, signs.types, frame),
        signs=signs,
        is_put_right=is_corrected or _is_put_right(head, span, signs.types),
    )


def _signs(head: Head, day: date, span: Span) -> Signs:
    return by_round.signs(
        head, since=span.since, until=span.until, types=_PUT_RIGHT, day=day, untimed=UNTIMED
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
    names = {_profile(entry) for entry in frame}
    return (
        *_TELLING,
        *(_SETTLED if is_told else ()),
        *(_WAGERS if names - {DEFAULT} else ()),
    )


def _profile(entry: Entry) -> str:
    """The profile of an opening's offering."""
    noted = NOTHING if entry.record is None else entry.record.noted
    if not noted.offering_version or not noted.ruleset_version:
        return DEFAULT
    return offerings.offering(noted.offering_version, noted.ruleset_version).rotation_profile
