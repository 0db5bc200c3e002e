"""Box periods by gaming day: days of 23 and 25 hours, a day from midnight, boxes that hang on."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from cardroom.house import in_force
from ledger.queries import closing
from ledger.queries.reconciliations import listed, next_day, of_day, one, rounds
from ledger.rules.reconciliation import BoxFigures, Period, figures, sums
from ledger.rules.reconciliation.findings import findings
from ledger.rules.reconciliation.tolerance import tolerances_of
from tests.counting import load_the_house
from tests.played import HOUSE, TABLE, Evening, Event
from tests.reconciling import OWED

pytestmark = pytest.mark.django_db


class Table:
    """A table whose rounds and drops happen at given instants."""

    def __init__(self, *changes: tuple[str, str]) -> None:
        load_the_house(*changes)
        self.evening = Evening()
        self.boxes = 0

    def at(self, instant: datetime, *events: Event) -> int:
        """Record events from an instant on, as far apart as they were; the last position."""
        first = datetime.fromisoformat(events[0]["occurred_at"])
        later = instant - first
        for event in events:
            at = datetime.fromisoformat(event["occurred_at"]) + later
            event["occurred_at"] = at.isoformat()
        return self.evening.post(*events).last_position

    def play(self, instant: datetime) -> None:
        """A round, all fees of which are right; the table opens before the first one."""
        if not self.evening.rounds:
            self.at(instant - timedelta(minutes=5), *self.evening.opening)
            self.drop(instant - timedelta(minutes=2))
        self.at(instant, *self.evening.next_round())

    def drop(self, instant: datetime, **data: Any) -> int:
        """The box comes off, if there is one, and the next one is put on."""
        told = {"purpose": "collection", "box_in": f"B-{self.boxes + 1}", "removed_by": "drop-1"}
        if self.boxes:
            told["box_out"] = f"B-{self.boxes}"
        self.boxes += 1
        return self.at(instant, self.evening.event("box.changed", told | data))


def utc(text: str) -> datetime:
    """An instant in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def said(boxes: list[BoxFigures]) -> list[tuple[str, int, int]]:
    """Each box with its rounds and what was expected."""
    return [(box.box, box.rounds, box.expected_cents) for box in boxes]


MIDNIGHT = ('gaming_day_starts = "06:00"', 'gaming_day_starts = "00:00"')


@pytest.mark.slow
@pytest.mark.parametrize(
    ("starts", "day", "hours", "begins", "last"),
    [
        ("06:00", date(2026, 10, 31), 25, "2026-10-31T13:00", "2026-11-01T13:59"),
        ("06:00", date(2026, 3, 7), 23, "2026-03-07T14:00", "2026-03-08T12:59"),
        ("00:00", date(2026, 11, 1), 25, "2026-11-01T07:00", "2026-11-02T07:59"),
        ("00:00", date(2026, 3, 8), 23, "2026-03-08T08:00", "2026-03-09T06:59"),
    ],
)
def test_a_box_belongs_to_the_day_on_which_it_came_off_however_long_that_is(
    starts: str, day: date, hours: int, begins: str, last: str
) -> None:
    table = Table(*([MIDNIGHT] if starts == "00:00" else []))
    table.play(utc(begins) - timedelta(hours=1))
    table.drop(utc(begins) - timedelta(minutes=1))  # still the day before
    table.play(utc(begins) + timedelta(hours=1))
    table.drop(utc(begins) + timedelta(hours=2))
    table.play(utc(last) - timedelta(hours=1))
    table.drop(utc(last))
    table.play(utc(last) + timedelta(minutes=2))  # the day after
    before, after = day - timedelta(days=1), day + timedelta(days=1)
    assert said(of_day(HOUSE, before)) == [("B-1", 1, OWED)]
    assert said(of_day(HOUSE, day)) == [("B-2", 1, OWED), ("B-3", 1, OWED)]
    assert said(of_day(HOUSE, after)) == [("B-4", 1, OWED)]
    (total,) = sums(of_day(HOUSE, day))
    assert (total.boxes, total.expected_cents, total.collected_cents) == (2, 2 * OWED, 2 * OWED)
    found = closing.checklist(HOUSE, day)
    assert found.ends_at - found.starts_at == timedelta(hours=hours)
    assert [next_day(HOUSE, one) for one in (date.min, before, day, after)] == [
        before,
        day,
        after,
        None,
    ]


