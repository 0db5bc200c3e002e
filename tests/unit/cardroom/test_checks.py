"""The checklist's own words: books that aren't even, reports that failed."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from cardroom.pages.reconcile.checks import Check, groups, report_rows
from cardroom.reports.asking import Asked
from ledger.views.day import GamingDayView
from ledger.views.journal import TrialBalance

NOON = datetime(2026, 11, 28, 20, tzinfo=UTC)


def a_day() -> GamingDayView:
    return GamingDayView(
        gaming_day=date(2026, 11, 28),
        starts_at=NOON,
        ends_at=NOON,
        is_over=True,
        can_close=True,
        closed=None,
        missing=(),
        signed=0,
        totals=(),
        shifts=(),
        tables=(),
    )


def a_report(status: Any) -> Asked:  # noqa: ANN401 - one of three words
    return Asked(
        id=1,
        what="report",
        kind="fees",
        gaming_day=date(2026, 11, 28),
        month=None,
        reason="schedule",
        status=status,
        due_at=NOON,
        attempts=1,
        error=None,
        next_attempt_at=None,
        done_at=None,
        report=None,
    )


def record(*statuses: str, balance_cents: int = 0) -> dict[str, Check]:
    """The lines of the record."""
    balance = TrialBalance(
        gaming_day=None, items=[], received_cents=0, given_cents=0, balance_cents=balance_cents
    )
    found = groups(a_day(), [a_report(status) for status in statuses], balance, [])
    return {check.what: check for check in found[-1].checks}


@pytest.mark.parametrize(
    ("statuses", "kind", "word"),
    [
        ((), "off", "not due"),
        (("done", "done"), "run", "done"),
        (("done", "pending"), "off", "1 pending"),
        (("failed", "pending"), "breach", "1 failed"),
    ],
)
def test_reports_are_told_as_they_are_and_hold_nothing(
    statuses: tuple[str, ...], kind: str, word: str
) -> None:
    found = record(*statuses)["Reports"]
    assert (found.state.kind, found.state.word, found.binding) == (kind, word, False)
    rows = report_rows([a_report(status) for status in statuses])
    assert [state.word for _, state in rows] == [*statuses]


def test_books_that_are_uneven_are_said_so() -> None:
    assert record()["Ledger"].state.word == "done"
    assert record(balance_cents=1)["Ledger"].state.word == "uneven"


def test_a_day_without_tables_is_all_done() -> None:
    balance = TrialBalance(
        gaming_day=None, items=[], received_cents=0, given_cents=0, balance_cents=0
    )
    found = [check for group in groups(a_day(), [], balance, []) for check in group.checks]
    assert [check.what for check in found if check.items] == []
    assert sum(check.binding for check in found) == 5
