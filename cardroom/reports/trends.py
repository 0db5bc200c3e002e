"""Trends drawn: both variances of each day, name by name."""

from typing import Final

from cardroom.reports.document import Bar, Chart
from cardroom.reports.render import charts
from ledger.rules.reconciliation.trends import Point, Trends

_NOBODY: Final = "nobody"


def chart(trends: Trends) -> bytes:
    """The drawing as an SVG image; the same points give the same bytes."""
    title = f"Variance by {trends.by}, {trends.purpose}, {trends.first} to {trends.last}"
    drawn = Chart(
        name="trends",
        title=title,
        series=("collected less expected", "counted less collected"),
        bars=tuple(map(_bar, trends.points)),
        unknown="not counted",
        sides="too little  < 0 >  too much",
    )
    return charts.svg(charts.whole(drawn), title)


def _bar(point: Point) -> Bar:
    label = f"{point.name or _NOBODY} {point.gaming_day:%m-%d}"
    return Bar(label, (point.assess_variance_cents, point.count_variance_cents))
