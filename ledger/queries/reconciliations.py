"""Reconciliations: box periods with what was owed, collected, counted, and said of the difference.

Each box period is of one gaming day: that of its removal; while it hangs at its table, the last one
on which it was played for. All of a day is read by a few statements, however many rounds there are.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from msgspec import Struct, structs

from cardroom.errors import Missing
from cardroom.gaming_day import bounds, gaming_day
from cardroom.house import houses, in_force
from ledger import drops, reviews, round_fees
from ledger.drops import Drop
from ledger.round_fees import Fees, Place, Standing, Unboxed
from ledger.rules.boxes import PeriodCells
from ledger.rules.reconciliation import BoxFigures, Period, RoundFigures, figures
from ledger.rules.reconciliation.findings import findings
from ledger.rules.reconciliation.names import Name, parse
from ledger.rules.reconciliation.reviews import reviewed, state_of
from ledger.rules.reconciliation.tolerance import tolerances_of
from ledger.views.reconciliation import ReconciliationView, blind_items, reconciliation_view

if TYPE_CHECKING:
    from ledger.rules.reconciliation.figures import PeriodStatus

# The purpose whose fees a schedule assesses.
ASSESSED: Final = "collection"
_MOST: Final = 100_000
_ON_TABLE: Final = "on_table"


class _Read(Struct, frozen=True):
    """A box period as it is stored, with its fees; an implied one has no drop."""

    period: Period
    fees: Fees
    counted_cents: int | None
    provisional: bool


def of_day(house: str, day: date, *, table: str | None = None) -> list[BoxFigures]:
    """The box periods of one gaming day, by table, purpose and position."""
    read = [*_hung(house, day, table), *_implied(house, day, table)]
    return sorted(_reconciled(house, read), key=_order)


def one(house: str, text: str) -> BoxFigures:
    """One box period by its name. Raises Missing."""
    name = parse(text)
    day = None if name is None else _day_of(house, name)
    if name is not None and day is not None:
        for box in of_day(house, day, table=name.table):
            if box.id == text:
                return box
    raise Missing(f"house {house} has no reconciliation {text}")


def rounds(
    house: str, text: str, *, after: int, limit: int, is_blind: bool = False
) -> list[RoundFigures] | None:
    """What each round behind a number adds to a box period, None where that's withheld.

    Raises Missing.
    """
    box = one(house, text)
    if is_blind and box.counted_cents is None:
        return None
    stream_id = round_fees.stream_of(house, box.table)
    place = Place(stream_id, box.purpose, box.put_on_position or 0)
    day = box.gaming_day if box.status == "implied" else None
    if box.put_on_position is None:
        place = _unannounced(house, place, box.removed_position)
    found = round_fees.of_rounds(place, day=day, after=after, limit=limit)
    if not is_blind:
        return found
    return [structs.replace(each, items=blind_items(each.items)) for each in found]


class Cursor(NamedTuple):
    """Where a list of box periods goes on: behind this one."""

    day: date
    place: tuple[str, str, int]


def cursor_of(box: BoxFigures) -> Cursor:
    """Behind a box period."""
    return Cursor(box.gaming_day, _order(box))


def cursor(text: str) -> Cursor | None:
    """What `2026-11-28.T01.collection.812` says, None for what was never given."""
    day, _, name = text.partition(".")
    found = parse(name)
    try:
        at = date.fromisoformat(day)
    except ValueError:
        return None
    if found is None:
        return None
    return Cursor(at, (found.table, found.purpose, found.put_on or found.removed or 0))


def listed(
    house: str,
    *,
    after: Cursor | None,
    limit: int,
    day: date | None = None,
    table: str | None = None,
    state: str | None = None,
) -> list[BoxFigures]:
    """Box periods by gaming day, table, purpose and position; `day` is that day alone."""
    found: list[BoxFigures] = []
    for now in _days(house, after, table) if day is None else (day,):
        found += [
            box
            for box in of_day(house, now, table=table)
            if (after is None or cursor_of(box) > after)
            and (state is None or state_of(box.findings) == state)
        ]
        if len(found) >= limit:
            break
    return found[:limit]


def _days(house: str, after: Cursor | None, table: str | None) -> Iterator[date]:
    """The gaming days that may have box periods behind a place."""
    day = next_day(house, date.min, table=table) if after is None else after.day
    while day is not None:
        yield day
        day = next_day(house, day, table=table)


def next_day(house: str, after: date, *, table: str | None = None) -> date | None:
    """The next gaming day behind another that may have box periods."""
    hanging = (day for _, day in _hanging(house, table) if day > after)
    removed = drops.next_day(house, after, table=table)
    unboxed = round_fees.next_unboxed_day(house, after, table=table)
    return min((day for day in (*hanging, removed, unboxed) if day is not None), default=None)


def views(house: str, boxes: Sequence[BoxFigures], *, is_blind: bool) -> list[ReconciliationView]:
    """Box periods as they are shown; blind for one that isn't counted yet."""
    said = reviews.of(house, [box.id for box in boxes])
    return [reconciliation_view(box, said.get(box.id, ()), is_blind=is_blind) for box in boxes]


