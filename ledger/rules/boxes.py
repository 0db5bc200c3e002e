"""Box periods: from the event that put a drop box on a table to the one that took it off. Pure.

What can happen at a table is never refused, so a period says how it ended: `removed` as it should
be, `swapped` when another box came off than the one that was put on, `missing` when nobody named
the box that came off. A box that comes off and was never put on is a period without a beginning.
"""

from datetime import date, datetime
from typing import Literal

from msgspec import Struct, structs

Custody = Literal["on_table", "removed", "swapped", "missing"]


class BoxChange(Struct, frozen=True, kw_only=True):
    """What a `box.changed` says, as corrected, and where and when."""

    position: int
    occurred_at: datetime
    gaming_day: date
    purpose: str
    removed_by: str
    box_out: str | None = None
    box_in: str | None = None
    witness: str | None = None


class PeriodCells(Struct, frozen=True, kw_only=True):
    """A box period; a field is a column of the same name.

    `came_off` is the box that was named when it ended. `put_on_position` is null for a box that
    was on the table before anybody said so.
    """

    house: str
    table_code: str
    purpose: str
    box: str
    put_on_position: int | None = None
    put_on_at: datetime | None = None
    put_on_by: str | None = None
    removed_position: int | None = None
    removed_at: datetime | None = None
    gaming_day: date | None = None
    removed_by: str | None = None
    witness: str | None = None
    came_off: str | None = None
    custody: Custody = "on_table"

    @property
    def counted_box(self) -> str:
        """The box that reaches the count room: the one that came off, else the one put on."""
        return self.came_off or self.box


Open = dict[str, PeriodCells]


def changed(house: str, table: str, on_table: Open, change: BoxChange) -> list[PeriodCells]:
    """The periods that a change ends and begins; `on_table`, by purpose, follows."""
    before = on_table.pop(change.purpose, None)
    found = []
    if before is not None:
        found.append(_ended(before, change))
    elif change.box_out is not None:
        unknown = PeriodCells(
            house=house, table_code=table, purpose=change.purpose, box=change.box_out
        )
        found.append(_ended(unknown, change))
    if change.box_in is not None:
        begun = PeriodCells(
            house=house,
            table_code=table,
            purpose=change.purpose,
            box=change.box_in,
            put_on_position=change.position,
            put_on_at=change.occurred_at,
            put_on_by=change.removed_by,
        )
        on_table[change.purpose] = begun
        found.append(begun)
    return found


def _ended(period: PeriodCells, change: BoxChange) -> PeriodCells:
    custody: Custody = "removed" if change.box_out == period.box else "swapped"
    return structs.replace(
        period,
        removed_position=change.position,
        removed_at=change.occurred_at,
        gaming_day=change.gaming_day,
        removed_by=change.removed_by,
        witness=change.witness,
        came_off=change.box_out,
        custody="missing" if change.box_out is None else custody,
    )


def periods(house: str, table: str, changes: list[BoxChange]) -> list[PeriodCells]:
    """All periods of a table, in the order in which they ended; last those that haven't."""
    on_table: Open = {}
    found = [
        period
        for change in changes
        for period in changed(house, table, on_table, change)
        if period.removed_position is not None
    ]
    return [*found, *on_table.values()]
