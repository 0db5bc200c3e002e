"""Drops as readers get them: what lies in an uncounted box is told to auditors alone."""

from datetime import date

import msgspec
from msgspec import structs

from cardroom.errors import Missing
from cardroom.house import in_force
from ledger import count_postings, drops
from ledger.drops import Drop, Place
from ledger.views.drop import DropView

START = drops.START


def listed(
    house: str,
    *,
    after: Place,
    limit: int,
    table: str | None = None,
    gaming_day: date | None = None,
    status: str | None = None,
    purpose: str | None = None,
) -> list[Drop]:
    """Drops behind a place, in the order in which they were taken off; last those at tables."""
    return [
        *drops.listed(
            house,
            after=after,
            limit=limit,
            table=table,
            day=gaming_day,
            status=status,
            purpose=purpose,
        )
    ]


def uncounted(
    house: str, *, limit: int, gaming_day: date | None = None, purpose: str | None = None
) -> list[Drop]:
    """What isn't counted yet in that order, of a gaming day if one is named or at a table."""
    return [*drops.uncounted(house, limit=limit, day=gaming_day, purpose=purpose)]


def taken_off(house: str, table: str, position: int) -> Drop:
    """The drop of the box that came off a table at a position. Raises Missing."""
    found = drops.taken_off(house, table, position)
    if found is None:
        raise Missing(f"no box came off table {table} at position {position}")
    return found


def of_box(house: str, *codes: str, limit: int) -> list[Drop]:
    """The last drops of a box, or of all that have one of these codes, the latest first."""
    return [*drops.of_box(house, *codes, limit=limit)]


def views(house: str, found: list[Drop], *, is_blind: bool) -> list[DropView]:
    """The drops as they are shown; blind for a box that isn't counted yet."""
    shifts = in_force.Shifts(house)
    return [_view(drop, shifts=shifts, is_blind=is_blind) for drop in found]


def _view(drop: Drop, *, shifts: in_force.Shifts, is_blind: bool) -> DropView:
    is_counted = drop.recorded_cents is not None
    is_withheld = is_blind and not is_counted
    collected = drop.recorded_cents
    if not is_counted and not is_blind:
        collected = count_postings.recorded_cents(drop.period)
    counted = drop.counted_cents
    over = None if counted is None or collected is None else counted - collected
    removed_at = drop.period.removed_at
    told = structs.asdict(drop.period) | {
        "table": drop.period.table_code,
        "status": drop.status,
        "flags": drop.flags,
        "shift": None if removed_at is None else shifts.at(removed_at),
        "received_by": drop.received_by,
        "count": drop.count,
        "accepted_at": drop.accepted_at,
        "collected_cents": collected,
        "counted_cents": counted,
        "over_short_cents": over,
    }
    return msgspec.convert(told | ({"withheld": True} if is_withheld else {}), DropView)
