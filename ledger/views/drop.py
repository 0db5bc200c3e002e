"""A drop as the cage follows it: the chain of custody of one box, and what came of its count."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType

Status = Literal["on_table", "removed", "swapped", "missing", "counting", "counted"]
Flag = Literal[
    "swapped",
    "missing",
    "unknown_start",
    "no_witness",
    "witness_is_collector",
    "two_tables",
    "not_counted_before",
    "other_purpose",
]


class DropView(Struct, frozen=True, kw_only=True):
    """A box period: `box` was put on, `came_off` was taken off; amounts are cents.

    `flags`: `swapped` another box came off, `missing` nobody named one, `unknown_start` nobody put
    it on, `no_witness`, `witness_is_collector`, `two_tables` it hung at another place as well,
    `not_counted_before` it was hung again uncounted, `other_purpose` with another purpose's money.
    Until the box is counted only an auditor is told `collected_cents`; others see `withheld`.
    """

    table: str
    purpose: str
    box: str
    came_off: str | None
    status: Status
    flags: tuple[Flag, ...]
    put_on_position: int | None
    put_on_at: datetime | None
    put_on_by: str | None
    removed_position: int | None
    removed_at: datetime | None
    gaming_day: date | None
    shift: str | None
    removed_by: str | None
    witness: str | None
    received_by: str | None
    count: UUID | None
    accepted_at: datetime | None
    collected_cents: int | None
    counted_cents: int | None
    over_short_cents: int | None
    withheld: bool | UnsetType = UNSET
