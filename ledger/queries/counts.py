"""Counts as readers get them."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from uuid import UUID

from cardroom.errors import Missing
from cardroom.house import in_force
from ledger import count_records
from ledger.rules.counting.policy import policy_of
from ledger.rules.counting.sheet import Sheet
from ledger.views.count import CountView, count_view


def listed(
    house: str,
    *,
    after: int,
    limit: int,
    table: str | None = None,
    gaming_day: date | None = None,
) -> list[Sheet]:
    """Counts behind a position of the cage's stream, in the order in which they were started."""
    return count_records.listed(house, after=after, limit=limit, table=table, day=gaming_day)


def sheet(house: str, count: UUID) -> Sheet:
    """One count. Raises Missing."""
    found = count_records.sheet(house, count)
    if found is None:
        raise Missing(f"house {house} has no count {count}")
    return found


def of(house: str, counts: Sequence[UUID]) -> list[CountView]:
    """These counts as they are shown, in the order in which they were started."""
    return views(count_records.of(house, counts))


def counters_needed(house: str, now: datetime) -> int:
    """How many count a box by the house's policy at an instant."""
    return policy_of(in_force.settings(house, now).record.box_policy).counters


def view(found: Sheet) -> CountView:
    """The sheet as it is shown, by the house's settings that it was started under."""
    return views([found])[0]


def views(found: Sequence[Sheet]) -> list[CountView]:
    """Sheets as they are shown."""
    settings = cache(in_force.version)
    shown = []
    for sheet in found:
        house = settings(sheet.count.policy_version).record
        policy = policy_of(house.box_policy)
        shown.append(count_view(sheet, establishment=house.name, policy=policy))
    return shown
