"""Asking for reports: what is asked for falls due at once, and its row says what became of it."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Final, Literal, cast
from uuid import uuid4

from django.db.models import QuerySet
from msgspec import Struct

from cardroom.due import rows
from cardroom.due.models import Row, Status
from cardroom.errors import Missing, RuleViolation
from cardroom.reports import basis, store
from cardroom.reports.kinds import kind_of
from cardroom.reports.periods import Period
from cardroom.reports.schedule import (
    ASKED,
    DAILY,
    MAILED,
    MONTHLY,
    WITNESSED,
    due_kind,
    period_of,
)

AskedStatus = Literal["pending", "done", "failed"]
Reason = Literal["schedule", "asked", "events", "witnessed"]

_ALL: Final = DAILY | MONTHLY | MAILED
_REASONS: Final[dict[str, Reason]] = {"": "schedule", ASKED: "asked", WITNESSED: "witnessed"}


class Asked(Struct, frozen=True, kw_only=True):
    """A report that is due, was made, or was given up; or its delivery by `mail`.

    `reason` is `schedule`, `asked`, `events` for what came after it, or `witnessed` for a
    checkpoint that was accepted elsewhere. `attempts` failed so far as `error` says; the next one
    is at `next_attempt_at`. `report` is the newest revision.
    """

    id: int
    what: Literal["report", "mail"]
    kind: str
    gaming_day: date | None
    month: str | None
    reason: Reason
    status: AskedStatus
    due_at: datetime
    attempts: int
    error: str | None
    next_attempt_at: datetime | None
    done_at: datetime | None
    report: int | None


def ask(house: str, kind: str, period: Period, now: datetime) -> Asked:
    """Have a report made; what was asked before and is pending serves for it too.

    Raises Malformed for an unknown kind, RuleViolation for a period that hasn't begun.
    """
    name = due_kind(kind_of(kind).name, period)
    start = basis.start_of(house, period)
    if start > now:
        raise RuleViolation(f"{period} hasn't begun", pointer="/gaming_day")
    asked = Row.objects.filter(house=house, kind=name, gaming_day=period.first)
    asked = asked.filter(purpose__startswith=ASKED)
    row = asked.filter(status=Status.PENDING).first()
    if row is None:
        purpose = f"{ASKED} {uuid4()}"
        rows.plan(name, house, period.first, now=now, purpose=purpose)
        row = asked.get(purpose=purpose)
    return _asked(row, None)


def one(house: str, number: int) -> Asked:
    """What became of it. Raises Missing."""
    found = _listed(house, _due(house).filter(pk=number))
    if not found:
        raise Missing(f"house {house} has no due report {number}")
    return found[0]


def listed(house: str, *, after: int, limit: int, status: str | None = None) -> list[Asked]:
    """What was due in a house, in the order in which it was planned."""
    found = _due(house).filter(pk__gt=after)
    if status is not None:
        found = found.filter(status=status)
    return _listed(house, found.order_by("pk")[:limit])


def unfinished(house: str, *, limit: int) -> list[Asked]:
    """What isn't done: given up first, then by when it may be taken next."""
    found = _due(house).exclude(status=Status.DONE).order_by("status", "available_at", "pk")
    return _listed(house, found[:limit])


def done(house: str, *, before: int | None = None, limit: int) -> list[Asked]:
    """What is done, what was planned last first; before a number of it."""
    found = _due(house).filter(status=Status.DONE)
    if before is not None:
        found = found.filter(pk__lt=before)
    return _listed(house, found.order_by("-pk")[:limit])


def of_period(house: str, period: Period, *, limit: int) -> list[Asked]:
    """What was or is due of a gaming day or month, what was planned last first."""
    kinds = [kind for kind in _ALL if period_of(kind, period.first) == period]
    found = _due(house).filter(kind__in=kinds, gaming_day=period.first)
    return _listed(house, found.order_by("-pk")[:limit])


def again(house: str, number: int, now: datetime) -> bool:
    """Have what was given up tried again at once; whether it was given up."""
    return bool(rows.again(house, now, row=number)) if _due(house).filter(pk=number) else False


def _due(house: str) -> QuerySet[Row]:
    return Row.objects.filter(house=house, kind__in=_ALL)


def _listed(house: str, found: Iterable[Row]) -> list[Asked]:
    """Rows as they are told, with the newest revisions of those that are done."""
    planned = list(found)
    newest = store.newest(house, {_report(row) for row in planned if row.status == Status.DONE})
    return [_asked(row, newest.get(_report(row))) for row in planned]


def _report(row: Row) -> tuple[str, str]:
    """Kind and period of the report that a row is about."""
    return _ALL[row.kind], str(period_of(row.kind, row.gaming_day))


def _asked(row: Row, report: int | None) -> Asked:
    period = period_of(row.kind, row.gaming_day)
    return Asked(
        id=row.pk,
        what="mail" if row.kind in MAILED else "report",
        kind=_ALL[row.kind],
        gaming_day=period.gaming_day,
        month=period.month,
        reason=_REASONS.get(row.purpose.partition(" ")[0], "events"),
        status=cast("AskedStatus", row.status),
        due_at=row.due_at,
        attempts=row.attempts,
        error=row.error or None,
        next_attempt_at=row.available_at if row.status == Status.PENDING else None,
        done_at=row.done_at,
        report=report if row.status == Status.DONE else None,
    )
