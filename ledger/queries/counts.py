"""Counts as readers get them."""

from datetime import date
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


def view(found: Sheet) -> CountView:
    """The sheet as it is shown, by the house's settings that it was started under."""
    settings = in_force.version(found.count.policy_version)
    policy = policy_of(settings.record.box_policy)
    return count_view(found, establishment=settings.record.name, policy=policy)
