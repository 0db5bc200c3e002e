"""The store keeps streams without gaps, and says no where it must."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import uuid4

import msgspec
import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from cardroom.errors import IdReused, PositionConflict
from cardroom.log import feed, store
from cardroom.log.envelope import GENESIS, event_hash
from cardroom.log.models import Event, Feed, Head, Outbox
from cardroom.log.rows import rows
from tests.recorded import AT, HOUSE, STREAM, append, event, events, record, recorded

pytestmark = pytest.mark.django_db


def test_positions_go_on_from_one_without_gaps() -> None:
    assert record(events(3)) == [1, 2, 3]
    assert record(events(2)) == [4, 5]
    assert record(events(1), stream="table:T02") == [1]
    assert [one.position for one in recorded()] == [1, 2, 3, 4, 5]


def test_what_was_appended_is_read_back_to_the_byte() -> None:
    body = '{ "round":7, "data" : {"text":"21½ 🂡 \\u00e9"}}'.encode()
    sent = msgspec.structs.replace(event(number=7), body=body, occurred_at=AT + timedelta(0, 0, 1))
    record([sent])
    (stored,) = recorded()
    for field in sent.__struct_fields__:
        assert getattr(stored, field) == getattr(sent, field)
    assert (stored.house, stored.stream, stored.position) == (HOUSE, STREAM, 1)
    assert (stored.recorded_at, stored.recorded_by, stored.hash_version) == (AT, "key:7", 1)


def test_each_hash_covers_the_one_before_it_and_the_head_has_the_last() -> None:
    record(events(2))
    record(events(2))
    previous = GENESIS
    for stored in recorded():
        assert event_hash(stored, previous) == stored.hash
        previous = stored.hash
    head = store.head(HOUSE, STREAM)
    assert head
    assert (head.position, head.hash) == (4, previous)


def test_a_snapshot_stays_until_another_comes_and_the_open_round_follows() -> None:
    said = []
    for snapshot, open_round in ((b"one", 1), (None, 2), (b"two", None)):
        with store.recording():
            head = store.lock(HOUSE, STREAM)
            store.append(
                head,
                events(1),
                recorded_at=AT,
                recorded_by="key:7",
                snapshot=snapshot,
                open_round=open_round,
            )
        after = store.head(HOUSE, STREAM)
        assert after
        said.append((after.snapshot, after.open_round))
    assert said == [(b"one", 1), (b"one", 2), (b"two", None)]


def test_a_new_stream_begins_empty_and_is_there_only_once_something_locked_it() -> None:
    assert store.head(HOUSE, STREAM) is None
    with store.recording():
        head = store.lock(HOUSE, STREAM)
    assert (head.position, head.hash, head.snapshot, head.open_round) == (0, GENESIS, None, None)
    assert store.head(HOUSE, STREAM) == head
    assert recorded() == []


def test_streams_are_listed_by_house_and_name() -> None:
    for house, stream in (("B", "table:T01"), ("A", "table:T02"), ("A", "table:T01")):
        record(events(1), house=house, stream=stream)
    names = [(head.house, head.stream) for head in store.streams()]
    assert names == [("A", "table:T01"), ("A", "table:T02"), ("B", "table:T01")]
    assert [head.stream for head in store.streams("B")] == ["table:T01"]


def test_ids_are_known_in_their_house_alone() -> None:
    sent = events(2)
    record(sent)
    stranger = uuid4()
    known = store.known(HOUSE, [sent[1].id, stranger])
    assert known == {sent[1].id: store.Known(STREAM, 2, sent[1].sameness)}
    assert store.known("OTHER", [sent[1].id]) == {}


def test_an_id_is_never_recorded_twice_in_a_house() -> None:
    sent = event()
    record([sent])
    with pytest.raises(IdReused) as refusal, store.recording():
        append(store.lock(HOUSE, "table:T02"), [event(), sent])
    assert str(refusal.value) == f"id {sent.id} is recorded at table T01, position 1"
    assert not refusal.value.retryable
    assert recorded(stream="table:T02") == []
    assert store.head(HOUSE, "table:T02") is None
    assert record([sent], house="OTHER") == [1]


def test_an_id_that_a_batch_itself_has_twice_is_named() -> None:
    sent = event()
    with pytest.raises(IdReused) as refusal, store.recording():
        append(store.lock(HOUSE, STREAM), [event(), sent, event(event_id=sent.id)])
    assert str(refusal.value) == f"two events of this batch have the id {sent.id}"
    assert store.head(HOUSE, STREAM) is None


def test_a_stale_head_appends_nothing() -> None:
    record(events(1))
    with store.recording():
        stale = store.lock(HOUSE, STREAM)
        append(stale, events(2))
    with pytest.raises(PositionConflict) as refusal, store.recording():
        append(stale, events(1))
    assert refusal.value.position == 3
    assert len(recorded()) == 3
    assert Outbox.objects.count() == 2


@contextmanager
def _refused(error: type[Exception]) -> Iterator[None]:
    """What the database refuses, with nothing of it left."""
    with pytest.raises(error), store.recording():
        yield
    assert recorded() == []


@pytest.mark.parametrize(
    "body", [b"[]", b"7", b"{", b'{"a":1,"a":2}', b'{"a":{"b":1,"b":1}}', b'{"a":NaN}', b""]
)
def test_a_body_is_a_json_object_with_unique_keys(body: bytes) -> None:
    with _refused(IntegrityError):
        append(store.lock(HOUSE, STREAM), [msgspec.structs.replace(event(), body=body)])


def test_a_digest_has_32_bytes() -> None:
    with _refused(IntegrityError):
        append(store.lock(HOUSE, STREAM), [msgspec.structs.replace(event(), sameness=b"short")])


def test_a_version_is_a_small_positive_number() -> None:
    with _refused(IntegrityError):
        append(store.lock(HOUSE, STREAM), [msgspec.structs.replace(event(), version=0)])
    with _refused(DataError):
        append(store.lock(HOUSE, STREAM), [msgspec.structs.replace(event(), version=70_000)])


def test_the_payload_is_the_body_as_json_for_queries() -> None:
    record(events(3, number=17))
    assert Event.objects.get(payload__data__seat=2).position == 2
    assert Event.objects.values_list("payload", flat=True).get(position=3) == {
        "data": {"seat": 3, "card": "9H"},
        "round": 17,
    }


def test_a_stream_is_read_between_bounds_and_over_many_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store, "PAGE", 3)
    record(events(9))

    def positions(**bounds: int) -> list[int]:
        return [one.position for one in store.load(HOUSE, STREAM, **bounds)]

    assert positions() == list(range(1, 10))
    assert positions(after=4) == [5, 6, 7, 8, 9]
    assert positions(until=4) == [1, 2, 3, 4]
    assert positions(after=2, until=7) == [3, 4, 5, 6, 7]
    assert positions(limit=3) == [1, 2, 3]
    assert positions(after=1, limit=5) == [2, 3, 4, 5, 6]
    assert positions(limit=0) == []
    assert positions(after=9) == []


def test_a_round_is_its_own_events_wherever_they_lie() -> None:
    for number in (1, 2, None, 1):
        record(events(2, number=number))
    head = store.head(HOUSE, STREAM)
    assert head
    assert [one.position for one in store.load_round(head, 1)] == [1, 2, 7, 8]
    assert [one.position for one in store.load_round(head, 1, until=7)] == [1, 2, 7]
    assert store.load_round(head, 3) == []
    assert all(one.round == 2 for one in store.load_round(head, 2))


@pytest.mark.django_db(transaction=True)
def test_a_head_is_locked_inside_a_transaction_only() -> None:
    with pytest.raises(TransactionManagementError):
        store.lock(HOUSE, STREAM)
    assert store.streams() == []


def _append_and_swallow_an_error() -> None:
    """What a service must not do: PostgreSQL then takes COMMIT for ROLLBACK."""
    append(store.lock(HOUSE, STREAM), events(1))
    with pytest.raises(DataError):
        rows("SELECT 1 / %(none)b", {"none": 0})


@pytest.mark.django_db(transaction=True)
def test_without_the_guard_a_swallowed_error_is_a_silent_rollback() -> None:
    with transaction.atomic(durable=True):
        _append_and_swallow_an_error()
    assert recorded() == []


@pytest.mark.django_db(transaction=True)
def test_a_swallowed_error_cannot_pass_as_recorded() -> None:
    with pytest.raises(TransactionManagementError, match="INERROR"), store.recording():
        _append_and_swallow_an_error()
    assert recorded() == []


def _append_and_give_up() -> None:
    """What a service must not do either: Django then rolls back as silently."""
    append(store.lock(HOUSE, STREAM), events(1))
    transaction.set_rollback(True)


@pytest.mark.django_db(transaction=True)
def test_a_rollback_by_django_cannot_pass_as_recorded() -> None:
    with pytest.raises(TransactionManagementError, match="gives up"), store.recording():
        _append_and_give_up()
    assert recorded() == []


@pytest.mark.django_db(transaction=True)
def test_the_guard_refuses_where_no_transaction_is_open() -> None:
    assert recorded() == []
    with pytest.raises(TransactionManagementError, match="IDLE"):
        store.guard()
    connection.close()
    with pytest.raises(TransactionManagementError, match="UNKNOWN"):
        store.guard()


@pytest.mark.django_db(transaction=True)
def test_what_an_inner_block_gave_up_is_no_obstacle() -> None:
    with store.recording():
        head = store.lock(HOUSE, STREAM)
        with pytest.raises(DataError), transaction.atomic():
            rows("SELECT 1 / %(none)b", {"none": 0})
        append(head, events(1))
    assert len(recorded()) == 1


def test_rows_name_themselves_in_the_admin() -> None:
    record(events(2))
    assert str(Head.objects.get()) == "EXAMPLE table:T01 2"
    assert str(Event.objects.get(position=2)) == "2 incident.noted"
    assert str(Outbox.objects.get()) == "1-2"
    feed.sequence()
    assert str(Feed.objects.get(cursor=2)) == "EXAMPLE 2"
