"""Findings: what of a box period somebody has to explain, and another to sign. Pure.

Wrong fees are judged by what they come to altogether, too much and too little: so one that is too
high hides none that is too low. Money that lies in another box than its round's isn't wrong, it is
found there. Fees are judged when their box is counted: before that, whoever may count it would be
told by a finding that something is wrong.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import msgspec

from cardroom.money import dollars
from cardroom.texts import counted
from ledger.rules.reconciliation.figures import (
    FeeItem,
    Figures,
    Finding,
    FindingKind,
    Period,
)
from ledger.rules.reconciliation.tolerance import Tolerances

CUSTODY: Final = {
    "swapped": "another box came off than the one that was put on",
    "missing": "nobody named the box that came off",
    "unknown_start": "nobody said when the box was put on",
}
_UNJUDGED: Final = frozenset({"in_play", "other_box"})
_MARK_CHARACTERS: Final = 16
_encode = msgspec.json.Encoder(order="deterministic").encode


def findings(
    period: Period,
    money: Figures,
    items: Sequence[FeeItem],
    tolerances: Tolerances,
    *,
    is_assessed: bool,
) -> tuple[Finding, ...]:
    """Everything that is to be explained of one box period, each kind once at most."""
    found = (
        _assess(money, items, tolerances) if is_assessed else None,
        _count(money, tolerances),
        _uncounted(period, money),
        _custody(period),
        _no_box(period, money),
    )
    return tuple(one for one in found if one is not None)


def _assess(money: Figures, items: Sequence[FeeItem], tolerances: Tolerances) -> Finding | None:
    if money.counted_cents is None:
        return None
    judged = [item for item in items if item.code not in _UNJUDGED]
    over = sum(item.difference_cents for item in judged if item.difference_cents > 0)
    under = sum(item.difference_cents for item in judged if item.difference_cents < 0)
    untiered = sum(item.code == "no_tier" for item in judged)
    if over - under <= tolerances.assess(money.expected_cents) and not untiered:
        return None
    wrong = [item for item in judged if item.difference_cents or item.code == "no_tier"]
    rounds = len({item.round for item in wrong})
    said = [f"{counted(len(wrong), 'wrong fee')} in {counted(rounds, 'round')}"]
    said += [f"{dollars(over)} too much"] if over else []
    said += [f"{dollars(-under)} too little"] if under else []
    said += [f"{untiered} without a tier"] if untiered else []
    return _finding("assess", over + under, ", ".join(said), wrong)


def _count(money: Figures, tolerances: Tolerances) -> Finding | None:
    off = money.count_variance_cents
    if off is None or abs(off) <= tolerances.count(money.collected_cents):
        return None
    said = f"{dollars(abs(off))} {'over' if off > 0 else 'short'}"
    counted = dollars(money.counted_cents or 0)
    detail = f"{said}: counted {counted}, collected {dollars(money.collected_cents)}"
    return _finding("count", off, detail, [money.counted_cents, money.collected_cents])


def _uncounted(period: Period, money: Figures) -> Finding | None:
    if money.counted_cents is not None or period.status == "implied":
        return None
    if period.removed_position is None:
        return _finding("uncounted", None, f"{period.box} hangs at the table still", "on_table")
    detail = f"{period.box} came off at position {period.removed_position} and isn't counted"
    return _finding("uncounted", None, detail, period.removed_position)


def _custody(period: Period) -> Finding | None:
    found = [flag for flag in period.flags if flag in CUSTODY]
    if not found:
        return None
    return _finding("custody", None, "; ".join(CUSTODY[flag] for flag in found), found)


def _no_box(period: Period, money: Figures) -> Finding | None:
    if period.status != "implied" or not (money.assessed_cents or money.collected_cents):
        return None
    detail = f"{dollars(money.collected_cents)} collected at a table without a box of this purpose"
    told = [money.expected_cents, money.collected_cents]
    return _finding("no_box", money.collected_cents, detail, told)


def _finding(kind: FindingKind, cents: int | None, detail: str, told: object) -> Finding:
    """`told` is all that is signed with it: when that changes, the mark does."""
    mark = sha256(_encode([kind, cents, told])).hexdigest()[:_MARK_CHARACTERS]
    return Finding(kind=kind, cents=cents, detail=detail, mark=mark)
