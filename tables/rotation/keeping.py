"""Keeping how far the rotation is judged, as a gaming day goes on, so that its report needs less.

What is kept is a reading of the log and no more: without a row, or when something was put right, a
day is told from its beginning, and comes to the same.
"""

from datetime import date, datetime, timedelta
from typing import Final

from msgspec import structs

from cardroom.days import calendars
from cardroom.house.models import House
from cardroom.log import by_round, store
from cardroom.log.records import Head
from tables import history
from tables.rotation import judged_rows, spans
from tables.rotation.asked import UNTIMED, asked
from tables.rotation.judged_rows import Row
from tables.rotation.references import References
from tables.rotation.table_day import tell
from tables.rounds.rotation import kept

# How many events of a table may have come before it is worth while to go on.
_STRIDE: Final = 2_000
# For so long a report of that day or its month may be asked for again.
_KEPT: Final = timedelta(days=62)
_TABLES: Final = history.stream_of("")


def begin(now: datetime, house: str | None = None) -> None:
    """Go on with the present day of all tables that have moved on, in one house or all."""
    for code in House.objects.order_by("pk").values_list("pk", flat=True):
        if house in {None, code}:
            keep_day(code, calendars.of(code).gaming_day(now), now)


def keep_day(house: str, day: date, now: datetime) -> None:
    """Go on with a day of all tables of a house that have moved on."""
    heads = [head for head in store.streams(house) if head.stream.startswith(_TABLES)]
    known = judged_rows.of_day((head.stream_id for head in heads), day)
    references: References | None = None
    for head in heads:
        row = known.get(head.stream_id)
        if head.position - (row.position if row else 0) >= _STRIDE:
            references = references or References(house)
            keep(head, day, references, now, row)


def keep(
    head: Head, day: date, references: References, now: datetime, row: Row | None = None
) -> Row | None:
    """Keep a day's story up to the last round that ended; None if there is nothing to be kept.

    What happened at an instant to come would be judged by what the house may change until then.
    """
    span = spans.of_day(head, day)
    last = None if span is None else by_round.before(head, span.high + 1, begun_by=spans.BEGINS)
    if span is None or last is None or (row is not None and last.position <= row.position + 1):
        return None
    told = told_to(head, day, references, last.position - 1, row)
    if told is None or (told.kept.last_at is not None and told.kept.last_at > now):
        return None
    if row is None:
        judged_rows.forget(head.stream_id, day - _KEPT)
    return told if judged_rows.write(told) else None


def restore(head: Head, now: datetime) -> None:
    """Tell anew, from the log alone, the days of a table that there were rows of."""
    for day in judged_rows.remove(head.stream_id):
        keep(head, day, References(head.house), now)


def told_to(
    head: Head, day: date, references: References, position: int, row: Row | None = None
) -> Row | None:
    """The row of a day up to a position; None where something was put right, or a round is on."""
    head = structs.replace(head, position=position)
    found = next(asked([head], day, {} if row is None else {head.stream_id: row}), None)
    told = None if found is None or found.is_put_right else tell(found, references)
    story = None if told is None else kept.of(told.story)
    if told is None or story is None:
        return None
    return Row(
        stream_id=head.stream_id,
        position=position,
        since=told.asked.since,
        heard=by_round.last_heard(head, untimed=UNTIMED),
        low=told.asked.span.low,
        backwards=told.backwards,
        gaming_day=day,
        story=judged_rows.written(story),
    )
