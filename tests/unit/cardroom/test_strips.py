"""Strips: variances of names drawn day by day, all to one scale."""

from datetime import date

from cardroom.pages.reconcile.strips import strips
from ledger.rules.reconciliation.trends import Point, Trends

FIRST = date(2026, 11, 22)


def point(name: str | None, day: int, *, fees: int | None = 0, count: int | None = None) -> Point:
    return Point(
        gaming_day=FIRST.replace(day=day),
        name=name,
        boxes=1,
        uncounted=0,
        assess_variance_cents=fees,
        count_variance_cents=count,
    )


def trends(*points: Point, days: int = 7) -> Trends:
    last = FIRST.replace(day=FIRST.day + days - 1)
    return Trends(
        by="table", purpose="collection", first=FIRST, last=last, withheld=0, points=points
    )


def test_each_name_has_a_strip_and_its_sums_in_words() -> None:
    one, other = strips(
        trends(
            point("T01", 22, fees=-200, count=0),
            point("T01", 23, fees=100, count=-500),
            point(None, 23, fees=None),
        )
    )
    assert one.said == "T01: fees \N{MINUS SIGN}1.00, count \N{MINUS SIGN}5.00"
    assert other.said == "nobody: nothing counted"
    assert (len(one.bars), len(one.dots), len(other.bars), len(other.dots)) == (2, 2, 0, 0)


def test_the_strips_share_a_scale_on_which_zero_stands_where_it_is_true() -> None:
    one, other = strips(
        trends(point("T01", 22, fees=500, count=500), point("T02", 28, fees=-500, count=-500))
    )
    assert one.zero == other.zero == 57.0
    (up,), (down,) = one.bars, other.bars
    assert (up.y, up.height, down.y, down.height) == (14.0, 43.0, 57.0, 43.0)
    assert up.x < down.x
    assert [text for _, text in one.amounts] == ["+5.00", "\N{MINUS SIGN}5.00"]
    assert one.dots[0].line.endswith("57.0V14.0")


def test_where_nothing_is_off_there_is_zero() -> None:
    (one,) = strips(trends(point("T01", 22, count=0)))
    assert [text for _, text in one.amounts] == ["0.00"]
    assert one.bars == ()
    assert [text for _, text in one.days] == ["22", "23", "24", "25", "26", "27", "28"]


def test_many_days_are_named_now_and_then() -> None:
    first = date(2026, 10, 1)
    found = Trends(
        by="table",
        purpose="collection",
        first=first,
        last=date(2026, 10, 31),
        withheld=0,
        points=(point("T01", 22),),
    )
    (one,) = strips(found)
    assert [text for _, text in one.days] == ["1", "5", "9", "13", "17", "21", "25", "29"]
