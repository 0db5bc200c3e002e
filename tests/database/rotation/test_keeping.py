"""What is kept of a day's rotation as it goes on: a reading of the log, and nothing beside it."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from msgspec import structs

from cardroom import clockwork
from cardroom.due.kinds import FAST, REPORTS
from cardroom.log import store
from cardroom.log.records import Head
from tables.models import RotationRow
from tables.rotation import judged_rows, keeping, spans
from tables.rotation.judged_rows import Row
from tables.rotation.references import References
from tables.rounds.rotation.days import TableDay
from tests import simulated
from tests.builders import BUSTER
from tests.corrected import (
    event_corrected,
    from_the_cage,
    given,
    reported_late,
    round_corrected,
    voided,
)
from tests.database.test_corrections import settled_by_floor
from tests.database.test_rotation import DAY, NEXT, an_evening, day_of, simulate
from tests.phones import a_phone
from tests.played import HOUSE, TABLE, Evening, Event, load_the_house, post
from tests.simulated import rule_set
from tests.table_days import of_table

pytestmark = pytest.mark.django_db(transaction=True)

LATER = datetime(2026, 12, 2, tzinfo=UTC)


def head_of() -> Head:
    """The head of the first table's stream."""
    head = store.head(HOUSE, f"table:{TABLE}")
    assert head is not None
    return head


def kept(day: date = DAY) -> Row | None:
    """The row of a day."""
    return judged_rows.of_day([head_of().stream_id], day).get(head_of().stream_id)


def keep(day: date = DAY, *, now: datetime = LATER) -> Row | None:
    """Go on with a day."""
    return keeping.keep(head_of(), day, References(HOUSE), now, kept(day))


def the_same(day: date = DAY) -> TableDay | None:
    """A day from its row on, which is the day from its beginning."""
    head, references = head_of(), References(HOUSE)
    found = of_table(head, day, references, kept(day))
    assert found == of_table(head, day, references)
    return found


@pytest.mark.parametrize("offering", ["NB40-A", "NB40-N"])
def test_a_day_goes_on_from_what_is_kept_as_if_told_from_its_beginning(
    offering: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spans, "_BEFORE", 6)
    load_the_house()
    starts_at = datetime(2026, 11, 29, 13, 30, tzinfo=UTC)
    evening = simulated.Evening(rule_set(BUSTER), offering, starts_at=starts_at)
    evening.setting = replace(evening.setting, offering=offering, table=TABLE)
    post(*evening.open())
    places = []
    for number in range(40):
        post(*evening.play_round().events)
        for day in (DAY, NEXT):
            if number % 3 == 0:
                row = keep(day)
                places += [] if row is None else [(day, row.position)]
            the_same(day)
    post(*evening.close())
    for day in (DAY, NEXT):
        found = the_same(day)
        assert found is not None
        assert found.hands > 5
        own = [position for its_day, position in places if its_day == day]
        assert own == sorted(set(own))
        assert len(own) > 2


def test_a_clock_that_ran_backwards_is_counted_once_wherever_a_row_ends() -> None:
    evening = an_evening(2)
    for minutes in (3, 0, 1, 0):
        at = datetime(2026, 11, 28, 20, 30, tzinfo=UTC) + timedelta(minutes=minutes)
        event = evening.event("incident.noted", {"text": "a spill"})
        evening.post(event | {"occurred_at": at.isoformat().replace("+00:00", "Z")})
        evening.play()
        keep()
        found = the_same()
    assert found is not None
    assert "clocks ran backwards at 5 events" in found.evidence.reasons


def test_nothing_is_kept_before_a_second_round_and_of_what_is_to_come() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    assert keep() is None
    evening.play()
    assert keep() is None
    evening.play()
    assert keep(now=datetime(2026, 11, 28, 19, tzinfo=UTC)) is None
    row = keep()
    assert row is not None
    assert (row.low, row.backwards, keep()) == (1, 0, None)
    assert kept() == row
    assert keep(NEXT) is None


