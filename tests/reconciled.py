"""Reconciled boxes for tests: table 1's box that came off at position 812, with what is wrong."""

from datetime import UTC, date, datetime
from typing import Any, Final

from msgspec import structs

from ledger.rules.reconciliation import BoxFigures, FeeItem, Figures, Period, figures
from ledger.rules.reconciliation.figures import ItemCode
from ledger.rules.reconciliation.findings import findings
from ledger.rules.reconciliation.tolerance import Tolerances

DAY: Final = date(2026, 11, 28)
NOON: Final = datetime(2026, 11, 28, 20, tzinfo=UTC)
STRICT: Final = Tolerances()
BOX: Final = "T01.collection.9"


def item(code: ItemCode, cents: int, **more: Any) -> FeeItem:
    """What one wager of seat 4 adds."""
    told: dict[str, Any] = {
        "round": 7,
        "seat": 4,
        "player": "P-4",
        "role": "player",
        "assessed_cents": 200,
        "waived_cents": 0,
        "collected_cents": 200 + cents,
    }
    return FeeItem(code=code, difference_cents=cents, **(told | more))


def period(**more: Any) -> Period:
    """The box of table 1 that came off at position 812."""
    told: dict[str, Any] = {
        "id": BOX,
        "table": "T01",
        "purpose": "collection",
        "box": "B-014",
        "status": "counted",
        "put_on_position": 9,
        "put_on_at": NOON,
        "removed_position": 812,
        "removed_at": NOON,
        "gaming_day": DAY,
        "shift": "day",
        "removed_by": "drop-1",
        "flags": (),
        "count": None,
        "counters": (),
    }
    return Period(**(told | more))


def a_box(
    *items: FeeItem, counted: int | None = None, assessed: int = 1_000, **more: Any
) -> BoxFigures:
    """A box with fees assessed, and what is wrong with some of them."""
    of_period = period(**{"status": "removed" if counted is None else "counted"} | more)
    money = figures(
        assessed_cents=assessed,
        waived_cents=0,
        corrections_cents=0,
        collected_cents=assessed + sum(each.difference_cents for each in items),
        counted_cents=counted,
    )
    found = findings(of_period, money, items, STRICT, is_assessed=True)
    return BoxFigures(
        **structs.asdict(of_period),
        **structs.asdict(money),
        is_assessed=True,
        provisional=False,
        rounds=10,
        policy_version=1,
        items=items,
        findings=found,
    )


def box_money(box: BoxFigures) -> Figures:
    """The figures of a box alone."""
    return figures(
        assessed_cents=box.assessed_cents,
        waived_cents=box.waived_cents,
        corrections_cents=box.corrections_cents,
        collected_cents=box.collected_cents,
        counted_cents=box.counted_cents,
    )
