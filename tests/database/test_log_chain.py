"""Whatever is altered behind the store's back, verification names where and what kind."""
# ruff: noqa: S608 - to tamper is the purpose

from collections.abc import Iterator
from typing import Any

import pytest

from cardroom.log import chain, feed, store
from cardroom.log.records import StoredEvent
from tests.recorded import HOUSE, STREAM, events, record, tamper
from tests.tampering import Tampering, swap_cursors

pytestmark = pytest.mark.django_db(transaction=True)

OTHER = "table:T02"
THEIRS = Tampering(HOUSE, STREAM)

Places = list[tuple[str, str, int | None]]


@pytest.fixture(autouse=True)
def _two_streams() -> None:
    """Six events at each of two tables.

    The feed: T01 1, 2 · T02 1, 2 · T01 3 · T02 3, 4 · T01 4, 5, 6 · T02 5, 6.
    """
    for count in (2, 1, 3):
        record(events(count, number=count))
        feed.sequence()
        record(events(2), stream=OTHER)
        feed.sequence()


def _found() -> Places:
    """Kind, stream and position of everything that is found."""
    findings = [
        *chain.verify_stream(HOUSE, STREAM),
        *chain.verify_stream(HOUSE, OTHER),
        *chain.verify_feed(HOUSE),
    ]
    return [(finding.kind, finding.stream, finding.position) for finding in findings]


def test_an_untouched_log_has_no_findings() -> None:
    assert _found() == []


def test_an_altered_body_is_found() -> None:
    tamper(THEIRS.set(3, body="replace(body, '9H', 'AS')"))
    assert _found() == [("hash", STREAM, 3)]


def test_one_more_blank_in_a_body_is_found() -> None:
    tamper(THEIRS.set(3, body="body || ' '"))
    assert _found() == [("hash", STREAM, 3)]


def test_an_altered_body_with_its_hash_is_found_at_the_next_event_and_in_the_feed() -> None:
    tamper(THEIRS.forge(3, "9H", "AS"))
    assert _found() == [("hash", STREAM, 4), ("feed_hash", "feed", 5)]


def test_an_altered_last_body_with_its_hash_is_found_at_the_head_and_in_the_feed() -> None:
    tamper(THEIRS.forge(6, "9H", "AS"))
    assert _found() == [("head", STREAM, 6), ("feed_hash", "feed", 10)]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("event_id", "gen_random_uuid()"),
        ("type", "'card.burned'"),
        ("version", "2"),
        ("occurred_at", "occurred_at + interval '1 microsecond'"),
        ("recorded_at", "recorded_at - interval '1 microsecond'"),
        ("recorded_by", "'key:8'"),
        ("gaming_day", "gaming_day + 1"),
        ("sameness", "sha256('')"),
        ("hash_version", "2"),
    ],
)
def test_an_altered_column_is_found(column: str, value: str) -> None:
    tamper(THEIRS.set(3, **{column: value}))
    assert _found() == [("hash", STREAM, 3)]


def test_an_altered_hash_is_found() -> None:
    tamper(THEIRS.set(3, hash="sha256('')"))
    assert _found() == [("hash", STREAM, 3), ("hash", STREAM, 4), ("feed_hash", "feed", 5)]


def test_an_event_moved_to_another_house_is_found() -> None:
    tamper(THEIRS.set(3, house="'OTHER'"))
    assert _found() == [("hash", STREAM, 3), ("feed_event", "feed", 5), ("feed_order", "feed", 8)]


def test_a_round_that_the_body_does_not_say_is_found() -> None:
    tamper(THEIRS.set(3, round="2"))
    assert _found() == [("round", STREAM, 3)]


def test_a_body_that_is_no_json_is_found() -> None:
    tamper("ALTER TABLE log_event DROP CONSTRAINT log_event_body", THEIRS.set(3, body="'{'"))
    assert _found() == [("hash", STREAM, 3), ("body", STREAM, 3)]


def test_an_altered_position_is_found() -> None:
    tamper(THEIRS.set(6, position="9"))
    assert _found() == [
        ("tail", STREAM, 6),
        ("beyond_head", STREAM, 9),
        ("feed_order", "feed", 10),
    ]


def test_a_removed_event_is_found() -> None:
    tamper(THEIRS.remove(3))
    assert _found() == [("gap", STREAM, 3), ("feed_event", "feed", 5), ("feed_order", "feed", 8)]


