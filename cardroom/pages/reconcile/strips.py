"""Variances drawn day by day: a strip for each table, shift, dealer or counter, to one scale."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Final, NamedTuple

from cardroom.pages.reconcile.figures import signed
from ledger.rules.reconciliation.trends import Point, Trends

NOBODY: Final = "nobody"
_LEFT, _RIGHT = 62.0, 392.0
_TOP, _BOTTOM = 14.0, 100.0
_LABELS: Final = 8
_DOT: Final = 4.5


class Bar(NamedTuple):
    """What fees were off on a day."""

    x: float
    y: float
    width: float
    height: float


class Dot(NamedTuple):
    """What counts were off on a day, and the line that leads there from zero."""

    line: str
    path: str


class Label(NamedTuple):
    """A text at a place."""

    at: float
    text: str


class Strip(NamedTuple):
    """Somebody's days; `said` is the drawing in words."""

    name: str
    said: str
    zero: float
    bars: tuple[Bar, ...]
    dots: tuple[Dot, ...]
    days: tuple[Label, ...]
    amounts: tuple[Label, ...]


class _Scale(NamedTuple):
    """From cents to places, and from days."""

    low: int
    high: int
    first: date
    days: int

    @property
    def width(self) -> float:
        """Of a day."""
        return (_RIGHT - _LEFT) / self.days

    def y(self, cents: int) -> float:
        """The height of an amount."""
        span = max(self.high - self.low, 1)
        return round(_TOP + (_BOTTOM - _TOP) * (self.high - cents) / span, 1)

    def x(self, day: date) -> float:
        """The middle of a day."""
        return round(_LEFT + ((day - self.first).days + 0.5) * self.width, 1)


def strips(found: Trends) -> list[Strip]:
    """A strip for each name, in the order of the points."""
    scale = _scale(found)
    grouped = groupby(found.points, key=lambda point: point.name)
    return [_strip(name or NOBODY, [*points], scale) for name, points in grouped]


def _scale(found: Trends) -> _Scale:
    values = [0]
    for point in found.points:
        values += [
            cents
            for cents in (point.assess_variance_cents, point.count_variance_cents)
            if cents is not None
        ]
    days = (found.last - found.first).days + 1
    return _Scale(min(values), max(values), found.first, days)


def _strip(name: str, points: Sequence[Point], scale: _Scale) -> Strip:
    zero = scale.y(0)
    every = -(-scale.days // _LABELS)
    days = (scale.first + timedelta(number) for number in range(0, scale.days, every))
    ends = [cents for cents in (scale.high, scale.low) if cents] or [0]
    return Strip(
        name=name,
        said=f"{name}: {_sum(points)}",
        zero=zero,
        bars=tuple(_bars(points, scale)),
        dots=tuple(_dots(points, scale)),
        days=tuple(Label(scale.x(day), f"{day:%-d}") for day in days),
        amounts=tuple(Label(scale.y(cents) + 4, signed(cents)) for cents in ends),
    )


def _sum(points: Sequence[Point]) -> str:
    """What they come to, in words."""
    fees = [one.assess_variance_cents for one in points if one.assess_variance_cents is not None]
    counts = [one.count_variance_cents for one in points if one.count_variance_cents is not None]
    said = [f"fees {signed(sum(fees))}"] if fees else []
    said += [f"count {signed(sum(counts))}"] if counts else ["nothing counted"]
    return ", ".join(said)


def _bars(points: Iterable[Point], scale: _Scale) -> Iterable[Bar]:
    width = round(min(scale.width * 0.5, 18), 1)
    for point in points:
        cents = point.assess_variance_cents
        if cents:
            edge, zero = scale.y(cents), scale.y(0)
            x = round(scale.x(point.gaming_day) - width / 2, 1)
            yield Bar(x, min(edge, zero), width, round(abs(edge - zero), 1))


def _dots(points: Iterable[Point], scale: _Scale) -> Iterable[Dot]:
    for point in points:
        cents = point.count_variance_cents
        if cents is not None:
            x, y = scale.x(point.gaming_day), scale.y(cents)
            yield Dot(
                f"M{x} {scale.y(0)}V{y}",
                f"M{x} {y - _DOT}l{_DOT} {_DOT}-{_DOT} {_DOT}-{_DOT}-{_DOT}Z",
            )
