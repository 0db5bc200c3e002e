"""Days on record that don't follow from those before and the settings in force are found."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from cardroom.days import facts, proof, queries
from cardroom.days.clockwork import upcoming
from cardroom.days.facts import Fact, GamingDayEnded
from cardroom.house.history.stream import stream_of
from cardroom.log import store
from tests.clocked import Clock, a_house, instant, run

pytestmark = pytest.mark.django_db

START = instant("2026-11-27 14:00")


@pytest.fixture
def house() -> str:
    """A house whose first day has ended on record, and whose second hasn't opened."""
    clock = Clock(instant("2026-11-26 20:00"))
    code = a_house("A", clock)
    run(clock)
    record(code, GamingDayEnded(gaming_day=date(2026, 11, 26)), START)
    return code


def record(house: str, fact: Fact, at: datetime) -> None:
    """Put a fact on record past the clockwork."""
    with store.recording():
        store.append(
            store.lock(house, stream_of(house)),
            [facts.new_event(house, fact, at)],
            recorded_at=at,
            recorded_by="forger",
            snapshot=None,
            open_round=None,
        )


def found() -> list[tuple[str, int, str]]:
    """What the proof finds; a place counts the events of days alone."""
    head = store.lock("A", stream_of("A"))
    told = [event.position for event in store.load_types(head, facts.TYPES, until=head.position)]
    return [
        (finding.kind, told.index(finding.position) + 1, finding.detail)
        for finding in proof.findings()
        if finding.position is not None
    ]


def test_days_that_follow_from_each_other_are_proved(house: str) -> None:
    record(house, upcoming(house, queries.last(house)), START)
    assert found() == []


@pytest.mark.parametrize(
    "change",
    [
        {"start": START + timedelta(hours=1)},
        {"end": START + timedelta(hours=23)},
        {"zone": "America/Phoenix"},
        {"settings_version": 2},
        {"gaming_day": date(2026, 11, 28)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_another_day_than_had_to_come_is_found(house: str, change: dict[str, Any]) -> None:
    record(house, replace(upcoming(house, queries.last(house)), **change), START)
    ((kind, position, detail),) = found()
    assert (kind, position) == ("gaming_day", 3)
    assert detail.startswith("gaming_day.opened of 2026-11-27 had to come, as {")


def test_an_end_without_a_day_is_found(house: str) -> None:
    record(house, GamingDayEnded(gaming_day=date(2026, 11, 27)), START)
    assert [position for _, position, _ in found()] == [3]


def test_a_day_that_opened_while_new_settings_were_being_loaded_is_no_finding(house: str) -> None:
    opened = upcoming(house, queries.last(house))
    a_house("A", Clock(START - timedelta(seconds=1)), starts="08:00")
    record(house, opened, START)
    assert found() == []
    record(house, GamingDayEnded(gaming_day=opened.gaming_day), opened.end)
    late = replace(upcoming(house, queries.last(house)), settings_version=1)
    record(house, late, late.start)
    assert [position for _, position, _ in found()] == [5]


def test_an_event_at_another_instant_is_found(house: str) -> None:
    record(house, upcoming(house, queries.last(house)), START + timedelta(seconds=1))
    assert len(found()) == 1


def test_a_day_that_opens_before_the_other_ended_is_found(house: str) -> None:
    record(house, upcoming(house, queries.last(house)), START)
    opened = upcoming(house, queries.last(house))
    record(house, opened, opened.start)
    ((_, position, detail),) = found()
    assert position == 4
    assert detail.startswith("gaming_day.ended of 2026-11-27 had to come")
