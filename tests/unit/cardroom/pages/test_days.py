"""The days beside what a page shows."""

from datetime import date

import pytest

from cardroom.pages.days import beside

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("first", "last", "before", "after"),
    [
        (date(2026, 11, 27), date(2026, 11, 27), date(2026, 11, 26), TODAY),
        (TODAY, TODAY, date(2026, 11, 27), None),
        (date(2026, 11, 1), date(2026, 11, 30), date(2026, 10, 31), None),
        (date(2026, 10, 1), date(2026, 10, 31), date(2026, 9, 30), date(2026, 11, 1)),
        (date.min, date.min, date.min, date(1, 1, 2)),
    ],
)
def test_the_days_beside_are_there_up_to_the_present_one(
    first: date, last: date, before: date, after: date | None
) -> None:
    assert beside(first, last, present=TODAY) == (before, after)
