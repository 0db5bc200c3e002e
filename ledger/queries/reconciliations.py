"""Reconciliations: box periods with what was owed, collected, counted, and said of the difference.

Each box period is of one gaming day: that of its removal; while it hangs at its table, the last one
on which it was played for. All of a day is read by a few statements, however many rounds there are.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from msgspec import structs

from cardroom.days import calendars
from cardroom.errors import Missing
from cardroom.house import in_force
from ledger import box_days, count_records, reconciled_rounds, reviews, round_fees, standings
from ledger.queries import periods
from ledger.queries.periods import Read
from ledger.round_fees import ASSESSED, Place
from ledger.rules.reconciliation import BoxFigures, RoundFigures, figures
from ledger.rules.reconciliation.blind import blind_items
from ledger.rules.reconciliation.findings import findings
from ledger.rules.reconciliation.names import Name, parse
from ledger.rules.reconciliation.reviews import reviewed, state_of
from ledger.rules.reconciliation.tolerance import tolerances_of
from ledger.views.reconciliation import ReconciliationView, reconciliation_view


def of_day(
    house: str, day: date, *, table: str | None = None, is_blind: bool = False
) -> list[BoxFigures]:
    """The box periods of one gaming day, by table, purpose and position.

    Blind, here and below, is who may count: of each box he is told what that alone says, and no
    more of money in others that aren't counted.
    """
    read = [*periods.hung(house, day, table), *periods.implied(house, day, table)]
    found = _blindly(house, read) if is_blind else read
    return sorted(_reconciled(house, found), key=_order)


def one(house: str, text: str, *, is_blind: bool = False) -> BoxFigures:
    """One box period by its name. Raises Missing."""
    name = parse(text)
    day = None if name is None else _day_of(house, name)
    if name is not None and day is not None:
        for box in of_day(house, day, table=name.table, is_blind=is_blind):
            if box.id == text:
                return box
    raise Missing(f"house {house} has no reconciliation {text}")


def rounds(
    house: str, box: BoxFigures, *, after: int, limit: int, is_blind: bool = False
) -> list[RoundFigures] | None:
    """What each round behind a number adds to a box period, None where that's withheld."""
    if is_blind and box.counted_cents is None:
        return None
    stream_id = standings.stream_of(house, box.table)
    place = Place(stream_id, box.purpose, box.put_on_position or 0)
    day = box.gaming_day if box.status == "implied" else None
    if box.put_on_position is None:
        place = periods.unannounced(house, place, box.removed_position)
    found = reconciled_rounds.of_rounds(place, day=day, after=after, limit=limit)
    if not is_blind:
        return found
    known = _counted(house, box.table)
    return [structs.replace(each, items=blind_items(each.items, known)) for each in found]


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
    is_blind: bool = False,
) -> list[BoxFigures]:
    """Box periods by gaming day, table, purpose and position; `day` is that day alone."""
    found: list[BoxFigures] = []
    for now in _days(house, after, table) if day is None else (day,):
        found += [
            box
            for box in of_day(house, now, table=table, is_blind=is_blind)
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
    hanging = (day for _, day in periods.hanging(house, table) if day > after)
    removed = box_days.next_day(house, after, table=table)
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
    for drop, day in periods.hanging(house, name.table):
        if drop.period.purpose == name.purpose and drop.period.put_on_position == name.put_on:
            return day
    return box_days.day_of(house, name.table, put_on=name.put_on, removed=name.removed)


def _blindly(house: str, read: Iterable[Read]) -> list[Read]:
    """With the items of each as the blind are told them."""
    known: dict[str, frozenset[int]] = {}
    found = []
    for each in read:
        table, items = each.period.table, each.fees.items
        if any(item.other_since is not None for item in items):
            known.setdefault(table, _counted(house, table))
            items = blind_items(items, known[table])
        found.append(structs.replace(each, fees=structs.replace(each.fees, items=items)))
    return found


def _counted(house: str, table: str) -> frozenset[int]:
    """The positions since which a table's counted boxes of assessed money hung."""
    periods = count_records.counted(house, table).periods
    return frozenset(since for purpose, since in periods if purpose == ASSESSED)


def _reconciled(house: str, read: Sequence[Read]) -> Iterator[BoxFigures]:
    """With what follows from the figures, by the house's settings in force at the removal."""
    calendar, settings = calendars.of(house), in_force.PastSettings(house)
    said = reviews.of(house, [one.period.id for one in read])
    for each in read:
        period, fees = each.period, each.fees
        is_assessed = period.purpose == ASSESSED
        money = figures(
            assessed_cents=fees.assessed_cents,
            waived_cents=fees.waived_cents,
            corrections_cents=fees.corrections_cents,
            collected_cents=fees.collected_cents,
            counted_cents=each.counted_cents,
            is_assessed=is_assessed,
        )
        ended = calendar.of(period.gaming_day).end
        version, record = settings.at(period.removed_at or ended)
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