def test_what_was_put_right_is_told_from_the_beginning() -> None:
    evening = an_evening(4)
    row = keep()
    assert row is not None
    from_the_cage(evening, round_corrected(evening, 2, voided(given(evening))))
    found = the_same()
    assert found is not None
    assert {f.superseded_by is None for f in found.findings} == {False, True}
    evening.rounds += 1
    evening.play(2)
    evening.post(reported_late(evening, 5))
    assert keep() is None
    assert the_same() is not None
    assert kept() == row


def test_what_moved_of_the_last_round_is_told_with_it_and_of_one_before_puts_that_right() -> None:
    evening = an_evening(2)
    rows = [keep()]
    for number, cents in ((2, 10**7), (4, 10)):
        evening.post(paid(evening, number, cents))
        the_same()
        evening.play(2)
        rows.append(keep())
        the_same()
    evening.post(*evening.next_round()[:25])
    evening.post(settled_by_floor(evening, 7, code=a_phone().shows()))
    evening.play(2)
    rows.append(keep())
    found = the_same()
    assert found is not None
    assert [f.round for f in found.findings if f.rule == "R6"] == [2]
    positions = [row.position for row in rows if row is not None]
    assert positions == sorted(set(positions))
    assert len(positions) == len(rows)
    assert day_of() == found, "that of the story that forgets nothing"
    evening.post(paid(evening, 8, 10**7))
    assert keep() is None
    found = day_of()
    assert the_same() == found
    assert [f.round for f in found.findings if f.rule == "R6"] == [2, 8]


def paid(evening: Evening, number: int, cents: int) -> Event:
    """What really was collected of a round's wager at seat 4."""
    wager = {"seat": 4, "hand": 1, "kind": "game", "player": "P-1002", "paid_cents": 0}
    return evening.event("wager.paid", wager | {"collected_cents": cents}, number=number)


def test_a_table_event_that_was_corrected_is_told_from_the_beginning() -> None:
    evening = an_evening(1)
    sent = evening.event("player_dealer.offered", {"seat": 4, "accepted": False})
    evening.post(sent)
    evening.play(2)
    assert keep() is not None
    from_the_cage(evening, event_corrected(evening, sent, None))
    found = the_same()
    assert found is not None
    assert (found.offers, found.declined) == (1, 0)


def test_a_correction_from_before_the_table_opened_again_is_in_nobodys_way() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    sent = evening.event("incident.noted", {"text": "a spill"})
    evening.post(sent)
    from_the_cage(evening, event_corrected(evening, sent, None))
    evening.post(evening.event("table.closed", {"reason": "nobody came"}))
    simulate(11, 6)
    assert keep() is not None
    assert the_same() is not None


def test_who_goes_less_far_is_not_kept_and_what_others_judged_is_not_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = an_evening(3)
    row = keep()
    assert row is not None
    assert not judged_rows.write(structs.replace(row, position=row.position - 1))
    monkeypatch.setattr(judged_rows, "VERSION", "another")
    assert kept() is None
    again = keep()
    assert again == row
    monkeypatch.undo()
    assert kept() is None
    evening.play()
    assert keep() is not None


def test_workers_keep_what_has_moved_on_and_forget_what_is_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    an_evening(3)
    keeping.begin(LATER)
    assert kept() is None
    monkeypatch.setattr(keeping, "_STRIDE", 20)
    keeping.begin(datetime(2026, 11, 28, 22, tzinfo=UTC), "ANOTHER")
    assert kept() is None
    clockwork.run_due(queues=[FAST, REPORTS], now=lambda: datetime(2026, 11, 28, 22, tzinfo=UTC))
    assert kept() is not None
    old = RotationRow.objects.get()
    RotationRow.objects.filter(gaming_day=DAY).update(gaming_day=DAY - timedelta(days=63))
    keeping.keep_day(HOUSE, DAY, LATER)
    assert [row.gaming_day for row in RotationRow.objects.all()] == [DAY]
    assert str(old) == f"{old.table_id} 2026-11-28 to {old.position}"
