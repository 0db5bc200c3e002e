"""Blind: what is wrong with a box's fees, told to one who may not know of other boxes. Pure."""

from collections.abc import Sequence
from typing import Literal

from msgspec import structs

from ledger.rules.reconciliation.figures import FeeItem


def blind_items(items: Sequence[FeeItem]) -> tuple[FeeItem, ...]:
    """Items as one sees them who knows this box alone, and of no money that lies in another."""
    moved = {_wager(item) for item in items if item.code == "other_box"}
    found = [item for item in items if _wager(item) not in moved]
    for wager in moved:
        of_wager = [item for item in items if _wager(item) == wager]
        difference_cents = sum(item.difference_cents for item in of_wager)
        if difference_cents:
            found.append(_as_if_here(of_wager[0], difference_cents))
    return tuple(sorted(found, key=lambda item: (item.round, item.seat)))


def _as_if_here(item: FeeItem, difference_cents: int) -> FeeItem:
    owed_cents = max((item.assessed_cents or 0) - item.waived_cents, 0)
    collected_cents = owed_cents + difference_cents
    code: Literal["missing_fee", "wrong_fee", "unexpected_fee"] = "wrong_fee"
    if not owed_cents:
        code = "unexpected_fee"
    elif not collected_cents:
        code = "missing_fee"
    return structs.replace(
        item, code=code, collected_cents=collected_cents, difference_cents=difference_cents
    )


def _wager(item: FeeItem) -> tuple[int, int, str, str]:
    return item.round, item.seat, item.player, item.role
