"""A gaming day begins at the house's hour, and is 23 or 25 hours long when the clocks change."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.gaming_day import bounds, gaming_day

LA = "America/Los_Angeles"
SIX = time(6)
# Clocks in Newfoundland went back at 00:01, over midnight; Samoa skipped 30 December 2011.
ODD_ZONES = [LA, "America/St_Johns", "Pacific/Apia", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_the_small_hours_belong_to_the_day_before() -> None:
    assert gaming_day(utc("2026-11-28T13:59:59.999999"), LA, SIX) == date(2026, 11, 27)
    assert gaming_day(utc("2026-11-28T14:00:00"), LA, SIX) == date(2026, 11, 28)
    assert gaming_day(utc("2026-11-29T13:59:59"), LA, SIX) == date(2026, 11, 28)


@pytest.mark.parametrize(
    ("day", "start", "hours"),
    [
        (date(2026, 3, 6), "2026-03-06T14:00", 24),
        (date(2026, 3, 7), "2026-03-07T14:00", 23),
        (date(2026, 3, 8), "2026-03-08T13:00", 24),
        (date(2026, 10, 31), "2026-10-31T13:00", 25),
        (date(2026, 11, 1), "2026-11-01T14:00", 24),
    ],
)
def test_a_day_lasts_23_hours_in_spring_and_25_in_autumn(day: date, start: str, hours: int) -> None:
    assert bounds(day, LA, SIX) == (utc(start), utc(start) + timedelta(hours=hours))


def test_the_hour_that_comes_twice_lies_in_one_day() -> None:
    assert gaming_day(utc("2026-11-01T08:30"), LA, SIX) == date(2026, 10, 31)
    assert gaming_day(utc("2026-11-01T09:30"), LA, SIX) == date(2026, 10, 31)


def test_a_starting_time_that_the_clocks_skip_still_begins_a_day() -> None:
    start, end = bounds(date(2026, 3, 8), LA, time(2, 30))
    assert (start, end) == (utc("2026-03-08T10:30"), utc("2026-03-09T09:30"))
    assert gaming_day(start, LA, time(2, 30)) == date(2026, 3, 8)


def test_a_day_that_has_begun_does_not_begin_again_when_clocks_fall_back_over_midnight() -> None:
    begun = utc("2010-11-07T02:30")
    again = utc("2010-11-07T03:15")
    assert gaming_day(begun, "America/St_Johns", time(0)) == date(2010, 11, 7)
    assert gaming_day(again, "America/St_Johns", time(0)) == date(2010, 11, 7)


@given(
    seconds=st.integers(946_684_800, 2_208_988_800),
    zone=st.sampled_from(ODD_ZONES),
    starts=st.times(),
)
def test_every_instant_lies_within_the_bounds_of_its_own_day(
    seconds: int, zone: str, starts: time
) -> None:
    instant = datetime.fromtimestamp(seconds, UTC)
    start, end = bounds(gaming_day(instant, zone, starts), zone, starts)
    assert start <= instant < end


@given(day=st.dates(date(2000, 1, 1), date(2040, 1, 1)), zone=st.sampled_from(ODD_ZONES))
def test_days_follow_one_another_without_gap_or_overlap(day: date, zone: str) -> None:
    _, end = bounds(day, zone, SIX)
    following, _ = bounds(day + timedelta(days=1), zone, SIX)
    assert end == following
