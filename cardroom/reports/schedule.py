"""Reports that fall due, by the schedule that the house has when a gaming day ends.

A report is due as `report.fees`, that of a month as `report.fees.month` under its first day. The
row without a purpose is the schedule's; others were asked for, or come after a place of the feed.
What nobody asked for is then due by mail, where that is configured, as `mail.fees`.
"""

from datetime import date, timedelta
from typing import Final

from django.db import transaction

from cardroom.days import queries as days
from cardroom.days.clockwork import END
from cardroom.due import rows
from cardroom.due.kinds import REPORTS, Kind, Taken
from cardroom.house import houses
from cardroom.reports import mailing, store, timing
from cardroom.reports.kinds import INTEGRITY
from cardroom.reports.kinds import KINDS as REPORT_KINDS
from cardroom.reports.periods import Period

# Whoever works longer than this may be overtaken; who is killed is followed at once.
_LEASE: Final = timedelta(minutes=15)
_LONG_LEASE: Final = timedelta(hours=6)
_MONTH: Final = ".month"
PLANNING: Final = "reports.plan"
ASKED: Final = "asked"
WITNESSED: Final = "witnessed"

# What is due, by its name: the report's kind.
DAILY: Final = {f"report.{name}": name for name in REPORT_KINDS}
MONTHLY: Final = {f"{due}{_MONTH}": name for due, name in DAILY.items()}
MAILED: Final = {due.replace("report.", "mail."): name for due, name in (DAILY | MONTHLY).items()}


def due_kind(kind: str, period: Period, *, what: str = "report") -> str:
    """What a report is due as, or its `mail`."""
    return f"{what}.{kind}{_MONTH if period.is_month else ''}"


def period_of(due: str, gaming_day: date) -> Period:
    """What a row of that kind and day is about."""
    return Period(gaming_day, is_month=due.endswith(_MONTH))


def _plan(taken: Taken) -> None:
    """Have the reports of a day that has ended, and of its month, fall due as the house wants it.

    The schedule is that of the day's end: what is changed later holds from the next day on.
    """
    end = days.day(taken.house, taken.gaming_day).end
    _, settings = houses.settings_at(taken.house, end)
    with transaction.atomic():
        taken.done()
        for falls in timing.after(settings.reports, taken.gaming_day, end):
            kind, first = due_kind(falls.kind, falls.period), falls.period.first
            rows.plan(kind, taken.house, first, now=taken.now(), due_at=falls.at)


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
    """Mark it done, and have it go out by mail unless somebody asked for it."""
    taken.done()
    is_for_mail = taken.purpose.partition(" ")[0] not in {ASKED, WITNESSED}
    if is_for_mail and mailing.recipients(taken.house):
        mail = due_kind(name, period, what="mail")
        rows.plan(mail, taken.house, period.first, now=taken.now(), purpose=taken.purpose)


def _mail(taken: Taken) -> None:
    """Deliver the newest revision once; a checkpoint that was accepted is told by the next one."""
    name, period = MAILED[taken.kind], period_of(taken.kind, taken.gaming_day)
    kept = store.latest(taken.house, name, str(period))
    if kept is None:
        raise LookupError(f"{taken} has no report")
    mailing.deliver(kept, now=taken.now, finish=lambda: _mailed(taken, kept.id, period))


def _mailed(taken: Taken, report: int, period: Period) -> None:
    taken.done()
    if MAILED[taken.kind] == INTEGRITY.name:
        next_one = due_kind(INTEGRITY.name, period)
        purpose = f"{WITNESSED} {report}"
        rows.plan(next_one, taken.house, period.first, now=taken.now(), purpose=purpose)


def _kind(due: str) -> Kind:
    """Longer for what reads a month, or verifies."""
    is_long = due in MONTHLY or DAILY.get(due) == INTEGRITY.name
    lease = _LONG_LEASE if is_long else _LEASE
    return Kind(name=due, run=_run, queue=REPORTS, lease=lease)


KINDS: Final = (
    Kind(name=PLANNING, run=_plan, queue=REPORTS, most_attempts=None, follows=END),
    *(_kind(due) for due in (*DAILY, *MONTHLY)),
    *(Kind(name=due, run=_mail, queue=REPORTS, lease=_LEASE) for due in MAILED),
)
