"""Records of counts follow the cage's stream: verified, made again, and never crossing a fee."""
# ruff: noqa: S608 - nothing from outside

from threading import Event as Signal

import pytest

from cardroom.log import store
from ledger import cage, count_records, count_replay
from ledger import rebuild as made_anew
from ledger.rules.counting.records import TABLES
from tables import rebuild
from tables.verify import Counts, verify
from tests.api.club import JSON, Response, body, refused
from tests.corrected import event_corrected, from_the_cage, given, round_corrected, seat_taken
from tests.counting import CASH, FEE_CENTS, CountRoom, amounts_body, signature_body
from tests.journals import balances
from tests.phones import a_phone
from tests.played import HOUSE, TABLE
from tests.reconciling import OWED
from tests.recorded import at_once, tamper, wait_until_someone_waits

pytestmark = pytest.mark.django_db(transaction=True)


def findings() -> list[str]:
    """What verification finds."""
    return [str(found) for found in verify(Counts())]


def a_count() -> tuple[CountRoom, str]:
    """A count that was corrected, accepted and adjusted."""
    room = CountRoom()
    room.drop()
    count = room.start()
    room.amounts(count)
    room.sign(count, "count-1")
    room.say(f"/{count}/corrections", amounts_body(denominations={"100": 3}, reason="miscounted"))
    room.sign(count, "count-1", "count-2", "cage-1")
    room.adjust(count)
    return room, count


def test_each_kind_of_record_is_held_against_the_log() -> None:
    a_count()
    counted = Counts()
    assert list(verify(counted)) == []
    kept = len(count_records.of_house(HOUSE))
    assert kept == 9
    tamper(
        "UPDATE ledger_count SET collector = 'drop-2'",
        "UPDATE ledger_figure SET total_cents = 1 WHERE revision = 2",
        "UPDATE ledger_signature SET signed_by = 'sup-2' WHERE signed_by = 'cage-1'",
        "UPDATE ledger_acceptance SET recorded_cents = recorded_cents + 1",
        "DELETE FROM ledger_adjustment",
        "UPDATE ledger_journal SET table_code = 'T02' WHERE kind = 'count'",
    )
    found = findings()
    assert sum(": recorded;" in one for one in found) == 1  # nor do journals say so
    found = [one for one in found if ": recorded;" not in one]
    assert len(found) == 6
    for table, column in (
        ("ledger_count", "collector"),
        ("ledger_figure", "total_cents"),
        ("ledger_signature", "signed_by"),
        ("ledger_acceptance", "recorded_cents"),
        ("ledger_adjustment", "id"),
        ("ledger_journal", "table_code"),
    ):
        assert sum(table in one and f", {column}:" in one for one in found) == 1, (table, found)


def test_lost_records_are_made_again() -> None:
    a_count()
    before = count_records.of_house(HOUSE)
    tamper(*(f"DELETE FROM {table}" for table in reversed(TABLES.values())))
    assert len(findings()) == len(before)
    list(rebuild.rebuild())
    assert count_records.of_house(HOUSE) == before
    assert findings() == []
    tamper("DELETE FROM ledger_figure WHERE revision = 1", "DELETE FROM ledger_acceptance")
    head = store.head(HOUSE, f"cage:{HOUSE}")
    assert head is not None
    assert count_replay.restore(head) == 2
    assert count_records.of_house(HOUSE) == before


@pytest.mark.slow
def test_lost_journals_of_counts_are_found_and_posted_again() -> None:
    a_count()
    before = balances(HOUSE)
    of_counts = "IN (SELECT id FROM ledger_journal WHERE kind LIKE 'count%')"
    tamper(
        f"DELETE FROM ledger_entry WHERE journal_id {of_counts}",
        "DELETE FROM ledger_journal WHERE kind LIKE 'count%'",
    )
    assert sum("ledger_journal" in one and "stored null" in one for one in findings()) == 2
    head = store.head(HOUSE, f"cage:{HOUSE}")
    assert head is not None
    assert count_replay.restore(head) == 2
    made_anew.balances()
    assert balances(HOUSE) == before
    assert findings() == []


def test_an_event_that_cannot_be_read_is_a_finding_and_its_counts_are_not_checked() -> None:
    a_count()
    tamper(
        """UPDATE log_event SET body = '{"data": {}, "noted": {}}' WHERE type = 'count.signed'"""
    )
    counted = Counts()
    found = [str(one) for one in verify(counted)]
    assert any("counts or reviews cannot be read" in one for one in found)
    assert any("the counts and reviews of" in one for one in counted.not_checked)


def test_a_count_that_is_told_otherwise_than_its_table_says_is_refused_by_the_database() -> None:
    room = CountRoom()
    room.drop()
    tamper("UPDATE ledger_boxperiod SET removed_by = 'cage-1' WHERE removed_position IS NOT NULL")
    assert room.rule("", room.start_body(), "") == "box_policy"
    list(rebuild.rebuild())
    room.start()


def test_a_fee_that_comes_before_the_acceptance_is_in_the_count_and_one_behind_it_is_not() -> None:
    room = CountRoom()
    room.drop()
    count = room.start()
    room.amounts(count)
    early = room.evening.fee(1, FEE_CENTS)
    room.evening.post(early)
    room.sign(count, "count-1", "count-2", "sup-1")
    (drop, _) = room.cage.read("drops")["items"]
    before = drop["collected_cents"]
    assert before >= 2 * FEE_CENTS
    answer = room.evening.post(room.evening.fee(1, 300))
    assert "counted_box" in str(answer.irregularities)
    (drop, present) = room.auditor.read("drops")["items"]
    assert (drop["collected_cents"], present["collected_cents"]) == (before, 300)
    assert balances(HOUSE)["count_room:collection"] == 0
    assert findings() == []


