"""Trends: variances over gaming days, by table, shift, dealer or counter. Pure; amounts in cents.

Fees are taken by a dealer and boxes counted by counters, so a dealer has the assess variance of the
rounds that he dealt. A count belongs to several people: each dealer of a box and each of its
counters is given its count variance whole, so theirs don't add up to the house's.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Literal

from msgspec import Struct

from ledger.rules.reconciliation.figures import BoxFigures

TrendBy = Literal["table", "shift", "dealer", "counter"]


class Share(Struct, frozen=True):
    """What of a box period's assess variance lies in the rounds of one dealer."""

    dealer: str | None
    assess_variance_cents: int


class Point(Struct, frozen=True, kw_only=True):
    """One gaming day of one table, shift, dealer or counter; `name` is None where nobody says.

    `count_variance_cents` is that of counted boxes, None without any; counters have no assess
    variance.
    """

    gaming_day: date
    name: str | None
    boxes: int
    uncounted: int
    assess_variance_cents: int | None
    count_variance_cents: int | None


class Trends(Struct, frozen=True, kw_only=True):
    """Variances of the boxes of one purpose, by name and day; days without a box have no point.

    `withheld` is how many box periods are left out because they aren't counted yet.
    """

    by: TrendBy
    purpose: str
    first: date
    last: date
    withheld: int
    points: tuple[Point, ...]


def points(
    boxes: Iterable[BoxFigures], by: TrendBy, shares: Mapping[str, Sequence[Share]]
) -> tuple[Point, ...]:
    """Boxes by name and day; `shares` are those of dealers, by box period."""
    groups: dict[tuple[str, date, str | None], list[tuple[BoxFigures, int | None]]] = {}
    for box in boxes:
        for name, cents in _named(box, by, shares.get(box.id, ())):
            groups.setdefault((name or "", box.gaming_day, name), []).append((box, cents))
    return tuple(
        _point(day, name, found)
        for (_, day, name), found in sorted(groups.items(), key=lambda group: group[0][:2])
    )


def _named(
    box: BoxFigures, by: TrendBy, shares: Sequence[Share]
) -> Iterator[tuple[str | None, int | None]]:
    """Whose a box is, with the assess variance that is his."""
    if by == "dealer":
        for share in shares:
            yield share.dealer, share.assess_variance_cents if box.is_assessed else None
    elif by == "counter":
        yield from ((counter, None) for counter in box.counters)
    else:
        yield (box.table if by == "table" else box.shift), box.assess_variance_cents


def _point(day: date, name: str | None, found: Sequence[tuple[BoxFigures, int | None]]) -> Point:
    counts = [box.count_variance_cents for box, _ in found]
    counted = [cents for cents in counts if cents is not None]
    assessed = [cents for _, cents in found if cents is not None]
    return Point(
        gaming_day=day,
        name=name,
        boxes=len(found),
        uncounted=len(counts) - len(counted),
        assess_variance_cents=sum(assessed) if assessed else None,
        count_variance_cents=sum(counted) if counted else None,
    )
