"""Box periods as they are stored, each with its fees: those that came off, that hang, and none."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Final, cast

from msgspec import Struct

from cardroom.days import calendars
from cardroom.house import in_force
from ledger import box_days, drops, round_fees, standings
from ledger.drops import Drop
from ledger.round_fees import Fees, Place, Unboxed
from ledger.rules.boxes import PeriodCells
from ledger.rules.reconciliation import Period
from ledger.rules.reconciliation.names import Name
from ledger.standings import Standing

if TYPE_CHECKING:
    from ledger.rules.reconciliation.figures import PeriodStatus

_MOST: Final = 100_000
_ON_TABLE: Final = "on_table"


class Read(Struct, frozen=True):
    """A box period as it is stored, with its fees; an implied one has no drop."""

    period: Period
    fees: Fees
    counted_cents: int | None
    provisional: bool


def hung(house: str, day: date, table: str | None) -> Iterator[Read]:
    """Boxes that came off on a gaming day, and those that hang and were last played for on it."""
    found = drops.listed(house, after=drops.START, limit=_MOST, table=table, day=day)
    found = [*found, *(drop for drop, last in hanging(house, table) if last == day)]
    counters = box_days.counters(house, [drop.count for drop in found if drop.count is not None])
    shifts, posted = in_force.Shifts(house), standings.of_house(house)
    for drop, fees in zip(found, _fees(house, found), strict=True):
        kept = drop.period
        removed_at = kept.removed_at
        period = Period(
            id=_name(kept),
            table=kept.table_code,
            purpose=kept.purpose,
            box=kept.box,
            status=cast("PeriodStatus", drop.status),
            put_on_position=kept.put_on_position,
            put_on_at=kept.put_on_at,
            removed_position=kept.removed_position,
            removed_at=removed_at,
            gaming_day=day,
            shift=None if removed_at is None else shifts.at(removed_at),
            removed_by=kept.removed_by,
            flags=drop.flags,
            count=drop.count,
            counters=counters.get(drop.count, ()) if drop.count is not None else (),
        )
        provisional = _is_provisional(kept, posted.get(drop.place.stream_id))
        yield Read(period, fees, drop.counted_cents, provisional)


def _is_provisional(period: PeriodCells, standing: Standing | None) -> bool:
    if period.removed_position is None or standing is None:
        return True
    return not standing.is_past(period.removed_position)


def _name(period: PeriodCells) -> str:
    removed = period.removed_position if period.put_on_position is None else None
    return str(Name(period.table_code, period.purpose, period.put_on_position, removed))


def hanging(house: str, table: str | None) -> list[tuple[Drop, date]]:
    """Boxes at tables, and the gaming day on which each was last played for, or put on."""
    found = drops.listed(house, after=drops.START, limit=_MOST, table=table, status=_ON_TABLE)
    calendar = calendars.of(house)
    days = []
    for drop, fees in zip(found, _fees(house, found), strict=True):
        day = fees.last_day
        if day is None and drop.period.put_on_at is not None:
            day = calendar.gaming_day(drop.period.put_on_at)
        if day is not None:
            days.append((drop, day))
    return days


def _fees(house: str, found: Sequence[Drop]) -> list[Fees]:
    places = [
        Place(drop.place.stream_id, drop.period.purpose, drop.period.put_on_position or 0)
        for drop in found
    ]
    return round_fees.of_places(
        [
            place if place.since else unannounced(house, place, drop.period.removed_position)
            for place, drop in zip(places, found, strict=True)
        ]
    )


def unannounced(house: str, place: Place, removed: int | None) -> Place:
    """What a table took without a box, until one came off that nobody had put on."""
    others = [
        position
        for stream_id, purpose, position in box_days.unannounced(house)
        if (stream_id, purpose) == (place.stream_id, place.purpose)
    ]
    if removed is None:  # an implied box: what no such box took
        return place._replace(low=max(others, default=0))
    low = max((position for position in others if position < removed), default=0)
    return place._replace(low=low, high=removed)


def implied(house: str, day: date, table: str | None) -> Iterator[Read]:
    """Tables that had no box for fees of a gaming day."""
    posted = standings.of_house(house)
    for unboxed in round_fees.unboxed(house, day, table=table):
        standing = posted.get(unboxed.stream_id)
        in_play = standing is not None and standing.open_day == day
        yield Read(_implied_period(unboxed, day), unboxed.fees, None, in_play)


def _implied_period(unboxed: Unboxed, day: date) -> Period:
    return Period(
        id=str(Name(unboxed.table, unboxed.purpose, day=day)),
        table=unboxed.table,
        purpose=unboxed.purpose,
        box=unboxed.table,
        status="implied",
        put_on_position=None,
        put_on_at=None,
        removed_position=None,
        removed_at=None,
        gaming_day=day,
        shift=None,
        removed_by=None,
        flags=(),
        count=None,
        counters=(),
    )