def test_a_removed_first_event_is_found() -> None:
    tamper(THEIRS.remove(1))
    assert _found() == [("gap", STREAM, 1), ("feed_event", "feed", 1), ("feed_order", "feed", 2)]


def test_an_event_inserted_at_the_end_is_found() -> None:
    tamper(THEIRS.copy(6, 7))
    assert _found() == [("beyond_head", STREAM, 7), ("unnumbered", STREAM, 7)]


def test_an_event_inserted_between_others_is_found() -> None:
    tamper(*THEIRS.insert(6, 4))
    assert _found()[:4] == [
        ("hash", STREAM, 4),
        ("hash", STREAM, 5),
        ("hash", STREAM, 6),
        ("head", STREAM, 6),
    ]
    assert {("beyond_head", STREAM, 7), ("unnumbered", STREAM, 4)} <= set(_found())


def test_two_events_that_changed_places_are_found() -> None:
    tamper(*THEIRS.swap(3, 4))
    assert _found() == [
        ("hash", STREAM, 3),
        ("hash", STREAM, 4),
        ("hash", STREAM, 5),
        ("feed_order", "feed", 5),
        ("feed_order", "feed", 8),
        ("feed_order", "feed", 9),
    ]


def test_a_cut_tail_is_found() -> None:
    tamper(THEIRS.cut(4))
    assert _found() == [("tail", STREAM, 5), ("feed_event", "feed", 9), ("feed_event", "feed", 10)]


def test_a_cut_tail_with_its_head_set_back_is_found_in_the_feed() -> None:
    tamper(THEIRS.set_back(4), THEIRS.cut(4))
    assert _found() == [("feed_event", "feed", 9), ("feed_event", "feed", 10)]


def test_an_altered_head_is_found() -> None:
    tamper(f"UPDATE log_head SET hash = sha256('') WHERE stream = '{STREAM}'")
    assert _found() == [("head", STREAM, 6)]


def test_a_removed_head_is_found() -> None:
    tamper(f"DELETE FROM log_head WHERE stream = '{STREAM}'")
    assert _found() == [
        ("head", STREAM, None),
        *[("feed_event", "feed", cursor) for cursor in (1, 2, 5, 8, 9, 10)],
    ]


def test_an_event_without_head_or_place_in_the_feed_is_found() -> None:
    tamper(THEIRS.copy(6, 7), THEIRS.set(7, stream_id="0"))
    assert _found() == [("unnumbered", "?", 7)]


def test_a_feed_whose_tail_was_cut_is_found() -> None:
    tamper("DELETE FROM log_feed WHERE cursor > 10")
    assert _found() == [("unnumbered", OTHER, 5), ("unnumbered", OTHER, 6)]


def test_a_feed_with_a_hole_is_found() -> None:
    tamper("DELETE FROM log_feed WHERE cursor = 5")
    assert _found() == [
        ("feed_gap", "feed", 5),
        ("feed_order", "feed", 8),
        ("unnumbered", STREAM, 3),
    ]


def test_a_reordered_feed_is_found() -> None:
    tamper(*swap_cursors(5, 6))
    assert _found() == [("feed_hash", "feed", cursor) for cursor in (5, 6, 7)]


def test_a_reordered_stream_in_the_feed_is_found() -> None:
    tamper(*swap_cursors(9, 10))
    assert {place for place in _found() if place[0] == "feed_order"} == {
        ("feed_order", "feed", 9),
        ("feed_order", "feed", 10),
    }


def test_a_batch_lost_from_the_outbox_is_found() -> None:
    record(events(2))
    assert _found() == []
    tamper("DELETE FROM log_outbox")
    assert _found() == [("unnumbered", STREAM, 7), ("unnumbered", STREAM, 8)]


def test_what_is_recorded_meanwhile_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    load = store.load

    def load_later(*place: Any, **bounds: Any) -> Iterator[StoredEvent]:
        record(events(2))
        return load(*place, **bounds)

    monkeypatch.setattr(store, "load", load_later)
    assert list(chain.verify_stream(HOUSE, STREAM)) == []


def test_a_long_log_is_proven_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PAGE", 2)
    assert _found() == []
    tamper(
        THEIRS.set(5, body="replace(body, '9H', 'AS')"), "DELETE FROM log_feed WHERE cursor = 11"
    )
    assert _found() == [
        ("hash", STREAM, 5),
        ("feed_gap", "feed", 11),
        ("feed_order", "feed", 12),
        ("unnumbered", OTHER, 5),
    ]
