"""Who held the position as time passed: a timeline for each table."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from cardroom.reports.document import Lane, Timeline
from cardroom.reports.rotation.dataset import Rotation, RotationTable
from cardroom.texts import counted

_MOST_LANES: Final = 8
_STEP: Final = timedelta(minutes=30)


def timelines(report: Rotation) -> Iterator[Timeline]:
    """One for each table at which hands were dealt, all along the same steps."""
    steps = _steps(report)
    zone = ZoneInfo(report.zone)
    labels = tuple(_label(at, zone, is_month=bool(report.month)) for at in steps)
    for table in report.tables:
        if table.hands:
            yield Timeline(
                name=f"holders_{table.table}",
                title=f"Holders at table {table.table}: hands in "
                f"{'each gaming day' if report.month else 'each half hour'}",
                steps=labels,
                lanes=tuple(_lanes(table, steps)),
            )


def _steps(report: Rotation) -> list[datetime]:
    """Every half hour from the first hand to the last, or every gaming day with one."""
    found = sorted({span.at for table in report.tables for span in table.timeline})
    if report.month or not found:
        return found
    count = (found[-1] - found[0]) // _STEP + 1
    return [found[0] + _STEP * number for number in range(count)]


def _label(at: datetime, zone: ZoneInfo, *, is_month: bool) -> str:
    local = at.astimezone(zone)
    if is_month:
        return f"{local.day}"
    return "" if local.minute else f"{local:%H}h"


def _lanes(table: RotationTable, steps: Sequence[datetime]) -> Iterator[Lane]:
    """A lane for each of those with most hands, and one for all others."""
    by_step = {span.at: span.hands for span in table.timeline}
    names = [one.holder for one in table.holders[:_MOST_LANES]]
    for name in names:
        yield Lane(name, tuple(by_step.get(at, {}).get(name, 0) for at in steps))
    others = len(table.holders) - len(names)
    if others:
        rest = [Counter(by_step.get(at, {})) for at in steps]
        numbers = (sum(one.values()) - sum(one[name] for name in names) for one in rest)
        yield Lane(counted(others, "other"), tuple(numbers))
