"""Asked: what has to be read of a table's gaming day, and whether anything of it was put right."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from msgspec import Struct

from cardroom.log import by_round, store, tails
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
# What moved of the last round is told with it; of one before, it puts that right.
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


def asked(heads: Sequence[Head], day: date, rows: Mapping[int, Row]) -> Iterator[Asked]:
    """What is asked of a day at each table that had it; those with a row are looked at together."""
    going_on = _going_on([head for head in heads if head.stream_id in rows], day, rows)
    for head in heads:
        found = going_on.get(head.stream_id) or _from_scratch(head, day)
        if found is not None:
            yield found


def _going_on(heads: Sequence[Head], day: date, rows: Mapping[int, Row]) -> dict[int, Asked]:
    """What is asked from rows on, by stream; nothing where something was put right."""
    if not heads:
        return {}
    since = {head.stream_id: (rows[head.stream_id].since, head.position) for head in heads}
    turned, lasts = tails.of_types(since, (sessions.CORRECTED, *_OPEN)), spans.lasts(heads)
    ahead = {}
    for head in heads:
        row = rows[head.stream_id]
        ahead[head.stream_id] = spans.going_on(head, day, lasts, low=row.low, since=row.heard)
    found, signs = {}, _signs(ahead, day)
    for head in heads:
        stream = head.stream_id
        row, span, seen, frame = rows[stream], ahead[stream], signs[stream], turned.get(stream, ())
        is_corrected = any(stored.type == sessions.CORRECTED for stored in frame)
        if row.position > span.until or is_corrected or _is_put_right(head, span, seen):
            continue
        types = _types(head, span, seen.types, [sessions.entry_of(each, {}) for each in frame])
        found[stream] = Asked(
            head=head, span=span, since=row.since, types=types, signs=seen, row=row
        )
    return found


def _from_scratch(head: Head, day: date) -> Asked | None:
    """What is asked of a day from its beginning."""
    known = sessions.known(head, {})
    turned = store.load_types(head, _OPEN, until=head.position)
    frame = [sessions.entry_of(stored, known) for stored in turned]
    span = spans.of_day(head, day) or spans.without_rounds(head, day, frame)
    if span is None:
        return None
    since = sessions.opened_before(frame, span.since)
    signs = _signs({head.stream_id: span}, day)[head.stream_id]
    # What was corrected before the table opened is read so, and changes no more.
    is_corrected = any(record.position >= since for record in known.values())
    return Asked(
        head=head,
        span=span,
        since=since,
        types=_types(head, span, signs.types, frame),
        signs=signs,
        is_put_right=is_corrected or _is_put_right(head, span, signs),
    )


def _signs(asked_of: Mapping[int, Span], day: date) -> dict[int, Signs]:
    within = {stream: (span.since, span.until) for stream, span in asked_of.items()}
    return by_round.signs(within, types=_PUT_RIGHT, of_last=[*_MONEY], day=day, untimed=UNTIMED)


def _is_put_right(head: Head, span: Span, found: Signs) -> bool:
    """Whether anything of the span's rounds was put right, in it or since; of the last it isn't."""
    if found.types - _MONEY or found.is_behind:
        return True
    return by_round.is_told_later(head, span.low, span.high, after=span.until, types=_PUT_RIGHT)


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
        *(("round.settled",) if is_told else ()),
        *(_WAGERS if names - {DEFAULT} else ()),
    )


def _profile(entry: Entry) -> str:
    """The profile of an opening's offering."""
    noted = NOTHING if entry.record is None else entry.record.noted
    if not noted.offering_version or not noted.ruleset_version:
        return DEFAULT
    return offerings.offering(noted.offering_version, noted.ruleset_version).rotation_profile
