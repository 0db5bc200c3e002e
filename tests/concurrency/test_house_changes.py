"""Batches beside changes of their house: whatever is recorded stands behind what it was judged by.

Somebody else holds what the one in flight needs next, so that each test goes in one order.
"""

import json
from collections.abc import Callable
from datetime import date
from functools import partial
from threading import Event
from time import monotonic, sleep
from uuid import UUID, uuid4

import pytest
from django.db import InternalError

from api.errors import problem_of
from cardroom import clock
from cardroom.errors import Conflict, Missing, RuleViolation, Unauthenticated
from cardroom.house import codes, editing, keys, loading
from cardroom.house.history.recorder import Recorder, changing
from cardroom.house.history.stream import stream_of
from cardroom.house.models import Key, Version
from cardroom.house.versions import newest
from cardroom.house_games import GAMES
from cardroom.log import feed, holding, statements, store
from cardroom.log.rows import rows
from cardroom.reports import notes, periods
from cardroom.reports import store as report_store
from cardroom.reports.kinds import KINDS
from ledger import days
from ledger.services import counts, reconciliations
from tables import services
from tables.verify import Counts, verify
from tables.views import Answer
from tests.api.club import Caller, issue
from tests.concurrency.test_codes import an_evening_at, send, waiver
from tests.counting import CountRoom, signature_body
from tests.house_file import changed
from tests.phones import a_phone
from tests.played import HOUSE, Evening, load_the_house
from tests.recorded import PATIENCE_S, append, at_once, event, wait_until_someone_waits

pytestmark = pytest.mark.django_db(transaction=True)

