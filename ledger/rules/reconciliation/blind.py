"""Blind: what is wrong with a box's fees, told to one who may not know of other boxes. Pure."""

from collections.abc import Sequence

from msgspec import structs

from ledger.rules.reconciliation.figures import FeeItem, ItemCode
from ledger.rules.reconciliation.whereabouts import code_of


def blind_items(items: Sequence[FeeItem], known: frozenset[int]) -> tuple[FeeItem, ...]:
    """Items as one sees them who knows this box, those since `known`, and of no other."""
    unseen = {_wager(item) for item in items if item.other_since not in {None, *known}}
    found = [item for item in items if _wager(item) not in unseen]
    for wager in sorted(unseen):
        found += _as_if_here([item for item in items if _wager(item) == wager])
    return tuple(sorted(found, key=lambda item: (item.round, item.seat)))


def _as_if_here(items: Sequence[FeeItem]) -> list[FeeItem]:
    """What is wrong with a wager by what lies of it in this box alone; nothing may be."""
    first, difference_cents = items[0], sum(item.difference_cents for item in items)
    lasting: list[ItemCode] = [one.code for one in items if one.code in {"no_tier", "in_play"}]
    if not difference_cents and "no_tier" not in lasting:
        return []
    owed_cents = max((first.assessed_cents or 0) - first.waived_cents, 0)
    code = lasting[0] if lasting else code_of(owed_cents, difference_cents)
    told = structs.replace(first, code=code, difference_cents=difference_cents, other_since=None)
    return [told]


def _wager(item: FeeItem) -> tuple[int, int, str, str]:
    return item.round, item.seat, item.player, item.role
