"""The closing of a gaming day: what is missing for it, and how it was closed."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Final

from msgspec import Struct, structs

from cardroom import clock
from cardroom.days import calendars
from cardroom.log.rows import rows
from ledger import standings
from ledger.queries import days, reconciliations
from ledger.rules.reconciliation import BoxFigures
from ledger.rules.reconciliation.closing import OpenItem, Signed, open_items, signed_items
from ledger.views.day import ClosingView, GamingDayView, sum_views

_CLOSED: Final = """
SELECT c.gaming_day, c.position, e.payload #>> '{data,authorised_by}',
    e.payload #>> '{data,reason}', e.recorded_at
FROM ledger_closedday c
JOIN log_event e ON e.stream_id = c.stream_id AND e.position = c.position
WHERE c.house = %(house)b::text AND c.gaming_day >= %(day)b::date
ORDER BY c.gaming_day LIMIT 1
"""


class Closed(Struct, frozen=True):
    """How a gaming day was closed: with which one, by which event of the cage, by whom, and why."""

    with_day: date
    position: int
    authorised_by: str
    reason: str | None
    at: datetime


class Checklist(Struct, frozen=True, kw_only=True):
    """A gaming day and what it takes to close it; days before it close with it.

    `missing` keeps it open, findings of closed days for which money came late included; `signed`
    are the findings that are done with, `boxes` are its own.
    """

    gaming_day: date
    starts_at: datetime
    ends_at: datetime
    is_over: bool
    closed: Closed | None
    missing: tuple[OpenItem, ...]
    signed: tuple[Signed, ...]
    boxes: tuple[BoxFigures, ...]


def checklist(house: str, day: date, *, is_blind: bool = False) -> Checklist:
    """What a gaming day still needs; of one that is closed, nothing that came late is missing."""
    _, starts_at, ends_at, _ = calendars.of(house).of(day)
    closed = closed_by(house, day)
    missing: list[OpenItem] = []
    signed: list[Signed] = []
    own: list[BoxFigures] = []
    for now in (day,) if closed else _unclosed(house, day):
        boxes = reconciliations.of_day(house, now, is_blind=is_blind)
        missing += open_items(boxes)
        signed += signed_items(boxes)
        own = boxes if now == day else own
    return Checklist(
        gaming_day=day,
        starts_at=starts_at,
        ends_at=ends_at,
        is_over=ends_at <= clock.now(),
        closed=closed,
        missing=(*_in_play(house, day), *missing),
        signed=tuple(signed),
        boxes=tuple(own),
    )


def closed_by(house: str, day: date) -> Closed | None:
    """How a gaming day was closed, if it is."""
    found = rows(_CLOSED, {"house": house, "day": day})
    return Closed(*found[0]) if found else None


def _unclosed(house: str, day: date) -> Iterator[date]:
    """The gaming days that are closed with a day, which is the last of them.

    First those closed before, for which money came late: it is posted on these.
    """
    last = days.last_closed(house)
    if last is not None:
        yield from days.late(house, last)
    now = reconciliations.next_day(house, last or date.min)
    while now is not None and now < day:
        yield now
        now = reconciliations.next_day(house, now)
    yield day


def _in_play(house: str, day: date) -> list[OpenItem]:
    """Rounds of these days that aren't over."""
    return [
        OpenItem(
            needs="settlement",
            gaming_day=standing.open_day,
            table=standing.table,
            path=f"/api/v1/tables/{standing.table}",
        )
        for standing in standings.of_house(house).values()
        if standing.open_day is not None and standing.open_day <= day
    ]


def view(house: str, day: date, *, is_blind: bool) -> GamingDayView:
    """The checklist as it is shown."""
    found = checklist(house, day, is_blind=is_blind)
    closed = found.closed
    return GamingDayView(
        gaming_day=day,
        starts_at=found.starts_at,
        ends_at=found.ends_at,
        is_over=found.is_over,
        can_close=found.is_over and closed is None and not found.missing,
        closed=None if closed is None else ClosingView(**structs.asdict(closed)),
        missing=found.missing,
        signed=len(found.signed),
        totals=sum_views(found.boxes, (), is_blind=is_blind),
        shifts=sum_views(found.boxes, ("shift",), is_blind=is_blind),
        tables=sum_views(found.boxes, ("table",), is_blind=is_blind),
    )