def test_a_box_that_hangs_on_moves_with_the_days_it_is_played_for() -> None:
    table = Table()
    first, second = date(2026, 11, 20), date(2026, 11, 21)
    table.play(utc("2026-11-20T20:00"))
    (hanging,) = of_day(HOUSE, first)
    assert (hanging.status, hanging.shift, hanging.rounds) == ("on_table", None, 1)
    table.play(utc("2026-11-21T20:00"))
    assert of_day(HOUSE, first) == []
    (hanging,) = of_day(HOUSE, second)
    assert (hanging.rounds, hanging.expected_cents) == (2, 2 * OWED)
    table.drop(utc("2026-11-22T03:00"))
    (removed, new) = of_day(HOUSE, second)
    assert (removed.id, removed.status, removed.shift) == (hanging.id, "removed", "swing")
    assert (new.status, new.rounds) == ("on_table", 0)
    assert [box.id for box in listed(HOUSE, after=None, limit=9)] == [removed.id, new.id]


def test_a_table_without_a_box_has_an_implied_one_for_each_day() -> None:
    table = Table()
    table.boxes = -1
    table.at(utc("2026-11-20T19:55"), *table.evening.opening)
    for instant in ("2026-11-20T20:00", "2026-11-20T21:00", "2026-11-21T20:00"):
        table.at(utc(instant), *table.evening.next_round())
    (first,) = of_day(HOUSE, date(2026, 11, 20))
    assert (first.box, first.status, first.purpose) == (TABLE, "implied", "collection")
    assert (first.id, first.rounds) == (f"{TABLE}.collection.2026-11-20", 2)
    assert (first.expected_cents, first.collected_cents) == (2 * OWED, 2 * OWED)
    assert [finding.kind for finding in first.findings] == ["no_box"]
    (second,) = of_day(HOUSE, date(2026, 11, 21))
    assert second.rounds == 1
    assert one(HOUSE, first.id) == first
    found = rounds(HOUSE, first, after=0, limit=9) or []
    assert [each.round for each in found] == [1, 2]


def test_a_box_that_nobody_had_put_on_holds_what_was_taken_without_one() -> None:
    table = Table()
    table.at(utc("2026-11-20T19:55"), *table.evening.opening)
    table.at(utc("2026-11-20T20:00"), *table.evening.next_round())
    removed = table.drop(utc("2026-11-21T20:00"), box_out="B-0", box_in="B-1")
    table.at(utc("2026-11-21T21:00"), *table.evening.next_round())
    assert of_day(HOUSE, date(2026, 11, 20)) == []
    unknown, hanging = of_day(HOUSE, date(2026, 11, 21))
    assert (unknown.id, unknown.box) == (f"{TABLE}.collection.r{removed}", "B-0")
    assert [finding.kind for finding in unknown.findings] == ["uncounted", "custody"]
    assert (unknown.rounds, unknown.collected_cents) == (1, OWED)
    assert (hanging.box, hanging.rounds) == ("B-1", 1)
    assert one(HOUSE, unknown.id) == unknown
    found = rounds(HOUSE, unknown, after=0, limit=9) or []
    assert [each.round for each in found] == [1]


def test_tolerances_are_those_in_force_when_the_box_came_off() -> None:
    table = Table(
        ("[house.box_policy]", "[house.tolerances]\nassess_cents = 100\n\n[house.box_policy]")
    )
    table.play(utc("2026-11-20T20:00"))
    table.evening.post(table.evening.fee(1, 100))
    table.drop(utc("2026-11-20T21:00"))
    (box, _) = of_day(HOUSE, date(2026, 11, 20))
    assert box.assess_variance_cents == 100
    assert if_counted(box) == []
    table.evening.post(table.evening.fee(1, 1))
    (box, _) = of_day(HOUSE, date(2026, 11, 20))
    assert if_counted(box) == ["assess"]


def if_counted(box: BoxFigures) -> list[str]:
    """What will be to explain when all is counted that was collected."""
    period = Period(**{name: getattr(box, name) for name in Period.__struct_fields__})
    money = figures(
        assessed_cents=box.assessed_cents,
        waived_cents=box.waived_cents,
        corrections_cents=box.corrections_cents,
        collected_cents=box.collected_cents,
        counted_cents=box.collected_cents,
    )
    tolerances = tolerances_of(in_force.version(box.policy_version).record.tolerances)
    found = findings(period, money, box.items, tolerances, is_assessed=True)
    return [one.kind for one in found if one.kind != "uncounted"]
