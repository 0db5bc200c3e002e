"""What makes a kept report outdated: found in the feed, house by house, each place of it once."""

from datetime import UTC, date, datetime
from functools import partial
from typing import Any, Final

import pytest

from cardroom import clock, clockwork
from cardroom.due.models import Row
from cardroom.reports import watching
from cardroom.reports.fees import making
from cardroom.reports.models import Watch
from tests.clocked import Clock, a_house, instant
from tests.corrected import (
    event_corrected,
    from_the_cage,
    given,
    round_corrected,
    seat_taken,
    voided,
)
from tests.played import HOUSE, Evening, an_evening
from tests.reported import a_row, an_exception, fees

EVENING: Final = datetime(2026, 11, 29, 5, tzinfo=UTC)


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A table that played, in a house that came to be on that gaming day."""
    with monkeypatch.context() as then:
        then.setattr(clock, "now", lambda: EVENING)
        return an_evening(1)


def planned() -> list[str]:
    """What is planned for the evening's day, or was done, by what came before."""
    found = Row.objects.filter(house=HOUSE, kind="report.fees", gaming_day="2026-11-28")
    return list(found.order_by("pk").values_list("purpose", flat=True))


@pytest.mark.django_db
def test_a_day_that_has_not_ended_waits_for_its_end(evening: Evening) -> None:
    watching.begin(EVENING)
    assert planned() == []
    clockwork.run_due()
    assert planned() == [""]
    watching.begin(clock.now())
    evening.post(evening.fee(1))
    watching.begin(clock.now(), house="B")
    assert planned() == [""]
    watching.begin(clock.now(), house=HOUSE)
    watching.begin(clock.now())
    last = Watch.objects.get(house=HOUSE).cursor
    assert planned() == ["", f"after {last}"]


@pytest.mark.django_db
def test_a_crowd_of_events_is_looked_through_part_by_part(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    clockwork.run_due()
    watching.begin(clock.now())
    before = Watch.objects.get(house=HOUSE).cursor
    monkeypatch.setattr(watching, "_STRIDE", 2)
    evening.post(*(evening.fee(1, 100 + cents) for cents in range(5)))
    watching.begin(clock.now())
    assert planned() == ["", *(f"after {before + more}" for more in (2, 4, 5))]


@pytest.mark.django_db
def test_a_changed_box_makes_the_days_before_due_again(evening: Evening) -> None:
    clockwork.run_due()
    watching.begin(clock.now())
    later = evening.event(
        "box.changed", {"purpose": "jackpot", "box_in": "J-1", "removed_by": "drop-1"}
    )
    evening.post(later | {"occurred_at": clock.now().isoformat()})
    watching.begin(clock.now())
    assert len(planned()) == 2


@pytest.mark.django_db
def test_what_is_put_right_makes_the_days_due_that_go_on_from_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[set[date]] = []
    monkeypatch.setattr(watching, "_plan", lambda _house, touched, _now: seen.append({*touched}))
    watching.begin(EVENING)
    own, seen[:] = seen[0], []
    assert own == {date(2026, 11, 28)}
    taken = seat_taken(evening, 3)
    for event, days in (
        (evening.event("day.attested", attested("2026-11-21")), {21, 28}),
        (round_corrected(evening, 1, voided(given(evening))), {28, 29, 30}),
        (event_corrected(evening, taken, taken["data"] | {"badge": "B-1"}), {*range(21, 29)}),
    ):
        from_table = event["type"] == "day.attested"
        (evening.post if from_table else partial(from_the_cage, evening))(event)
        watching.begin(EVENING)
        (found,) = seen
        assert {day.day for day in found if day.month == 11} == days, event["type"]
        seen.clear()
    evening.rounds += 1
    evening.play()
    watching.begin(EVENING)
    assert {day.day for day in seen[0]} == {*range(21, 29)}


def attested(day: str) -> dict[str, Any]:
    """What a table attests of a gaming day."""
    return {"gaming_day": day, "last_round": 1, "rounds_dealt": 1}


@pytest.mark.django_db
def test_events_of_a_house_itself_are_no_reason() -> None:
    turned = Clock(instant("2026-11-28 20:00"))
    a_house("A", turned)
    for day in ("2026-11-29 15:00", "2026-11-30 15:00"):
        turned.to(day)
        clockwork.run_due(now=turned)
    assert set(Row.objects.values_list("purpose", flat=True)) == {""}


@pytest.mark.django_db
def test_who_may_count_is_not_told_of_money_that_nobody_counted(evening: Evening) -> None:
    implied = {"status": "implied", "put_on_position": None, "removed_position": None}
    unknown = {"status": "removed", "put_on_position": None, "removed_position": 9}
    nothing = dict.fromkeys(("expected_cents", "collected_cents"), 0)
    assert evening.table == "T01"
    for row, is_withheld in (
        (a_row("T01"), True),
        (a_row("T01", **unknown), True),
        (a_row("T01", **implied), True),
        (a_row("T01", **implied, **nothing), True),
    ):
        report = fees(rows=(row,), exceptions=())
        assert making.is_withheld(HOUSE, report) == is_withheld, row
    elsewhere = an_exception("T01", 1, code="other_box", other_since=7)
    assert making.is_withheld(HOUSE, fees(rows=(), exceptions=(elsewhere,)))
    assert not making.is_withheld(HOUSE, fees(rows=(), exceptions=()))
