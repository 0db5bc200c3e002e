"""Whether a report finds what somebody says something of."""

from collections.abc import Iterator
from typing import NamedTuple

from cardroom.reports.dataset import Dataset
from cardroom.reports.irregularities.dataset import Irregularities
from cardroom.reports.rotation.dataset import Rotation


class About(NamedTuple):
    """A finding: by what it breaks, and as much of its place as is said."""

    rule: str
    table: str | None
    round: int | None
    position: int | None
    holder: str | None


class _Found(NamedTuple):
    rule: str
    table: str | None
    round: int | None
    positions: tuple[int, ...]
    holder: str | None


def finds(report: Dataset, about: About) -> bool:
    """Whether there is such a finding of the rotation, or such an irregularity, in it."""
    return any(
        each.rule == about.rule
        and about.table in {None, each.table}
        and about.round in {None, each.round}
        and (about.position is None or about.position in each.positions)
        and about.holder in {None, each.holder}
        for each in _found(report)
    )


def _found(report: Dataset) -> Iterator[_Found]:
    if isinstance(report, Rotation):
        for one in report.findings:
            yield _Found(one.rule, one.table, one.round, one.positions, one.holder)
    if isinstance(report, Irregularities):
        for item in report.items:
            yield _Found(item.code, item.table, item.round, (item.position,), None)
