"""The dataset of the report `fees`. Amounts are cents, as in `ledger.rules.reconciliation`."""

from datetime import date, datetime
from typing import Literal

from msgspec import Struct

from cardroom.reports.dataset import Dataset
from ledger.rules.reconciliation import FeeItem, Figures, FindingKind, Sum
from ledger.rules.reconciliation.figures import PeriodStatus

State = Literal["empty", "uncounted", "provisional", "counted"]


class FeesFinding(Struct, frozen=True, kw_only=True):
    """What of a box period has to be explained and signed."""

    kind: FindingKind
    cents: int | None
    detail: str


class FeesRow(Figures, frozen=True, kw_only=True):
    """One box period; `counted_cents` is null until it is counted.

    `provisional` until its table has posted past the removal. Where no schedule assesses fees of
    its purpose, `is_assessed` is false and there is no assess variance. An `implied` box
    stands for a gaming day on which a table had none.
    """

    reconciliation: str
    gaming_day: date
    table: str
    shift: str | None
    box: str
    purpose: str
    status: PeriodStatus
    put_on_position: int | None
    put_on_at: datetime | None
    removed_position: int | None
    removed_at: datetime | None
    counters: tuple[str, ...]
    rounds: int
    provisional: bool
    is_assessed: bool
    flags: tuple[str, ...]
    findings: tuple[FeesFinding, ...]


class FeesTotals(Sum, frozen=True, kw_only=True):
    """Boxes of one purpose summed up. Counted, and its variances, are those of counted boxes."""

    box: str | None = None


class FeesException(FeeItem, frozen=True, kw_only=True):
    """A wager whose fee isn't as it should be; the differences of a box make its variance."""

    gaming_day: date
    table: str
    box: str
    purpose: str


class Fees(Dataset, frozen=True, kw_only=True):
    """Fee reconciliation.

    `state` is `counted` only when the end of the period is on record, every box is counted, and
    none is provisional; `empty` is one without any box period. `totals` are those of
    purpose `collection`, the house's revenue; purposes are never summed up together, and each has
    its own under `by_purpose`.
    """

    state: State
    uncounted: int
    rows: tuple[FeesRow, ...]
    totals: FeesTotals
    by_purpose: tuple[FeesTotals, ...]
    by_day: tuple[FeesTotals, ...]
    by_shift: tuple[FeesTotals, ...]
    by_table: tuple[FeesTotals, ...]
    exceptions: tuple[FeesException, ...]
