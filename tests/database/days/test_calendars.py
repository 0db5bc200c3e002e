"""The calendar that everybody asks: recorded days first, and what changes holds from the next."""

from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec import structs

from cardroom import clock as the_clock
from cardroom.days import calendars, facts, queries
from cardroom.days.clockwork import upcoming
from cardroom.house import houses
from cardroom.house.history.stream import stream_of
from cardroom.log import store
from cardroom.log.records import NewEvent
from cardroom.reports import basis, periods
from ledger.queries import closing
from tables import offerings
from tests.clocked import Clock, a_house, instant, run

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Noon of Thanksgiving in Los Angeles, on every clock."""
    clock = Clock(instant("2026-11-26 20:00"))
    monkeypatch.setattr(the_clock, "now", clock)
    return clock


def asked(code: str, at: datetime) -> set[date]:
    """The day of an instant, as the calendar and as a table's admission have it: one."""
    return {calendars.of(code).gaming_day(at), offerings.house(code).gaming_day(at)}


@pytest.mark.parametrize("is_recorded", [True, False])
def test_a_changed_start_moves_nothing_of_the_day_in_which_it_is_made(
    clock: Clock, *, is_recorded: bool
) -> None:
    code = a_house("A", clock)
    if is_recorded:
        run(clock)
    clock.to("2026-11-27 12:00")  # still the day of Thanksgiving
    a_house(code, clock, starts="03:00")  # by which it would be over
    assert asked(code, clock()) == {date(2026, 11, 26)}
    assert basis.start_of(code, periods.day("2026-11-27")) == instant("2026-11-27 14:00")
    for text, day in (("13:59", 26), ("14:00", 27)):
        assert asked(code, instant(f"2026-11-27 {text}")) == {date(2026, 11, day)}
    clock.to("2026-11-28 11:00")
    if is_recorded:
        run(clock)
    assert asked(code, clock()) == {date(2026, 11, 28)}
    found = closing.checklist(code, date(2026, 11, 27))
    assert (found.starts_at, found.ends_at) == (instant("2026-11-27 14:00"), clock())


@pytest.mark.parametrize(
    ("loaded", "change", "hours"), [("2026-10-31", "11-01", 25), ("2026-03-07", "03-08", 23)]
)
def test_a_changed_zone_on_the_day_of_a_change_of_clocks_holds_from_the_next(
    clock: Clock, loaded: str, change: str, hours: int
) -> None:
    clock.to(f"{loaded} 20:00")
    code = a_house("A", clock)
    run(clock)
    a_house(code, clock, zone="America/New_York")
    day = calendars.of(code).at(clock())
    assert (day.end - day.start, day.zone) == (timedelta(hours=hours), "America/Los_Angeles")
    clock.to(f"2026-{change} 20:00")
    run(clock)
    after = calendars.of(code).at(clock())
    # New York's six o'clock comes three hours earlier.
    assert (after.start, after.end - after.start) == (day.end, timedelta(hours=21))
    assert asked(code, day.end - timedelta(microseconds=1)) == {day.gaming_day}
    assert asked(code, day.end) == {after.gaming_day}


def test_while_a_recorded_day_lasts_nobody_asks_the_log(clock: Clock) -> None:
    code = a_house("A", clock)
    run(clock)
    calendars.of(code)
    clock.to("2026-11-27 13:59:59")
    with CaptureQueriesContext(connection) as asked_for:
        houses.facts(code)
    with CaptureQueriesContext(connection) as found:
        calendars.of(code)
    assert len(found) == len(asked_for)
    clock.to("2026-11-27 14:00")
    known = calendars.of(code)
    assert calendars.of(code) is known
    run(clock)
    assert calendars.of(code) is not known


def _recorded(code: str, event: NewEvent) -> None:
    """Put an event on record past the clockwork."""
    with store.recording():
        store.append(
            store.lock(code, stream_of(code)),
            [event],
            recorded_at=event.occurred_at,
            recorded_by="forger",
            snapshot=None,
            open_round=None,
        )


@pytest.mark.parametrize("change", ["gap", "unreadable"])
def test_a_day_on_record_that_cannot_be_is_passed_over(clock: Clock, change: str) -> None:
    code = a_house("A", clock)
    run(clock)
    start = instant("2026-11-27 14:00")
    clock.to("2026-11-27 14:00")
    opened = structs.replace(upcoming(code, queries.last(code)), start=start + timedelta(hours=1))
    event = facts.new_event(code, opened, start)
    _recorded(code, event if change == "gap" else structs.replace(event, body=b'{"data": {}}'))
    found = calendars.of(code).at(start)
    assert (found.gaming_day, found.start) == (date(2026, 11, 27), start)
