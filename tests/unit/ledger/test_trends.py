"""Trends: whose variances are whose, worked by hand."""

from datetime import date

from msgspec import structs

from ledger.rules.reconciliation.trends import Point, Share, points
from tests.reconciled import DAY, a_box, item

BEFORE = date(2026, 11, 27)
BOXES = (
    a_box(item("wrong_fee", 100), counted=1_050, id="a", counters=("count-1", "count-2")),
    a_box(item("missing_fee", -200), id="b", shift="night"),
    a_box(counted=990, id="c", table="T02", gaming_day=BEFORE, counters=("count-2", "count-3")),
    a_box(assessed=0, id="d", table="T02", shift=None),
)


def point(
    name: str | None,
    day: date = DAY,
    *,
    boxes: int = 1,
    uncounted: int = 0,
    assess: int | None = None,
    count: int | None = None,
) -> Point:
    """A point in few words."""
    return Point(
        gaming_day=day,
        name=name,
        boxes=boxes,
        uncounted=uncounted,
        assess_variance_cents=assess,
        count_variance_cents=count,
    )


def test_tables_have_the_boxes_of_each_day_those_not_counted_without_a_count_variance() -> None:
    assert points(BOXES, "table", {}) == (
        point("T01", boxes=2, uncounted=1, assess=-100, count=-50),
        point("T02", BEFORE, assess=0, count=-10),
        point("T02", uncounted=1, assess=0),
    )


def test_shifts_have_theirs_and_a_box_that_still_hangs_has_none() -> None:
    assert points(BOXES, "shift", {}) == (
        point(None, uncounted=1, assess=0),
        point("day", BEFORE, assess=0, count=-10),
        point("day", assess=100, count=-50),
        point("night", uncounted=1, assess=-200),
    )


def test_each_counter_of_a_box_has_its_count_variance_whole_and_no_fees() -> None:
    assert points(BOXES, "counter", {}) == (
        point("count-1", count=-50),
        point("count-2", BEFORE, count=-10),
        point("count-2", count=-50),
        point("count-3", BEFORE, count=-10),
    )


def test_each_dealer_of_a_box_has_the_fees_that_he_took_and_its_count_variance_whole() -> None:
    shares = {
        "a": [Share("D-1", 150), Share(None, -50)],
        "b": [Share("D-1", -200)],
    }
    assert points(BOXES, "dealer", shares) == (
        point(None, assess=-50, count=-50),
        point("D-1", boxes=2, uncounted=1, assess=-50, count=-50),
    )


def test_a_dealer_has_no_fees_of_a_purpose_that_no_schedule_assesses() -> None:
    (box, *_) = BOXES
    jackpot = structs.replace(box, purpose="jackpot", is_assessed=False)
    shares = {"a": [Share("D-1", 150)]}
    assert points([jackpot], "dealer", shares) == (point("D-1", count=-50),)
