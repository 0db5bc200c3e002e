"""Reports that fall due: each kind at the end of every gaming day, and at the end of a month.

A report is due as `report.fees`, that of a month as `report.fees.month` under its first day. The
row without a purpose is the schedule's; others were asked for, or come after a place of the feed.
"""

from datetime import date, timedelta
from typing import Final

from cardroom.days.clockwork import END
from cardroom.due import rows
from cardroom.due.kinds import REPORTS, Kind, Taken
from cardroom.reports import store
from cardroom.reports.kinds import KINDS as REPORT_KINDS
from cardroom.reports.periods import Period, month_of

_LEASE: Final = timedelta(minutes=15)
_MONTH: Final = ".month"

# What is due, by its name: the report's kind.
DAILY: Final = {f"report.{name}": name for name in REPORT_KINDS}
MONTHLY: Final = {f"{due}{_MONTH}": name for due, name in DAILY.items()}


def due_kind(kind: str, period: Period) -> str:
    """What a report is due as."""
    return f"report.{kind}{_MONTH if period.is_month else ''}"


def period_of(due: str, gaming_day: date) -> Period:
    """What a row of that kind and day is about."""
    return Period(gaming_day, is_month=due in MONTHLY)


def _run(taken: Taken) -> None:
    """Make the report, and finish the row with it."""
    period = period_of(taken.kind, taken.gaming_day)
    name = (DAILY | MONTHLY)[taken.kind]
    store.make(
        taken.house,
        REPORT_KINDS[name],
        period,
        now=taken.now,
        finish=lambda: _finish(taken, name, period),
    )


def _finish(taken: Taken, name: str, period: Period) -> None:
    """Mark it done; with the last day of a month that month's report is due."""
    taken.done()
    month = month_of(period.first)
    if not period.is_month and not taken.purpose and period.first == month.last:
        rows.plan(due_kind(name, month), taken.house, month.first, now=taken.now())


KINDS: Final = (
    *(Kind(name=name, run=_run, queue=REPORTS, lease=_LEASE, follows=END) for name in DAILY),
    *(Kind(name=name, run=_run, queue=REPORTS, lease=_LEASE) for name in MONTHLY),
)
