"""The feed misses nothing and shows nothing twice, whatever commits when."""

from collections import defaultdict
from collections.abc import Iterator
from threading import Barrier, Event

import pytest
from django.db import transaction

from cardroom.log import chain, feed, statements, store
from cardroom.log.models import Outbox
from cardroom.log.rows import rows
from tests.recorded import (
    AT,
    HOUSE,
    PATIENCE_S,
    append,
    at_once,
    events,
    record,
    wait_until_someone_waits,
)

pytestmark = pytest.mark.django_db(transaction=True)


def _follow(after: int = 0, limit: int = 7) -> Iterator[feed.FeedItem]:
    """What a consumer sees from this cursor on, page by page."""
    while page := feed.read(after, limit, HOUSE):
        yield from page
        after = page[-1].cursor


def test_an_event_that_commits_late_is_not_missed() -> None:
    opened, committed = Event(), Event()

    def late() -> list[int]:
        with store.recording():
            positions = append(store.lock(HOUSE, "table:T01"), events(2))
            opened.set()
            assert committed.wait(PATIENCE_S)
        return positions

    def follow() -> list[tuple[int, str]]:
        assert opened.wait(PATIENCE_S)
        record(events(3), stream="table:T02")
        feed.sequence()
        before = list(_follow())
        committed.set()
        return [(item.cursor, item.event.stream) for item in before]

    _, before = at_once(late, follow)
    assert before == [(1, "table:T02"), (2, "table:T02"), (3, "table:T02")]
    assert feed.sequence() == 2
    after = [(item.cursor, item.event.stream) for item in _follow(3)]
    assert after == [(4, "table:T01"), (5, "table:T01")]


def test_nothing_of_a_transaction_that_fails_is_ever_numbered() -> None:
    def fail() -> None:
        with store.recording():
            append(store.lock(HOUSE, "table:T01"), events(2))
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    record(events(1), stream="table:T02")
    assert feed.sequence() == 1
    assert [(item.cursor, item.event.stream) for item in _follow()] == [(1, "table:T02")]


def test_readers_follow_writers_and_sequencers_and_see_each_event_once_in_order() -> None:
    streams = ["table:T01", "table:T02", "table:T03"]
    done = Event()
    start = Barrier(len(streams) + 3)
    sent: dict[str, list[object]] = defaultdict(list)

    def write(stream: str) -> None:
        start.wait(PATIENCE_S)
        for count in range(1, 31):
            batch = events(count % 4 + 1)
            record(batch, stream=stream)
            sent[stream] += [one.id for one in batch]

    def sequence() -> None:
        start.wait(PATIENCE_S)
        while not done.is_set():
            feed.sequence()
        feed.sequence()  # what committed last, or the follower waits for it for ever

    def follow() -> list[feed.FeedItem]:
        start.wait(PATIENCE_S)
        seen: list[feed.FeedItem] = []
        while not done.is_set() or Outbox.objects.exists():
            seen += _follow(seen[-1].cursor if seen else 0)
        return seen + list(_follow(seen[-1].cursor))

    def write_all() -> None:
        try:
            at_once(*[lambda stream=stream: write(stream) for stream in streams])
        finally:
            done.set()

    *_, seen = at_once(write_all, sequence, sequence, follow)
    feed.sequence()
    assert isinstance(seen, list)
    assert seen == list(_follow())
    assert [item.cursor for item in seen] == list(range(1, len(seen) + 1))
    by_stream: dict[str, list[object]] = defaultdict(list)
    for item in seen:
        by_stream[item.event.stream].append(item.event.id)
    assert by_stream == sent
    assert list(chain.verify_feed(HOUSE)) == []


def test_concurrent_sequencers_number_each_event_once() -> None:
    for number in range(50):
        record(events(3), stream=f"table:T{number % 5}")
    start = Barrier(6)

    def sequence() -> int:
        start.wait(PATIENCE_S)
        return feed.sequence()

    numbered = at_once(*[sequence] * 6)
    assert sorted(str(count) for count in numbered) == ["0"] * 5 + ["150"]
    assert [item.cursor for item in _follow()] == list(range(1, 151))
    assert feed.sequence() == 0


def test_a_second_sequencer_waits_for_the_first_and_numbers_what_is_left() -> None:
    record(events(3))
    held, release = Event(), Event()

    def first() -> int:
        with transaction.atomic():
            ((numbered,),) = rows(statements.SEQUENCE, {"batches": 10})
            held.set()
            assert release.wait(PATIENCE_S)
        return int(numbered)

    def second() -> int:
        assert held.wait(PATIENCE_S)
        return feed.sequence()

    def onlooker() -> list[int]:
        assert held.wait(PATIENCE_S)
        wait_until_someone_waits()
        positions = record(events(2))
        release.set()
        return positions

    assert at_once(first, second, onlooker) == [3, 2, [4, 5]]
    assert [(item.cursor, item.event.position) for item in _follow()] == [
        (number, number) for number in range(1, 6)
    ]


def test_the_sequencer_never_runs_inside_a_writers_transaction() -> None:
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        feed.sequence()


def test_each_house_has_a_feed_of_its_own() -> None:
    record(events(2), house="A")
    record(events(3), house="B")
    record(events(1), house="A", stream="table:T02")
    assert feed.sequence() == 6
    assert [item.cursor for item in feed.read(0, 10, "A")] == [1, 2, 3]
    assert [item.cursor for item in feed.read(1, 10, "B")] == [2, 3]
    assert list(chain.verify_feed("A")) == list(chain.verify_feed("B")) == []


def test_more_than_one_transaction_holds_is_numbered_in_one_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(feed, "_BATCHES", 2)
    for _ in range(5):
        record(events(2))
    assert feed.sequence() == 10
    assert [item.event.position for item in _follow()] == list(range(1, 11))


def test_what_waits_for_the_sequencer_is_told_with_its_age() -> None:
    assert feed.lag() == feed.Lag(0, None)
    record(events(2))
    record(events(3), house="OTHER")
    assert feed.lag() == feed.Lag(5, AT)
    feed.sequence()
    assert feed.lag() == feed.Lag(0, None)
