"""Gaming days on record: opened and ended in the house's zone, in their order, once."""

import json
from datetime import date

import pytest

from cardroom.days import queries
from cardroom.days.facts import event_id
from cardroom.due.models import Row
from cardroom.errors import Missing
from cardroom.log import chain, store
from cardroom.log.records import StoredEvent
from tests.clocked import Clock, a_house, instant, run, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Clock:
    """Noon of Thanksgiving in Los Angeles."""
    return Clock(instant("2026-11-26 20:00"))


def of_days(code: str) -> list[StoredEvent]:
    """What is recorded of the house's days."""
    events = store.load(code, f"house:{code}")
    return [event for event in events if event.type.startswith("gaming_day.")]


def test_the_day_in_which_a_house_came_to_be_opens_and_ends_when_it_is_time(clock: Clock) -> None:
    code = a_house("A", clock)
    assert run(clock).done == 1
    assert told(code) == [(date(2026, 11, 26), 24, False)]
    clock.to("2026-11-27 13:59:59")
    assert run(clock).done == 0
    clock.to("2026-11-27 14:00")
    assert run(clock).done == 2
    assert told(code) == [(date(2026, 11, 26), 24, True), (date(2026, 11, 27), 24, False)]


def test_what_is_recorded_of_a_day(clock: Clock) -> None:
    code = a_house("A", clock)
    run(clock)
    clock.to("2026-11-27 14:00:05")
    run(clock)
    opened, ended, _ = of_days(code)
    assert json.loads(opened.body) == {
        "data": {
            "gaming_day": "2026-11-26",
            "start": "2026-11-26T14:00:00Z",
            "end": "2026-11-27T14:00:00Z",
            "zone": "America/Los_Angeles",
            "settings_version": 1,
        }
    }
    assert (opened.type, opened.recorded_by) == ("gaming_day.opened", "clockwork")
    assert opened.occurred_at == instant("2026-11-26 14:00")
    assert opened.recorded_at == instant("2026-11-26 20:00")
    assert (ended.type, json.loads(ended.body)) == (
        "gaming_day.ended",
        {"data": {"gaming_day": "2026-11-26"}},
    )
    assert ended.occurred_at == instant("2026-11-27 14:00")
    assert ended.recorded_at == instant("2026-11-27 14:00:05")
    assert ended.id == event_id(code, "gaming_day.ended", date(2026, 11, 26))
    assert list(chain.verify_stream(code, "house:A")) == []


@pytest.mark.parametrize(
    ("loaded", "later", "hours"),
    [
        ("2026-03-06 20:00", "2026-03-09 20:00", [24, 23, 24, 24]),
        ("2026-10-30 20:00", "2026-11-02 20:00", [24, 25, 24, 24]),
    ],
)
def test_a_day_on_which_the_clocks_change_has_23_or_25_hours(
    clock: Clock, loaded: str, later: str, hours: list[int]
) -> None:
    clock.to(loaded)
    code = a_house("A", clock)
    clock.to(later)
    run(clock)
    assert [long for _, long, _ in told(code)] == hours


def test_one_house_starts_at_midnight_and_another_at_six(clock: Clock) -> None:
    clock.to("2026-11-27 10:00")  # 02:00 in Los Angeles
    midnight, six = a_house("A", clock, starts="00:00"), a_house("B", clock)
    run(clock)
    assert told(midnight) == [(date(2026, 11, 27), 24, False)]
    assert told(six) == [(date(2026, 11, 26), 24, False)]
    clock.to("2026-11-27 14:00")
    run(clock)
    assert told(six)[1:] == [(date(2026, 11, 27), 24, False)]
    assert len(told(midnight)) == 1
    assert queries.day(midnight, date(2026, 11, 27)).start == instant("2026-11-27 08:00")


def test_a_midnight_that_the_clocks_skip_begins_a_day_all_the_same(clock: Clock) -> None:
    clock.to("2026-09-04 16:00")
    code = a_house("A", clock, starts="00:00", zone="America/Santiago")
    clock.to("2026-09-07 16:00")
    run(clock)
    assert [long for _, long, _ in told(code)] == [24, 24, 23, 24]


def test_after_days_of_downtime_every_day_is_made_up_in_order(clock: Clock) -> None:
    code = a_house("A", clock)
    run(clock)
    clock.to("2026-12-06 20:00")
    assert run(clock).done == 20
    days = told(code)
    assert [day.day for day, _, _ in days] == [26, 27, 28, 29, 30, 1, 2, 3, 4, 5, 6]
    assert [is_ended for _, _, is_ended in days] == [True] * 10 + [False]
    types = [event.type.removeprefix("gaming_day.") for event in of_days(code)]
    assert types == ["opened", *["ended", "opened"] * 10]


def test_new_settings_in_the_middle_of_a_day_hold_from_the_next(clock: Clock) -> None:
    code = a_house("A", clock)
    run(clock)
    a_house("A", clock, starts="08:00")
    clock.to("2026-11-28 20:00")
    run(clock)
    assert [long for _, long, _ in told(code)] == [24, 26, 24]
    days = queries.days(code)
    assert [day.settings_version for day in days] == [1, 2, 2]
    assert [day.start.hour for day in days] == [14, 14, 16]


def test_days_made_up_later_go_by_the_settings_of_their_time(clock: Clock) -> None:
    code = a_house("A", clock)
    clock.to("2026-11-28 20:00")
    a_house("A", clock, starts="04:00")
    clock.to("2026-11-30 20:00")
    run(clock)
    assert [long for _, long, _ in told(code)] == [24, 24, 24, 22, 24]


def test_a_zone_far_ahead_leaves_no_gap_and_no_day_without_length(clock: Clock) -> None:
    code = a_house("A", clock, starts="23:00")
    run(clock)
    a_house("A", clock, starts="00:00", zone="Asia/Tokyo")
    clock.to("2026-11-30 00:00")
    run(clock)
    days = queries.days(code)
    assert [day.gaming_day.day for day in days] == [25, 27, 28, 29, 30]
    told(code)
    assert all(day.start < day.end for day in days)


def test_rows_that_were_lost_are_planned_again_and_nothing_is_recorded_twice(clock: Clock) -> None:
    code = a_house("A", clock)
    run(clock)
    Row.objects.all().delete()
    run(clock)
    assert told(code) == [(date(2026, 11, 26), 24, False)]
    assert [row.kind for row in Row.objects.all()] == ["gaming_day.end"]


def test_one_house_alone_can_be_worked_on(clock: Clock) -> None:
    a_house("A", clock)
    a_house("B", clock)
    assert run(clock, house="B").done == 1
    assert (len(told("A")), len(told("B"))) == (0, 1)


def test_a_day_is_found_by_its_date_and_by_an_instant(clock: Clock) -> None:
    code = a_house("A", clock)
    with pytest.raises(Missing, match="has no gaming day 2026-11-26 on record"):
        queries.day(code, date(2026, 11, 26))
    assert queries.day_at(code, clock()) is None
    clock.to("2026-11-29 20:00")
    run(clock)
    day = queries.day(code, date(2026, 11, 27))
    assert day.is_ended
    assert day.positions == tuple(event.position for event in of_days(code)[2:4])
    assert queries.day_at(code, day.start) == day
    assert queries.day_at(code, day.end) == queries.day(code, date(2026, 11, 28))
