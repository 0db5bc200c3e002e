"""What a report is about: days of 23, 24 and 25 hours, months, and what hasn't begun."""

from datetime import UTC, datetime

import msgspec
import pytest

from cardroom.days import queries as days
from cardroom.errors import Missing, RuleViolation
from cardroom.reports import periods, store
from cardroom.reports.fees.dataset import Fees
from cardroom.reports.kinds import FEES
from tests.clocked import Clock, a_house, instant, run


def report(house: str, day: str, at: str = "2026-12-01 15:00") -> Fees:
    """The report of a day or a month, made at an instant."""
    period = periods.month(day) if len(day) == len("2026-11") else periods.day(day)
    kept = store.make(house, FEES, period, now=lambda: instant(at))
    return msgspec.json.decode(store.content_of(kept), type=Fees)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("starts", "day", "hours", "start", "end"),
    [
        ("06:00", "2026-11-28", 24, "2026-11-28T06:00:00-08:00", "2026-11-29T06:00:00-08:00"),
        ("06:00", "2026-10-31", 25, "2026-10-31T06:00:00-07:00", "2026-11-01T06:00:00-08:00"),
        ("06:00", "2026-03-07", 23, "2026-03-07T06:00:00-08:00", "2026-03-08T06:00:00-07:00"),
        ("00:00", "2026-11-01", 25, "2026-11-01T00:00:00-07:00", "2026-11-02T00:00:00-08:00"),
        ("00:00", "2026-03-08", 23, "2026-03-08T00:00:00-08:00", "2026-03-09T00:00:00-07:00"),
    ],
)
def test_bounds_have_the_offsets_of_the_houses_zone(
    starts: str, day: str, hours: int, start: str, end: str
) -> None:
    a_house("A", Clock(instant("2026-03-01 20:00")), starts=starts)
    said = report("A", day)
    assert (said.minutes, said.from_local, said.to_local) == (hours * 60, start, end)
    assert (said.from_, said.to) == (datetime.fromisoformat(start), datetime.fromisoformat(end))
    assert said.from_.tzinfo == UTC


@pytest.mark.django_db
def test_a_month_with_a_day_of_25_hours_is_an_hour_longer() -> None:
    a_house("A", Clock(instant("2026-03-01 20:00")))
    said = report("A", "2026-10")
    assert said.minutes == (31 * 24 + 1) * 60
    assert said.from_local == "2026-10-01T06:00:00-07:00"
    assert said.to_local == "2026-11-01T06:00:00-08:00"


@pytest.mark.django_db
def test_a_day_on_record_keeps_its_bounds_whatever_the_house_says_later() -> None:
    clock = Clock(instant("2026-11-28 20:00"))
    code = a_house("A", clock)
    run(clock)
    assert not report(code, "2026-11-28").has_ended
    clock.to("2026-11-29 15:00")
    run(clock)
    a_house("A", clock, starts="08:00")
    said = report(code, "2026-11-28")
    day = days.day(code, said.gaming_day) if said.gaming_day else None
    assert day is not None
    assert (said.from_, said.to, said.has_ended) == (day.start, day.end, True)
    assert said.minutes == 24 * 60


@pytest.mark.django_db
def test_what_has_not_begun_and_a_house_that_is_not_there_are_refused() -> None:
    a_house("A", Clock(instant("2026-11-28 20:00")))
    with pytest.raises(RuleViolation, match="2026-11-30 hasn't begun: it does at 2026-11-30T14"):
        report("A", "2026-11-30", at="2026-11-30 13:59")
    begun = report("A", "2026-11-30", at="2026-11-30 14:00")
    assert (begun.rows, begun.state) == ((), "empty")
    with pytest.raises(Missing, match="there is no house B"):
        report("B", "2026-11-28")
