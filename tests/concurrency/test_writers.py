"""Several writers at once, each on a real connection that commits."""

from collections import Counter
from functools import partial
from threading import Barrier, Event

import pytest

from cardroom.errors import IdReused, PositionConflict
from cardroom.log import chain, store
from cardroom.log.models import Outbox
from tests.recorded import (
    HOUSE,
    PATIENCE_S,
    STREAM,
    append,
    at_once,
    event,
    events,
    record,
    recorded,
    wait_until_someone_waits,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_writers_of_one_stream_never_interleave_within_a_batch() -> None:
    start = Barrier(2)

    def write(seat: int) -> list[list[int]]:
        start.wait(PATIENCE_S)
        return [record([event(seat=seat) for _ in range(5)]) for _ in range(40)]

    mine, yours = at_once(partial(write, 1), partial(write, 2))
    assert isinstance(mine, list)
    assert isinstance(yours, list)
    batches = sorted(mine + yours)
    assert [position for batch in batches for position in batch] == list(range(1, 401))
    assert all(batch == list(range(batch[0], batch[0] + 5)) for batch in batches)
    assert list(chain.verify_stream(HOUSE, STREAM)) == []


def test_of_two_writers_with_the_same_head_exactly_one_wins() -> None:
    record(events(1))
    for turn in range(1, 21):
        head = store.head(HOUSE, STREAM)
        assert head
        assert head.position == turn
        start = Barrier(2)

        def write(head: store.Head = head, start: Barrier = start) -> list[int]:
            with store.recording():
                start.wait(PATIENCE_S)
                return append(head, events(1))

        outcomes = at_once(write, write)
        lost = [outcome for outcome in outcomes if isinstance(outcome, PositionConflict)]
        assert [turn + 1] in outcomes
        assert [refusal.position for refusal in lost] == [turn + 1]
    assert list(chain.verify_stream(HOUSE, STREAM)) == []


def test_a_second_writer_waits_for_the_first_and_goes_on_from_there() -> None:
    locked, release = Event(), Event()

    def first() -> list[int]:
        with store.recording():
            head = store.lock(HOUSE, STREAM)
            locked.set()
            assert release.wait(PATIENCE_S)
            return append(head, events(2))

    def second() -> list[int]:
        assert locked.wait(PATIENCE_S)
        return record(events(2))

    def onlooker() -> list[int]:
        assert locked.wait(PATIENCE_S)
        wait_until_someone_waits()
        elsewhere = record(events(3), stream="table:T02")
        release.set()
        return elsewhere

    assert at_once(first, second, onlooker) == [[1, 2], [3, 4], [1, 2, 3]]


def test_eight_twins_of_one_batch_record_it_once() -> None:
    batch = events(60, number=17)
    start = Barrier(8)

    def write() -> list[int]:
        start.wait(PATIENCE_S)
        return record(batch)

    outcomes = at_once(*[write] * 8)
    assert sorted(map(str, outcomes)) == sorted([str(list(range(1, 61)))] + ["[]"] * 7)
    assert [one.id for one in recorded()] == [one.id for one in batch]


def test_twins_at_two_tables_record_their_ids_at_one_of_them() -> None:
    batch = events(3)
    start = Barrier(2)

    def write(stream: str) -> list[int]:
        with store.recording():
            head = store.lock(HOUSE, stream)
            assert store.known(HOUSE, [one.id for one in batch]) == {}
            start.wait(PATIENCE_S)
            return append(head, batch)

    outcomes = at_once(partial(write, "table:T01"), partial(write, "table:T02"))
    assert Counter(map(type, outcomes)) == {list: 1, IdReused: 1}
    assert len(recorded(stream="table:T01")) + len(recorded(stream="table:T02")) == 3


def test_the_first_two_writers_of_a_new_stream_make_one_head() -> None:
    streams = [f"table:T{number:02}" for number in range(1, 11)]
    start = Barrier(4)

    def write() -> list[list[int]]:
        start.wait(PATIENCE_S)
        return [record(events(1), stream=stream) for stream in streams]

    at_once(*[write] * 4)
    assert [(head.stream, head.position) for head in store.streams(HOUSE)] == [
        (stream, 4) for stream in streams
    ]
    assert Outbox.objects.count() == 40
