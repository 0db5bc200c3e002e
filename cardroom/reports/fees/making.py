"""Making the dataset of the report `fees` of what the ledger reconciles."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Literal

from msgspec import structs

from cardroom.house.models import Version
from cardroom.reports import basis
from cardroom.reports.dataset import Versioned
from cardroom.reports.fees.dataset import (
    Fees,
    FeesException,
    FeesFinding,
    FeesRow,
    FeesTotals,
    State,
)
from cardroom.reports.periods import Period
from ledger import count_records
from ledger.count_records import Counted
from ledger.queries import reconciliations
from ledger.rules.reconciliation import BoxFigures, sums

KIND: Final = "fees"
TITLE: Final = "Collection fees"
REVENUE: Final = "collection"
_IMPLIED: Final = "implied"
_NOTHING: Final = FeesTotals(
    purpose=REVENUE,
    boxes=0,
    uncounted=0,
    assessed_cents=0,
    waived_cents=0,
    corrections_cents=0,
    expected_cents=0,
    collected_cents=0,
    counted_cents=None,
    assess_variance_cents=0,
    count_variance_cents=None,
    total_variance_cents=None,
)


def make(house: str, period: Period, now: datetime) -> Fees:
    """The report as what is recorded has it. RuleViolation for a period that hasn't begun."""
    head = basis.head(house, KIND, TITLE, period, now)
    boxes = [box for day in period.days() for box in reconciliations.of_day(house, day)]
    uncounted = sum(is_waited_for(box) for box in boxes)
    by_purpose = _sums(boxes)
    return Fees(
        **head,
        policies=_policies(boxes),
        state=_state(boxes, uncounted, has_ended=head["has_ended"]),
        uncounted=uncounted,
        rows=tuple(map(_row, boxes)),
        totals=next((one for one in by_purpose if one.purpose == REVENUE), _NOTHING),
        by_purpose=by_purpose,
        by_day=_sums(boxes, "gaming_day"),
        by_shift=_sums(boxes, "shift"),
        by_table=_sums(boxes, "table"),
        exceptions=tuple(_exceptions(boxes)),
    )


def is_waited_for(box: BoxFigures) -> bool:
    """Whether its count is missing; of a box that is only implied, when any money is concerned."""
    if box.counted_cents is not None:
        return False
    return box.status != _IMPLIED or bool(box.expected_cents or box.collected_cents)


def _state(boxes: Sequence[BoxFigures], uncounted: int, *, has_ended: bool) -> State:
    """The least that holds of it: where evidence is missing, nothing sounds complete."""
    if not boxes:
        return "empty"
    if uncounted:
        return "uncounted"
    is_provisional = not has_ended or any(box.provisional for box in boxes)
    return "provisional" if is_provisional else "counted"


def _policies(boxes: Iterable[BoxFigures]) -> tuple[Versioned, ...]:
    """The versions of the house's settings whose tolerances hold, as people number them."""
    found = Version.objects.filter(pk__in={box.policy_version for box in boxes})
    numbers = found.order_by("version").values_list("version", flat=True)
    return tuple(Versioned(name="house", version=number) for number in numbers)


def _row(box: BoxFigures) -> FeesRow:
    given = structs.asdict(box)
    kept = {name: given[name] for name in FeesRow.__struct_fields__ if name in given}
    kept["findings"] = tuple(
        FeesFinding(kind=one.kind, cents=one.cents, detail=one.detail) for one in box.findings
    )
    return FeesRow(reconciliation=box.id, **kept)


def _sums(
    boxes: Sequence[BoxFigures], *by: Literal["gaming_day", "shift", "table"]
) -> tuple[FeesTotals, ...]:
    return tuple(FeesTotals(**structs.asdict(one)) for one in sums(boxes, *by))


def _exceptions(boxes: Iterable[BoxFigures]) -> Iterable[FeesException]:
    for box in boxes:
        for item in box.items:
            yield FeesException(
                gaming_day=box.gaming_day,
                table=box.table,
                box=box.box,
                purpose=box.purpose,
                **structs.asdict(item),
            )


def is_withheld(house: str, fees: Fees) -> bool:
    """Whether it tells what a box holds, or should hold, that isn't counted at present.

    So does a fee that has to do with another box, until that is counted.
    """
    tables = {row.table for row in fees.rows} | {one.table for one in fees.exceptions}
    counted = {table: count_records.counted(house, table) for table in tables}
    return not (
        all(_is_counted(row, counted[row.table]) for row in fees.rows)
        and all(
            (one.purpose, one.other_since) in counted[one.table].periods
            for one in fees.exceptions
            if one.other_since is not None
        )
    )


def _is_counted(row: FeesRow, counted: Counted) -> bool:
    """Money that lay in no box is told of once a box was counted that nobody had put on."""
    if row.put_on_position is not None:
        return (row.purpose, row.put_on_position) in counted.periods
    if row.removed_position is not None:
        return row.removed_position <= counted.unannounced.get(row.purpose, 0)
    return False
