"""When reports fall due by a schedule: kinds, waits, months, and what comes next."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest

from cardroom.house.policies import ReportSchedule, ReportTimes
from cardroom.reports import timing
from cardroom.reports.kinds import KINDS
from tests.house_file import changed, read_items, refused

END = datetime(2026, 11, 29, 14, tzinfo=UTC)
LAST = datetime(2026, 12, 1, 14, tzinfo=UTC)


def told(falls: Any) -> set[tuple[str, str, datetime]]:  # noqa: ANN401
    """What falls due: kind, period, instant."""
    return {(one.kind, str(one.period), one.at) for one in falls}


def test_a_house_that_says_nothing_has_every_kind_at_every_end() -> None:
    said = told(timing.after(ReportSchedule(), date(2026, 11, 28), END))
    assert said == {(kind, "2026-11-28", END) for kind in KINDS}


def test_with_the_last_day_of_a_month_its_reports_fall_due_too() -> None:
    schedule = ReportSchedule(
        fees=ReportTimes(wait_minutes=90),
        rotation=ReportTimes(daily=False),
        irregularities=ReportTimes(monthly=False),
        integrity=ReportTimes(daily=False, monthly=False),
    )
    later = END + timedelta(minutes=90)
    assert told(timing.after(schedule, date(2026, 11, 30), END)) == {
        ("fees", "2026-11-30", later),
        ("fees", "2026-11", later),
        ("rotation", "2026-11", END),
        ("irregularities", "2026-11-30", END),
    }
    coming = timing.upcoming(schedule, date(2026, 11, 28), end=END, month_end=LAST)
    assert told(coming) == {
        ("fees", "2026-11-28", later),
        ("fees", "2026-11", LAST + timedelta(minutes=90)),
        ("rotation", "2026-11", LAST),
        ("irregularities", "2026-11-28", END),
    }


def test_the_schedule_knows_the_kinds_of_reports_and_no_other() -> None:
    assert [*ReportSchedule().by_kind()] == [*KINDS]


def test_a_house_file_says_when_reports_fall_due() -> None:
    text = changed(
        "[house.box_policy]", "[house.reports.fees]\nwait_minutes = 360\n\n[house.box_policy]"
    )
    record: Any = read_items(text)["house", "CASES"].record
    assert record.reports == ReportSchedule(fees=ReportTimes(wait_minutes=360))
    kept = msgspec.to_builtins(record)
    assert kept["reports"]["rotation"] == {"daily": True, "monthly": True, "wait_minutes": 0}


@pytest.mark.parametrize(
    ("section", "place", "message"),
    [
        ("fees]\nwait_minutes = 1441", "house.reports.fees.wait_minutes", "<= 1440"),
        ("fees]\ndaily = 1", "house.reports.fees.daily", "expected true or false"),
        ("tips]\ndaily = true", "house.reports.tips", "unknown key 'tips'"),
    ],
)
def test_a_schedule_that_is_none_is_refused_with_its_place(
    section: str, place: str, message: str
) -> None:
    text = changed("[house.box_policy]", f"[house.reports.{section}\n\n[house.box_policy]")
    found = refused(text)
    assert found.place == place
    assert message in found.message
