"""Reckoning: the figures of a box period, and of several summed up. Pure."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from ledger.rules.reconciliation.figures import BoxFigures, Figures, Sum

GroupedBy = Literal["gaming_day", "shift", "table"]

_OF_COUNTED: Final = ("counted_cents", "count_variance_cents", "total_variance_cents")
_OF_ALL: Final = tuple(name for name in Figures.__struct_fields__ if name not in _OF_COUNTED)


def figures(
    *,
    assessed_cents: int,
    waived_cents: int,
    corrections_cents: int,
    collected_cents: int,
    counted_cents: int | None = None,
    is_assessed: bool = True,
) -> Figures:
    """What follows from what was assessed, waived, corrected, collected and counted.

    `is_assessed`: whether a schedule assesses fees of the purpose.
    """
    expected_cents = assessed_cents - waived_cents + corrections_cents
    is_total = is_assessed and counted_cents is not None
    return Figures(
        assessed_cents=assessed_cents,
        waived_cents=waived_cents,
        corrections_cents=corrections_cents,
        expected_cents=expected_cents,
        collected_cents=collected_cents,
        counted_cents=counted_cents,
        assess_variance_cents=collected_cents - expected_cents if is_assessed else None,
        count_variance_cents=None if counted_cents is None else counted_cents - collected_cents,
        total_variance_cents=(counted_cents or 0) - expected_cents if is_total else None,
    )


def sums(boxes: Iterable[BoxFigures], *by: GroupedBy) -> list[Sum]:
    """Boxes summed up by purpose and by what is named, in the order of these; `by` may be empty."""
    groups: dict[tuple[str, ...], list[BoxFigures]] = {}
    for box in boxes:
        key = (*(str(getattr(box, name) or "") for name in by), box.purpose)
        groups.setdefault(key, []).append(box)
    return [_sum(groups[key], by) for key in sorted(groups)]


def _sum(boxes: Sequence[BoxFigures], by: Sequence[GroupedBy]) -> Sum:
    counted = [box for box in boxes if box.counted_cents is not None]
    found: dict[str, Any] = {name: _total(boxes, name) for name in _OF_ALL}
    found |= {name: _total(counted, name) if counted else None for name in _OF_COUNTED}
    of_counted: dict[str, Any] = {
        f"{name}_of_counted_cents": sum(getattr(box, f"{name}_cents") for box in counted)
        if counted
        else None
        for name in ("expected", "collected")
    }
    return Sum(
        purpose=boxes[0].purpose,
        boxes=len(boxes),
        uncounted=len(boxes) - len(counted),
        **{name: getattr(boxes[0], name) for name in by},
        **found,
        **of_counted,
    )


def _total(boxes: Iterable[BoxFigures], name: str) -> int | None:
    """None where a box has none."""
    amounts: list[int | None] = [getattr(box, name) for box in boxes]
    return None if None in amounts else sum(filter(None, amounts))
