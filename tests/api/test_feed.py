"""The feed over HTTP: one order for ever, nothing missed, nothing twice, and waiting."""

from collections.abc import Iterator
from threading import Thread
from time import monotonic, sleep

import pytest
from django.db import connections

from api.examples import EVENING
from api.v1 import feed
from tests.api.club import JSON, Caller, issue, load_house


def three_tables() -> tuple[Caller, Caller, list[str]]:
    """Who records at three tables, who follows, and the tables."""
    codes = load_house(3)
    return Caller(issue("tables", *codes)), Caller(issue("audit")), codes


def begun(reader: Caller) -> str:
    """The cursor behind all that is recorded of the house itself."""
    return str(list(followed(reader, limit=500))[-1]["cursor"])


def noted(number: int) -> JSON:
    """An event that any table takes."""
    return {
        "id": f"0190f0c2-7d60-7000-8000-{number:012d}",
        "type": "incident.noted",
        "occurred_at": "2026-11-28T20:00:00Z",
        "data": {"text": f"incident {number}"},
    }


def followed(reader: Caller, limit: int, after: str = "0") -> Iterator[JSON]:
    """Everything behind a cursor, page by page."""
    while True:
        page = reader.read(f"events?limit={limit}&after={after}")
        yield from page["items"]
        if page["next_cursor"] is None:
            assert page["items"] == []
            return
        assert page["next_cursor"] == page["items"][-1]["cursor"]
        after = page["next_cursor"]


@pytest.mark.django_db(transaction=True)
def test_a_follower_sees_every_event_once_in_an_order_that_never_changes() -> None:
    writer, reader, codes = three_tables()
    start = begun(reader)
    for number in range(30):
        writer.record(codes[number % 3], [noted(2 * number), noted(2 * number + 1)])
    first = list(followed(reader, limit=7, after=start))
    assert len({item["id"] for item in first}) == len(first) == 60
    writer.record(codes[0], [noted(99)])
    again = list(followed(reader, limit=500, after=start))
    assert again[:60] == first
    assert [item["id"] for item in again[60:]] == [noted(99)["id"]]
    for code in codes:
        positions = [item["position"] for item in again if item["stream"] == f"table:{code}"]
        assert positions == [*range(1, len(positions) + 1)]
        stream = reader.read(f"tables/{code}/events")["items"]
        same = [item for item in again if item["stream"] == f"table:{code}"]
        assert [{**item, "cursor": ""} for item in stream] == [
            {**item, "cursor": ""} for item in same
        ]


@pytest.mark.django_db(transaction=True)
def test_any_item_has_a_cursor_to_go_on_from() -> None:
    writer, reader, (table, *_) = three_tables()
    writer.record(table, EVENING[:20])
    items = list(followed(reader, limit=500))
    for index, item in enumerate(items):
        rest = reader.read(f"events?after={item['cursor']}")["items"]
        assert rest == items[index + 1 :]


@pytest.mark.django_db(transaction=True)
def test_who_waits_is_answered_when_something_happens() -> None:
    writer, reader, (table, *_) = three_tables()
    start = begun(reader)
    got: list[JSON] = []

    def wait() -> None:
        got.append(reader.read(f"events?wait=25&after={start}"))
        connections.close_all()

    follower = Thread(target=wait)
    at = monotonic()
    follower.start()
    while feed._waiting._value == feed.PLACES:
        sleep(0.01)
    writer.record(table, [noted(1)])
    follower.join()
    assert monotonic() - at < 10
    assert [item["id"] for item in got[0]["items"]] == [noted(1)["id"]]


@pytest.mark.django_db(transaction=True)
def test_waiting_ends_empty_when_its_time_is_over() -> None:
    _, reader, _ = three_tables()
    start, at = begun(reader), monotonic()
    nothing: JSON = {"items": [], "next_cursor": None}
    assert reader.read(f"events?wait=1&after={start}") == nothing
    assert 1 <= monotonic() - at < 5


@pytest.mark.django_db(transaction=True)
def test_a_server_with_enough_waiters_answers_further_ones_at_once() -> None:
    writer, reader, (table, *_) = three_tables()
    path = f"events?wait=25&after={begun(reader)}"
    for _ in range(feed.PLACES):
        assert feed._waiting.acquire(blocking=False)
    try:
        at = monotonic()
        assert reader.read(path)["items"] == []
        assert monotonic() - at < 5
        writer.record(table, [noted(1)])
        assert len(reader.read(path)["items"]) == 1
    finally:
        for _ in range(feed.PLACES):
            feed._waiting.release()


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_longer_than_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    _, reader, _ = three_tables()
    monkeypatch.setattr(feed, "MAX_WAIT_SECONDS", 1)
    start, at = begun(reader), monotonic()
    reader.read(f"events?wait=3600&after={start}")
    assert monotonic() - at < 5
