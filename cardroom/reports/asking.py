"""Asking for reports: what is asked for falls due at once, and its row says what became of it."""

from datetime import date, datetime
from typing import Final, Literal, cast
from uuid import uuid4

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
    return _asked(row)


def one(house: str, number: int) -> Asked:
    """What became of it. Raises Missing."""
    row = Row.objects.filter(house=house, kind__in=_ALL, pk=number).first()
    if row is None:
        raise Missing(f"house {house} has no due report {number}")
    return _asked(row)


def listed(house: str, *, after: int, limit: int, status: str | None = None) -> list[Asked]:
    """What was due in a house, in the order in which it was planned."""
    found = Row.objects.filter(house=house, kind__in=_ALL, pk__gt=after)
    if status is not None:
        found = found.filter(status=status)
    return [_asked(row) for row in found.order_by("pk")[:limit]]


def of_day(house: str, gaming_day: date) -> list[Asked]:
    """The reports of one gaming day, in the order in which they were planned."""
    found = Row.objects.filter(house=house, kind__in=DAILY, gaming_day=gaming_day)
    return [_asked(row) for row in found.order_by("pk")]


def _asked(row: Row) -> Asked:
    period = period_of(row.kind, row.gaming_day)
    is_done, is_pending = row.status == Status.DONE, row.status == Status.PENDING
    kept = store.latest(row.house_id, _ALL[row.kind], str(period)) if is_done else None
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
        next_attempt_at=row.available_at if is_pending else None,
        done_at=row.done_at,
        report=None if kept is None else kept.id,
    )