Task = Callable[[], object]
IDLE = "idle_in_transaction_session_timeout"
WAITING = (
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


def retire(person: str) -> None:
    editing.retire(house=HOUSE, kind="person", code=person, games=GAMES, now=clock.now())


def load_without_the_floor() -> None:
    text = changed('code = "floor-7"', 'code = "floor-8"')
    loading.load(text, path="house.toml", games=GAMES, now=clock.now())


def issue_a_key() -> None:
    keys.issue(name="T1", scope="tables", house=HOUSE, tables=["T01"], now=clock.now())


CHANGES: dict[str, tuple[Task, str]] = {
    "a person is retired": (partial(retire, "floor-7"), "person.changed"),
    "a file is loaded": (load_without_the_floor, "person.changed"),
    "codes are issued": (partial(a_phone, "floor-7"), "codes.issued"),
    "a key is issued": (issue_a_key, "key.issued"),
}


def in_flight(write: Task, event_id: UUID, change: Task) -> object:
    """What becomes of a write that has judged, and can't append, while the house changes.

    A third holds its event's id, until the change is made, or waits as well.
    """
    held, judged, made, release = Event(), Event(), Event(), Event()

    def third() -> None:
        with store.recording():
            append(store.lock(HOUSE, "table:T03"), [event(event_id=event_id)])
            held.set()
            assert release.wait(PATIENCE_S)
            raise LookupError("the third gives up")

    def writer() -> object:
        assert held.wait(PATIENCE_S)
        return write()

    def changer() -> None:
        assert judged.wait(PATIENCE_S)
        try:
            change()
        finally:
            made.set()

    def onlooker() -> None:
        assert held.wait(PATIENCE_S)
        wait_until_someone_waits()
        judged.set()
        end = monotonic() + PATIENCE_S
        while not made.is_set() and len(rows(WAITING, {})) < 2:
            assert monotonic() < end, "the change is neither made nor waits"
            sleep(0.01)
        feed.sequence()
        release.set()

    gave_up, written, changed_, nothing = at_once(third, writer, changer, onlooker)
    assert isinstance(gave_up, LookupError)
    assert (changed_, nothing) == (None, None)
    return written


def fed() -> list[tuple[UUID, str]]:
    """The feed of the house: ids and types."""
    feed.sequence()
    return [(item.event.id, item.event.type) for item in feed.read(0, 10_000, HOUSE)]


def check_order(event_id: UUID, change: str) -> None:
    """What was judged by the house before a change stands before it."""
    found = fed()
    places = [place for place, (_, kind) in enumerate(found) if kind == change]
    (mine,) = [place for place, (one, _) in enumerate(found) if one == event_id]
    assert mine < places[-1]


@pytest.mark.parametrize("name", CHANGES)
def test_a_batch_in_flight_stands_before_the_change_that_it_was_not_judged_by(name: str) -> None:
    change, kind = CHANGES[name]
    load_the_house()
    evening, code = an_evening_at("T01"), a_phone().shows()
    sent = waiver(evening, code=code)
    answer = in_flight(partial(send, evening, sent), UUID(sent["id"]), change)
    assert isinstance(answer, Answer), answer
    assert "authorisation_claimed" not in {note.code for note in answer.irregularities}
    check_order(UUID(sent["id"]), kind)
    assert list(verify(Counts())) == []


def test_a_signature_in_flight_stands_before_its_signer_is_retired() -> None:
    room = CountRoom()
    room.drop()
    count = room.start()
    room.amounts(count)
    body = signature_body("count-1")

    def sign() -> object:
        content = json.dumps(body).encode()
        return counts.record(
            "count.signed", house=HOUSE, content=content, recorded_by="key:7", count=UUID(count)
        )

    signed = in_flight(sign, UUID(str(body["id"])), partial(retire, "count-1"))
    assert isinstance(signed, counts.Answer), signed
    check_order(UUID(str(body["id"])), "person.changed")
    assert list(verify(Counts())) == []


def retiring(kind: str, code: str, recorder: Recorder) -> None:
    before = newest(HOUSE)
    old = before[kind, code]
    row = Version(kind=kind, code=code, version=2, data=old.data, retired=True)
    recorder.versions([row], before)


def ending_its_key(recorder: Recorder) -> None:
    keys._end(recorder, Key.objects.get(name="test tables"), recorder.now)


def while_it_changes(make: Callable[[Recorder], None], write: Task) -> object:
    """What becomes of a write that comes while the house changes, and it isn't committed yet."""
    written, release = Event(), Event()

    def change() -> None:
        with store.recording():
            head = store.lock(HOUSE, stream_of(HOUSE))
            recorder = Recorder(head, now=clock.now(), by="operator", reason=None)
            make(recorder)
            recorder.write()
            written.set()
            assert release.wait(PATIENCE_S)

    def writer() -> object:
        assert written.wait(PATIENCE_S)
        return write()

    def onlooker() -> None:
        assert written.wait(PATIENCE_S)
        wait_until_someone_waits()
        release.set()

    changed_, found, nothing = at_once(change, writer, onlooker)
    assert (changed_, nothing) == (None, None)
    return found


def test_a_batch_waits_for_a_change_on_its_way_and_is_judged_by_it() -> None:
    load_the_house()
    evening = an_evening_at("T01")
    refusal = while_it_changes(
        partial(retiring, "person", "floor-7"), partial(send, evening, waiver(evening))
    )
    assert isinstance(refusal, RuleViolation)
    assert refusal.detail == "`floor-7` is nobody of this house"


def test_the_very_first_batch_of_a_table_waits_as_well() -> None:
    load_the_house()
    evening = Evening("T02")
    refusal = while_it_changes(
        partial(retiring, "table", "T02"), partial(send, evening, *evening.opening)
    )
    assert isinstance(refusal, Missing)
    assert store.head(HOUSE, "table:T02") is None


def test_a_signature_waits_for_a_change_on_its_way_and_is_judged_by_it() -> None:
    room = CountRoom()
    room.drop()
    count = room.start()
    room.amounts(count)
    body = signature_body("count-1")
    response = while_it_changes(
        partial(retiring, "person", "count-1"), partial(room.post, f"/{count}/signatures", body)
    )
    assert getattr(response, "status_code", response) == 422


def test_what_comes_with_a_key_waits_for_its_end_and_is_not_recorded() -> None:
    load_the_house()
    evening, caller = Evening("T01"), Caller(issue("tables", "T01"))
    caller.record("T01", evening.opening)
    batch = partial(caller.post, "T01", [evening.event("incident.noted", {"text": "late"})])
    response = while_it_changes(ending_its_key, batch)
    assert getattr(response, "status_code", response) == 401
    assert fed()[-1][1] == "key.revoked"


def test_nothing_of_the_cage_comes_with_a_key_that_has_ended() -> None:
    room = CountRoom()
    room.drop()
    key = Key.objects.get(scope="count")
    room.say("", room.start_body())
    known = dict(keys._remembered)
    keys.revoke(key.pk, now=clock.now())
    keys._remembered.update(known)  # as another process has it for some seconds yet
    assert room.post("", room.start_body()).status_code == 401
    said = {"id": str(uuid4()), "by": "sup-1", "text": "found later"}
    closing = {"id": str(uuid4()), "authorised_by": "sup-1"}
    sender = f"key:{key.pk}"
    with pytest.raises(Unauthenticated):
        reconciliations.record(
            "reconciliation.explained",
            house=HOUSE,
            reconciliation="T01.collection.1",
            content=json.dumps(said).encode(),
            recorded_by=sender,
        )
    with pytest.raises(Unauthenticated):
        days.record(
            house=HOUSE,
            gaming_day=date(2026, 11, 28),
            content=json.dumps(closing).encode(),
            recorded_by=sender,
        )
    day = periods.day("2026-11-28")
    kept = report_store.make(HOUSE, KINDS["rotation"], day, now=clock.now)
    with pytest.raises(Unauthenticated):
        notes.record(kept, content=json.dumps(said).encode(), recorded_by=sender)


def test_who_changes_a_house_gives_way_to_other_tables_while_a_batch_takes_long() -> None:
    load_the_house()
    slow, other = an_evening_at("T01"), an_evening_at("T02")
    begun, release = Event(), Event()

    def takes_long() -> None:
        with store.recording():
            store.lock(HOUSE, f"table:{slow.table}")
            begun.set()
            assert release.wait(PATIENCE_S)

    def change() -> None:
        assert begun.wait(PATIENCE_S)
        retire("floor-7")

    def onlooker() -> Answer:
        assert begun.wait(PATIENCE_S)
        wait_until_someone_waits()
        try:
            return send(other, waiver(other))
        finally:
            release.set()

    nothing, changed_, answer = at_once(takes_long, change, onlooker)
    assert isinstance(answer, Answer), answer
    assert (nothing, changed_) == (None, None)
    assert fed()[-1][1] == "person.changed"


def test_who_changes_a_house_gives_up_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holding, "PATIENCE_MS", 20)
    monkeypatch.setattr(holding, "PAUSE_MS", 5)
    monkeypatch.setattr(holding, "TRIES", 3)
    load_the_house()
    with store.recording():
        store.lock(HOUSE, "table:T01")
        (refusal,) = at_once(partial(retire, "floor-7"))
    assert isinstance(refusal, Conflict)
    assert refusal.retryable
    retire("floor-7")


