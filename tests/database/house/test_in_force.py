"""A house's settings and shifts as they were at an instant, also before the house was loaded."""

from datetime import UTC, datetime, timedelta

import pytest

from cardroom.errors import Missing
from cardroom.house import houses, in_force
from tests.database.house.conftest import NOON, load
from tests.house_file import TEXT, changed

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(days=1)
SHIFTS = TEXT[TEXT.index("[[shifts]]") : TEXT.index("[[people]]")]


def test_settings_are_those_of_their_time_and_before_all_the_first() -> None:
    load()
    load(changed("counters = 2", "counters = 3"), now=LATER)
    for instant, counters in ((NOON, 2), (LATER, 3), (NOON - timedelta(days=9), 2)):
        found = in_force.settings("CASES", instant)
        assert found.record.box_policy.counters == counters
        assert in_force.version(found.version) == found
    with pytest.raises(Missing):
        in_force.settings("NOWHERE", NOON)
    with pytest.raises(Missing):
        in_force.version(houses.facts("CASES").revision + 1_000)


def test_the_newest_settings_hold_also_where_a_clock_is_behind() -> None:
    load(now=LATER)
    load(changed("counters = 2", "counters = 3"), now=NOON)
    assert in_force.newest("CASES").record.box_policy.counters == 3
    with pytest.raises(Missing):
        in_force.newest("NOWHERE")


def test_a_shift_lasts_until_the_next_one_by_the_houses_clock() -> None:
    load()
    load(changed(SHIFTS, ""), now=LATER)
    shifts = in_force.Shifts("CASES")
    # In Los Angeles the day of 25 hours is the first of November, and 6 o'clock comes after both
    # of its one o'clocks.
    for hour, minute, shift in ((12, 59, "grave"), (13, 59, "grave"), (14, 0, "day")):
        assert shifts.at(datetime(2026, 11, 1, hour, minute, tzinfo=UTC)) == shift
    assert shifts.at(datetime(2026, 10, 31, 13, 0, tzinfo=UTC)) == "day"
    assert shifts.at(LATER) is None
