"""The schedule of reports at work: what a house changes holds from the end of that day on."""

from datetime import date, timedelta
from typing import Any

import pytest

from cardroom import clockwork
from cardroom.due.models import Row
from cardroom.house import editing, written
from cardroom.house.versions import newest
from cardroom.house_games import GAMES
from cardroom.reports import asking, periods, schedule, watching
from tests.clocked import Clock, a_house, instant

HOUSE = "A"


@pytest.fixture
def clock() -> Clock:
    """The evening on which the house came to be, of the gaming day before the last of a month."""
    turned = Clock(instant("2026-11-29 20:00"))
    a_house(HOUSE, turned)
    return turned


def set_to(clock: Clock, **times: dict[str, Any]) -> None:
    """Change the schedule of some kinds."""
    facts = written.written(newest(HOUSE).values())["house"]
    facts["reports"] |= {kind: facts["reports"][kind] | said for kind, said in times.items()}
    assert editing.put(house=HOUSE, kind="house", facts=facts, games=GAMES, now=clock())


def due(day: str) -> dict[str, str]:
    """What is due of a day, or was: its status, by its kind."""
    rows = Row.objects.filter(house=HOUSE, gaming_day=day, kind__startswith="report.")
    return dict(rows.values_list("kind", "status"))


@pytest.mark.django_db
def test_a_report_waits_as_long_as_the_house_says_and_what_is_off_never_comes(clock: Clock) -> None:
    set_to(clock, fees={"wait_minutes": 90}, integrity={"daily": False})
    clock.to("2026-11-30 14:00")
    assert clockwork.run_due(now=clock).missed == 0
    done = {"report.rotation": "done", "report.irregularities": "done"}
    assert due("2026-11-29") == done | {"report.fees": "pending"}
    (row,) = asking.unfinished(HOUSE, limit=9)
    assert (row.kind, row.due_at) == ("fees", instant("2026-11-30 15:30"))
    clock.at += timedelta(minutes=90)
    clockwork.run_due(now=clock)
    assert due("2026-11-29") == done | {"report.fees": "done"}


@pytest.mark.django_db
def test_a_change_holds_from_the_end_of_the_day_that_lasts(clock: Clock) -> None:
    clock.to("2026-11-30 14:00")
    set_to(clock, fees={"daily": False, "monthly": False})
    clockwork.run_due(now=clock)
    assert "report.fees" not in due("2026-11-29")
    clock.to("2026-12-01 14:00")
    clock.at += timedelta(seconds=1)
    set_to(clock, fees={"daily": True})
    clockwork.run_due(now=clock)
    assert "report.fees" not in due("2026-11-30"), "the day had ended before"
    clock.to("2026-12-02 14:00")
    clockwork.run_due(now=clock)
    assert due("2026-12-01")["report.fees"] == "done"


@pytest.mark.django_db
def test_months_come_whatever_days_are_made(clock: Clock) -> None:
    set_to(clock, rotation={"daily": False})
    clock.to("2026-12-01 14:00")
    clockwork.run_due(now=clock)
    assert "report.rotation" not in due("2026-11-30")
    assert due("2026-11-01") == {f"{kind}.month": "done" for kind in schedule.DAILY}


@pytest.mark.django_db
def test_what_happens_while_a_report_waits_makes_none_before_its_time(clock: Clock) -> None:
    set_to(clock, fees={"wait_minutes": 60})
    clock.to("2026-11-30 14:00")
    clockwork.run_due(now=clock)
    touched = {date(2026, 11, 29): 7}
    watching._plan(HOUSE, touched, clock())
    planned = Row.objects.filter(house=HOUSE, gaming_day="2026-11-29", purpose="after 7")
    assert set(planned.values_list("kind", flat=True)) == {
        "report.rotation", "report.irregularities", "report.integrity",
    }  # fmt: skip
    clock.at += timedelta(hours=1)
    watching._plan(HOUSE, touched, clock())
    assert planned.filter(kind="report.fees").exists()


@pytest.mark.django_db
def test_what_was_given_up_is_tried_again_alone_and_nobody_elses(clock: Clock) -> None:
    day = periods.day("2026-11-29")
    first = asking.ask(HOUSE, "fees", day, clock())
    other = asking.ask(HOUSE, "rotation", day, clock())
    assert not asking.again(HOUSE, first.id, clock()), "it wasn't given up"
    Row.objects.filter(pk__in=[first.id, other.id]).update(status="failed", error="no ink")
    assert [one.error for one in asking.unfinished(HOUSE, limit=9)] == ["no ink", "no ink"]
    assert not asking.again("B", first.id, clock())
    assert asking.again(HOUSE, first.id, clock())
    assert [asking.one(HOUSE, one.id).status for one in (first, other)] == ["pending", "failed"]
