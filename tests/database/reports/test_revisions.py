"""Revisions of the report `fees`: the first at a day's end, the next ones as events come."""

from datetime import UTC, date, datetime
from typing import Final

import msgspec
import pytest

from cardroom import clock, clockwork
from cardroom.due.models import Row
from cardroom.log.protection import REPORTS, verify_protection
from cardroom.reports import periods, store
from cardroom.reports.fees import making
from cardroom.reports.fees.dataset import Fees
from cardroom.reports.kinds import FEES
from cardroom.reports.models import Report
from cardroom.reports.store import Kept
from tests.counting import FEE_CENTS, CountRoom
from tests.played import HOUSE

DAY: Final = date(2026, 11, 28)
PERIOD: Final = periods.day("2026-11-28")
# What the round itself collects, and what is paid for it afterwards.
COLLECTED_CENTS: Final = 700 + FEE_CENTS
EVENING: Final = datetime(2026, 11, 29, 5, tzinfo=UTC)


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> CountRoom:
    """A table that played on the evening of the day, in a house that came to be on it."""
    with monkeypatch.context() as then:
        then.setattr(clock, "now", lambda: EVENING)
        room = CountRoom()
        room.drop()
    return room


def made() -> Kept:
    """The report of the day, on what is recorded now."""
    return store.make(HOUSE, FEES, PERIOD, now=clock.now)


def read(kept: Kept) -> Fees:
    """Its dataset."""
    return msgspec.json.decode(store.content_of(kept), type=Fees)


def revisions() -> list[tuple[int, list[str]]]:
    """All that is kept of the day."""
    return [
        (kept.revision, list(kept.changes))
        for kept in store.listed(HOUSE, after=0, limit=9, kind="fees", period=str(PERIOD))
    ]


@pytest.mark.django_db
def test_each_count_and_each_late_event_makes_the_next_revision(room: CountRoom) -> None:
    assert clockwork.run_due().missed == 0
    (first,) = revisions()
    assert first == (1, [])
    report = read(made())
    assert (report.state, report.uncounted, report.has_ended) == ("uncounted", 2, True)
    (row,) = (row for row in report.rows if row.removed_position)
    assert (row.collected_cents, row.counted_cents) == (COLLECTED_CENTS, None)
    assert clockwork.run_due().done == 0

    room.counted()
    assert clockwork.run_due().missed == 0
    _, (number, changes) = revisions()
    assert number == 2
    assert any("counted $9.00, was not counted" in change for change in changes)

    room.evening.post(room.evening.fee(1, 300))
    clockwork.run_due()
    *_, (number, changes) = revisions()
    assert number == 3
    assert any(change.startswith("Events up to: T01: ") for change in changes)
    assert any("collected" in change for change in changes)
    reasons = Row.objects.filter(kind="report.fees", gaming_day=DAY).order_by("pk")
    purposes = [purpose.partition(" ")[0] for purpose in reasons.values_list("purpose", flat=True)]
    assert purposes == ["", "after", "after"]
    clockwork.run_due()
    assert len(revisions()) == 3


@pytest.mark.django_db
def test_on_the_same_events_it_is_the_kept_one(room: CountRoom) -> None:
    first, again = made(), made()
    assert first == again
    assert store.one(HOUSE, first.id) == first
    room.evening.play()
    second = made()
    assert (second.revision, second.digest != first.digest) == (2, True)
    assert store.latest(HOUSE, "fees", str(PERIOD)) == second
    assert store.one(HOUSE, first.id) == first


@pytest.mark.django_db
def test_it_names_the_last_event_that_touches_a_round_of_the_day(room: CountRoom) -> None:
    (basis,) = read(made()).tables
    assert (basis.table, basis.rounds) == ("T01", 1)
    assert basis.last_position < room.removed
    room.evening.post(room.evening.fee(1, 300))
    (later,) = read(made()).tables
    assert later.last_position == room.evening.last.last_position > basis.last_position


@pytest.mark.slow
@pytest.mark.django_db
def test_the_month_is_due_with_its_last_day(room: CountRoom) -> None:
    month = periods.month("2026-11")
    kept = store.make(HOUSE, FEES, month, now=clock.now)
    report = read(kept)
    assert (report.gaming_day, report.month) == (None, "2026-11")
    assert (report.minutes, report.has_ended) == (30 * 24 * 60, False)
    assert report.totals == read(made()).totals
    assert [one.gaming_day for one in report.by_day] == [DAY]
    room.evening.play()
    then = datetime(2026, 12, 1, 15, tzinfo=UTC)
    assert clockwork.run_due(now=lambda: then).missed == 0
    last = store.latest(HOUSE, "fees", "2026-11")
    assert last is not None
    assert read(last).has_ended


@pytest.mark.django_db
def test_it_is_counted_only_when_nothing_is_missing(
    room: CountRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.change_box(box_out="B-2")
    room.counted()
    assert (read(made()).state, read(made()).uncounted) == ("uncounted", 1)
    monkeypatch.setattr(making, "is_waited_for", lambda _: False)
    assert read(made()).state == "provisional"
    room.evening.play()
    clockwork.run_due()
    assert read(made()).has_ended
    assert [row.provisional for row in read(made()).rows] == [False, False, False]
    assert read(made()).state == "counted"


@pytest.mark.django_db
def test_the_database_lets_nobody_change_a_report(room: CountRoom) -> None:  # noqa: ARG001
    assert list(verify_protection(REPORTS)) == []
    kept = made()
    assert bytes(Report.objects.get().digest).hex() == kept.digest
