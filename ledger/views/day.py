"""A gaming day as people close it: what is missing, what it came to, and how it was closed."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from ledger.rules.reconciliation import BoxFigures, Figures, Sum, sums
from ledger.rules.reconciliation.closing import OpenItem

_AMOUNTS: Final = (
    *Figures.__struct_fields__,
    "expected_of_counted_cents",
    "collected_of_counted_cents",
)


class SumView(Struct, frozen=True, kw_only=True):
    """Box periods of one purpose summed up; counted and its variances are those of counted boxes.

    Both amounts `of_counted` are of these as well. While a box of them isn't counted only an
    auditor is told amounts; others see `withheld`.
    """

    purpose: str
    shift: str | None
    table: str | None
    boxes: int
    uncounted: int
    expected_of_counted_cents: int | None
    collected_of_counted_cents: int | None
    assessed_cents: int | None
    waived_cents: int | None
    corrections_cents: int | None
    expected_cents: int | None
    collected_cents: int | None
    counted_cents: int | None
    assess_variance_cents: int | None
    count_variance_cents: int | None
    total_variance_cents: int | None
    withheld: bool | UnsetType = UNSET


class ClosingView(Struct, frozen=True, kw_only=True):
    """With which gaming day it was closed, by whom, why, when, and by which event of the cage."""

    with_day: date
    authorised_by: str
    reason: str | None
    at: datetime
    position: int


class GamingDayView(Struct, frozen=True, kw_only=True):
    """A gaming day, its sums by purpose, shift and table, and the checklist for closing it.

    `missing` lists everything that keeps it open, of the days before it as well, which close with
    it: rounds in play, and findings that need an explanation or a signature. What comes late for a
    closed day is listed and keeps nothing open.
    """

    gaming_day: date
    starts_at: datetime
    ends_at: datetime
    is_over: bool
    can_close: bool
    closed: ClosingView | None
    missing: tuple[OpenItem, ...]
    signed: int
    totals: tuple[SumView, ...]
    shifts: tuple[SumView, ...]
    tables: tuple[SumView, ...]


def sum_views(boxes: Iterable[BoxFigures], by: Any, *, is_blind: bool) -> tuple[SumView, ...]:  # noqa: ANN401
    """Sums as they are shown."""
    return tuple(_sum(each, is_blind=is_blind) for each in sums(boxes, *by))


def _sum(found: Sum, *, is_blind: bool) -> SumView:
    told: dict[str, Any] = structs.asdict(found)
    if is_blind and found.uncounted:
        told |= dict.fromkeys(_AMOUNTS) | {"withheld": True}
    return msgspec.convert(told, SumView)
