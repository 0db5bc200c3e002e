"""The envelope is what it was: the vectors were written by other code, from its description."""

import json
from datetime import UTC, date, datetime, timedelta, timezone
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from cardroom.log.envelope import GENESIS, envelope, event_hash, feed_hash
from cardroom.log.records import StoredEvent

VECTORS = json.loads(
    (Path(__file__).parents[2] / "golden" / "envelope_v1.json").read_text(encoding="utf-8")
)


def event(facts: dict[str, Any]) -> StoredEvent:
    """A vector's event as the log reads it."""
    return StoredEvent(
        **facts
        | {
            "id": UUID(facts["id"]),
            "occurred_at": datetime.fromisoformat(facts["occurred_at"]),
            "recorded_at": datetime.fromisoformat(facts["recorded_at"]),
            "gaming_day": date.fromisoformat(facts["gaming_day"]),
            "body": facts["body"].encode(),
            "sameness": bytes.fromhex(facts["sameness"]),
            "hash": b"",
        }
    )


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["event"]["type"])
def test_the_envelope_and_its_hash_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    previous = bytes.fromhex(vector["previous"])
    assert envelope(event(vector["event"]), previous).hex() == vector["envelope"]
    assert event_hash(event(vector["event"]), previous).hex() == vector["hash"]


def test_the_vectors_are_a_chain_and_a_feed() -> None:
    last, link = GENESIS, GENESIS
    for vector in VECTORS:
        assert vector["previous"] == last.hex()
        last = sha256(bytes.fromhex(vector["envelope"])).digest()
        link = feed_hash(link, vector["cursor"], last)
        assert link.hex() == vector["feed_hash"]


ONE = event(VECTORS[1]["event"])
OTHERS = {
    "house": "OTHER",
    "stream": "table:T02",
    "position": 3,
    "id": UUID(int=1),
    "type": "card.burned",
    "version": 2,
    "occurred_at": ONE.occurred_at + timedelta(microseconds=1),
    "recorded_at": ONE.recorded_at + timedelta(microseconds=1),
    "recorded_by": "key:8",
    "gaming_day": date(2026, 11, 29),
    "body": ONE.body + b" ",
    "sameness": bytes(32),
    "hash_version": 2,
}


@pytest.mark.parametrize("field", OTHERS)
def test_the_hash_covers(field: str) -> None:
    other = msgspec.structs.replace(ONE, **{field: OTHERS[field]})
    assert event_hash(other, GENESIS) != event_hash(ONE, GENESIS)


def test_every_field_is_covered_but_the_hash_and_the_round_that_the_body_says() -> None:
    assert set(StoredEvent.__struct_fields__) - set(OTHERS) == {"round", "hash"}


def test_no_field_runs_into_its_neighbour() -> None:
    moved = msgspec.structs.replace(ONE, house=ONE.house + "t", stream=ONE.stream[1:])
    assert event_hash(moved, GENESIS) != event_hash(ONE, GENESIS)


def test_an_instant_is_the_same_in_every_zone() -> None:
    here = ONE.occurred_at.astimezone(timezone(timedelta(hours=-8)))
    assert here == datetime(2026, 11, 28, 20, 0, 7, 120_000, tzinfo=UTC)
    elsewhere = msgspec.structs.replace(ONE, occurred_at=here)
    assert event_hash(elsewhere, GENESIS) == event_hash(ONE, GENESIS)