def test_a_writer_that_stops_in_its_midst_holds_up_nobody_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load_the_house()
    with store.recording():
        store.lock(HOUSE, "table:T99")
        assert rows("SELECT current_setting(%(name)b)", {"name": IDLE}) == [("1min",)]
    assert rows("SELECT current_setting(%(name)b)", {"name": IDLE}) == [("0",)]
    monkeypatch.setattr(statements, "LOCK", statements.LOCK.replace("1min", "200ms"))
    begun, made = Event(), Event()

    def stops() -> None:
        with store.recording():
            head = store.lock(HOUSE, "table:T01")
            begun.set()
            assert made.wait(PATIENCE_S)
            append(head, [event()])

    def change() -> None:
        assert begun.wait(PATIENCE_S)
        retire("floor-7")
        made.set()

    lost, changed_ = at_once(stops, change)
    assert isinstance(lost, InternalError)
    said = problem_of(lost)
    assert said is not None
    assert (said.code, said.retryable) == ("unavailable", True)
    assert changed_ is None
    assert store.head(HOUSE, "table:T01") is None


def test_a_change_waits_for_other_locks_as_patiently_as_ever() -> None:
    load_the_house()
    with changing(HOUSE, now=clock.now()):
        assert rows("SELECT current_setting('lock_timeout')", {}) == [("0",)]


def test_houses_hold_up_only_themselves() -> None:
    load_the_house()
    evening = an_evening_at("T01")
    with store.recording():
        store.lock("OTHER", "house:OTHER")
        (answer,) = at_once(partial(send, evening, waiver(evening)))
    assert isinstance(answer, Answer)


@pytest.mark.slow
def test_batches_corrections_counts_and_changes_at_once_hold_up_nobody_for_ever() -> None:
    room = CountRoom()
    evening = room.evening
    for turn in range(1, 6):
        room.drop(box_out=f"B-{turn}", box_in=f"B-{turn + 1}")
        count = room.start(box=f"B-{turn}")
        room.amounts(count)
        signature = signature_body("sup-1", id=str(uuid4()))
        seat = next(one for one in evening.opening if one["type"] == "seat.taken")
        corrected = {"event": seat["id"], "data": seat["data"] | {"kind": "patron"}}
        right = evening.event("event.corrected", corrected | WORD)
        outcomes = at_once(
            partial(room.post, f"/{count}/signatures", signature),
            partial(record, evening, right, "cage"),
            partial(send, evening, waiver(evening, code="000000")),
            partial(codes.issue, person="sup-1", house=HOUSE, now=clock.now()),
            issue_a_key,
        )
        assert not [one for one in outcomes if isinstance(one, Exception)], outcomes
    assert list(verify(Counts())) == []


WORD = {"reason": "seated otherwise", "authorised_by": "sup-1", "code": "000000"}


def record(evening: Evening, sent: dict[str, object], scope: str) -> Answer:
    content = json.dumps({"events": [sent]}).encode()
    return services.record(
        house=HOUSE, table=evening.table, content=content, recorded_by="key:8", scope=scope
    )