def _order(box: BoxFigures) -> tuple[str, str, int]:
    return box.table, box.purpose, box.put_on_position or box.removed_position or 0


def _day_of(house: str, name: Name) -> date | None:
    if name.day is not None:
        return name.day
    for drop, day in _hanging(house, name.table):
        if drop.period.purpose == name.purpose and drop.period.put_on_position == name.put_on:
            return day
    return drops.day_of(house, name.table, put_on=name.put_on, removed=name.removed)


def _hung(house: str, day: date, table: str | None) -> Iterator[_Read]:
    """Boxes that came off on a gaming day, and those that hang and were last played for on it."""
    found = drops.listed(house, after=drops.START, limit=_MOST, table=table, day=day)
    found = [*found, *(drop for drop, last in _hanging(house, table) if last == day)]
    counters = drops.counters(house, [drop.count for drop in found if drop.count is not None])
    standings, shifts = round_fees.standings(house), in_force.Shifts(house)
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
        provisional = _is_provisional(kept, standings.get(drop.place.stream_id))
        yield _Read(period, fees, drop.counted_cents, provisional)


def _is_provisional(period: PeriodCells, standing: Standing | None) -> bool:
    if period.removed_position is None or standing is None:
        return True
    return not standing.is_past(period.removed_position)


def _name(period: PeriodCells) -> str:
    removed = period.removed_position if period.put_on_position is None else None
    return str(Name(period.table_code, period.purpose, period.put_on_position, removed))


def _hanging(house: str, table: str | None) -> list[tuple[Drop, date]]:
    """Boxes at tables, and the gaming day on which each was last played for, or put on."""
    found = drops.listed(house, after=drops.START, limit=_MOST, table=table, status=_ON_TABLE)
    facts = houses.facts(house)
    days = []
    for drop, fees in zip(found, _fees(house, found), strict=True):
        day = fees.last_day
        if day is None and drop.period.put_on_at is not None:
            day = gaming_day(drop.period.put_on_at, facts.zone, facts.gaming_day_starts)
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
            place if place.since else _unannounced(house, place, drop.period.removed_position)
            for place, drop in zip(places, found, strict=True)
        ]
    )


def _unannounced(house: str, place: Place, removed: int | None) -> Place:
    """What a table took without a box, until one came off that nobody had put on."""
    others = [
        position
        for stream_id, purpose, position in drops.unannounced(house)
        if (stream_id, purpose) == (place.stream_id, place.purpose)
    ]
    if removed is None:  # an implied box: what no such box took
        return place._replace(low=max(others, default=0))
    low = max((position for position in others if position < removed), default=0)
    return place._replace(low=low, high=removed)


def _implied(house: str, day: date, table: str | None) -> Iterator[_Read]:
    """Tables that had no box for fees of a gaming day."""
    standings = round_fees.standings(house)
    for unboxed in round_fees.unboxed(house, day, table=table):
        standing = standings.get(unboxed.stream_id)
        in_play = standing is not None and standing.open_day == day
        yield _Read(_implied_period(unboxed, day), unboxed.fees, None, in_play)


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


def _reconciled(house: str, read: Sequence[_Read]) -> Iterator[BoxFigures]:
    """With what follows from the figures, by the house's settings in force at the removal."""
    facts, settings = houses.facts(house), in_force.PastSettings(house)
    said = reviews.of(house, [one.period.id for one in read])
    for each in read:
        period, fees = each.period, each.fees
        money = figures(
            assessed_cents=fees.assessed_cents,
            waived_cents=fees.waived_cents,
            corrections_cents=fees.corrections_cents,
            collected_cents=fees.collected_cents,
            counted_cents=each.counted_cents,
        )
        _, ended = bounds(period.gaming_day, facts.zone, facts.gaming_day_starts)
        version, record = settings.at(period.removed_at or ended)
        is_assessed = period.purpose == ASSESSED
        tolerances = tolerances_of(record.tolerances)
        found = findings(period, money, fees.items, tolerances, is_assessed=is_assessed)
        yield BoxFigures(
            **structs.asdict(period),
            **structs.asdict(money),
            is_assessed=is_assessed,
            provisional=each.provisional,
            rounds=fees.rounds,
            policy_version=version,
            items=fees.items,
            findings=tuple(reviewed(one, said.get(period.id, ())) for one in found),
        )