@pytest.mark.slow
def test_the_last_signature_waits_for_a_fee_that_is_being_recorded() -> None:
    room = CountRoom()
    room.drop()
    count = room.start()
    room.amounts(count)
    room.sign(count, "count-1", "count-2")
    before = room.auditor.read("drops")["items"][0]["collected_cents"]
    signature, fee = signature_body("sup-1"), room.evening.fee(1, 300)
    is_held, may_go = Signal(), Signal()

    def record_slowly() -> None:
        with store.recording():
            store.lock(HOUSE, f"table:{TABLE}")
            is_held.set()
            may_go.wait(20)

    def sign() -> int:
        is_held.wait(20)
        return int(room.post(f"/{count}/signatures", signature).status_code)

    def fee_behind() -> object:
        is_held.wait(20)
        wait_until_someone_waits()
        may_go.set()
        return room.evening.post(fee)

    assert at_once(record_slowly, sign, fee_behind)[1] == 201
    drop, present = room.auditor.read("drops")["items"]
    assert drop["status"] == "counted"
    assert drop["collected_cents"] + present["collected_cents"] == before + 300
    assert present["collected_cents"] in {0, 300}
    assert balances(HOUSE)["count_room:collection"] == 0
    assert findings() == []


@pytest.mark.slow
def test_two_counters_at_once_enter_one_figure_and_start_one_count() -> None:
    room = CountRoom()
    room.drop()
    starts = [room.start_body(), room.start_body(counters=["count-2", "count-3"])]
    answers = at_once(*(lambda one=one: room.post("", one) for one in starts))
    assert sorted(answer.status_code for answer in answers) == [201, 422]  # type: ignore[attr-defined]
    (sheet,) = count_records.listed(HOUSE, after=0, limit=9)
    people = sheet.count.counters
    said = [amounts_body(by=person, denominations=CASH) for person in people]
    path = f"/{sheet.count.id}/amounts"
    answers = at_once(*(lambda one=one: room.post(path, one) for one in said))
    assert sorted(answer.status_code for answer in answers) == [201, 422]  # type: ignore[attr-defined]
    assert findings() == []


def test_the_same_post_twice_at_once_records_one_event() -> None:
    room = CountRoom()
    room.drop()
    content = room.start_body()
    answers = at_once(*[lambda: room.post("", content)] * 4)
    codes = sorted(answer.status_code for answer in answers)  # type: ignore[attr-defined]
    assert codes == [200, 200, 200, 201]
    assert len({body(answer)["id"] for answer in answers}) == 1
    head = store.head(HOUSE, cage.stream_of(HOUSE))
    assert head is not None
    assert head.position == 1


def test_corrections_of_rounds_whose_box_is_counted_move_money_in_the_present_box() -> None:
    room = CountRoom()
    room.drop()
    room.counted()
    before = room.cage.read("drops")["items"][0]
    evening = room.evening
    events = given(evening)
    fee = {"seat": 4, "role": "player", "amount_cents": FEE_CENTS + 400}
    events.insert(-1, {**events[-1], "type": "fee.collected", "data": fee})
    from_the_cage(evening, round_corrected(evening, 1, events))
    seat = seat_taken(evening, 4)
    from_the_cage(evening, event_corrected(evening, seat, {**seat["data"], "player": "P-2001"}))
    drop, present = room.auditor.read("drops")["items"]
    assert drop == {**before, "collected_cents": drop["collected_cents"]}
    assert drop["collected_cents"] == before["collected_cents"]
    assert present["collected_cents"] == 400
    assert findings() == []
    for box in room.auditor.read("reconciliations")["items"]:
        off = [one["difference_cents"] for one in box["exceptions"]]
        assert sum(off) == box["assess_variance_cents"], box


def hung_otherwise(room: CountRoom, data: JSON | None) -> Response:
    """The second box was another one, says a supervisor, or it never was hung."""
    events = room.auditor.read(f"tables/T01/events?after={room.removed - 1}&limit=1")["items"]
    code = a_phone("sup-1").shows()
    word = {"reason": "read from the slip", "authorised_by": "sup-1", "code": code}
    content = {"event": events[0]["id"], "data": data and events[0]["data"] | data, **word}
    return room.cage.post("T01", [room.evening.event("event.corrected", content)])


def test_a_box_that_holds_late_money_of_a_counted_one_is_no_other_box_afterwards() -> None:
    room = CountRoom()
    room.drop()
    room.counted()
    assert hung_otherwise(room, {"box_in": "B-7"}).status_code == 201
    room.evening.play()
    assert hung_otherwise(room, {"box_in": "B-8"}).status_code == 201
    room.evening.post(room.evening.fee(1, 50))
    for data in ({"box_in": "B-9"}, None):
        said = refused(hung_otherwise(room, data), 422, "rule")
        assert (said["rule"], said["pointer"]) == (
            "counted_once" if data is None else "late_money",
            "/events/0/data/event",
        )
    present = room.auditor.read("drops")["items"][-1]
    assert (present["box"], present["collected_cents"]) == ("B-8", OWED + 50)
    assert findings() == []
