"""Figures of box periods, and the wagers and findings that make their variances up. Cents."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from msgspec import Struct

from ledger.rules.exceptions import Code
from ledger.rules.fees import Role

# Beyond the exceptions of a round: money of a wager that is missing in its round's box and lies in
# another, and what a round in play owes or has paid already.
ItemCode = Code | Literal["other_box", "in_play"]
FindingKind = Literal["assess", "count", "uncounted", "custody", "no_box"]
FindingStatus = Literal["open", "explained", "signed"]
PeriodStatus = Literal[
    "on_table", "removed", "swapped", "missing", "counting", "counted", "implied"
]


class FeeItem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one wager adds to the assess variance of one box: `difference_cents`, 0 if only late.

    `assessed_cents` is None where no tier of the schedule holds the wager; `collected_cents` is
    what lies of it in this box. Where money of it lies in another, `other_since` is the position
    since which that hung, 0 for none; in a box that isn't its round's, that of the round's own.
    """

    round: int
    seat: int
    player: str
    role: Role
    code: ItemCode
    assessed_cents: int | None
    waived_cents: int
    collected_cents: int
    difference_cents: int
    other_since: int | None = None


class Finding(Struct, frozen=True, kw_only=True):
    """What somebody has to explain, and another to sign.

    `assess`: fees wrongly taken, beyond the tolerance or without a tier, once the box is counted;
    `count`: the box or its count is off; `uncounted`: a box came off and nobody counted it, or
    hangs at a table still; `custody`: swapped, missing or unannounced; `no_box`: fees of a table
    without a box.
    `cents` is the variance concerned, None where that isn't known. A finding that changes is open
    again: `mark` names what was explained and signed.
    """

    kind: FindingKind
    cents: int | None
    detail: str
    mark: str
    status: FindingStatus = "open"
    explained_by: str | None = None
    signed_by: str | None = None


class Figures(Struct, frozen=True, kw_only=True):
    """The money of one box period or of several; `counted_cents` is None until one is counted.

    Of several, counted and count variance are those of the boxes that are counted. Of a purpose of
    which no schedule assesses fees nothing can be off but the count: the other variances are None.
    """

    assessed_cents: int
    waived_cents: int
    corrections_cents: int
    expected_cents: int
    collected_cents: int
    counted_cents: int | None
    assess_variance_cents: int | None
    count_variance_cents: int | None
    total_variance_cents: int | None


class Period(Struct, frozen=True, kw_only=True):
    """Which box, from when to when.

    `put_on_position` is None for one that nobody announced, and `removed_position` until it comes
    off; an `implied` box, named as its table, has neither: it holds fees of one gaming day without
    a box. `flags` are what is odd about it (`/drops`). Gaming day and shift are those of the
    removal; of a box that still hangs, the last day that it was played for.
    """

    id: str
    table: str
    purpose: str
    box: str
    status: PeriodStatus
    put_on_position: int | None
    put_on_at: datetime | None
    removed_position: int | None
    removed_at: datetime | None
    gaming_day: date
    shift: str | None
    removed_by: str | None
    flags: tuple[str, ...]
    count: UUID | None
    counters: tuple[str, ...]


class BoxFigures(Period, frozen=True, kw_only=True):
    """A box period reconciled. `id` is also that of `/reconciliations/{id}`.

    `is_assessed`: whether a schedule assesses fees of this purpose; where none does, there is no
    assess variance and no finding of it. `provisional` until the table has posted
    past the removal. `policy_version` is the version of the house's settings whose tolerances hold.
    `items` are the wagers whose differences add up to the assess variance.
    """

    assessed_cents: int
    waived_cents: int
    corrections_cents: int
    expected_cents: int
    collected_cents: int
    counted_cents: int | None
    assess_variance_cents: int | None
    count_variance_cents: int | None
    total_variance_cents: int | None
    is_assessed: bool
    provisional: bool
    rounds: int
    policy_version: int
    items: tuple[FeeItem, ...]
    findings: tuple[Finding, ...]


class RoundFigures(Struct, frozen=True, kw_only=True):
    """What one round adds to a box period's figures."""

    round: int
    gaming_day: date
    assessed_cents: int
    waived_cents: int
    corrections_cents: int
    expected_cents: int
    collected_cents: int
    assess_variance_cents: int | None
    items: tuple[FeeItem, ...]


class Sum(Figures, frozen=True, kw_only=True):
    """Box periods of one purpose summed up; what they are not grouped by is None.

    Purposes are never mixed: jackpot and promotional money is no revenue. What was assessed and
    collected is that of all boxes; counted, and count and total variance, are those of the boxes
    that are counted, and so are both amounts `of_counted`, from which these are off.
    """

    purpose: str
    gaming_day: date | None = None
    shift: str | None = None
    table: str | None = None
    boxes: int
    uncounted: int
    expected_of_counted_cents: int | None = None
    collected_of_counted_cents: int | None = None
