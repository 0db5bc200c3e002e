"""What is sent of a count: read, told apart, kept and read back."""

import json
from typing import Any
from uuid import UUID

import msgspec
import pytest

from cardroom.errors import Malformed
from ledger.rules.counting import codec
from ledger.rules.counting.facts import SENT_TYPES, CountNoted, CountStarted

COUNT = UUID(int=7)
EXCEPTION = {"authorised_by": "sup-1", "reason": "a short night", "code": "123456"}
BODIES: dict[str, dict[str, Any]] = {
    "count.started": {
        "table": "T01",
        "removed_position": 812,
        "box": "B-014",
        "started_at": "2026-11-28T12:00:00-08:00",
        "counters": ["count-1", "count-2"],
        "exception": EXCEPTION,
    },
    "count.amounts_entered": {"denominations": {"500": 3}, "by": "count-1"},
    "count.corrected": {"denominations": {"100": 3}, "by": "count-1", "reason": "miscounted"},
    "count.signed": {"by": "count-1", "code": "654321"},
    "count.adjusted": {
        "denominations": {},
        "by": "count-1",
        "reason": "found",
        "authorised_by": "sup-1",
        "code": "654321",
    },
}
LONG_AGO = "1999-12-31T23:59:59Z"


def sent(name: str, **changes: Any) -> bytes:
    """The body of a type, changed."""
    return json.dumps({"id": str(UUID(int=1)), **BODIES[name], **changes}).encode()


def refused(name: str, content: bytes) -> str:
    """Where a body cannot be read."""
    with pytest.raises(Malformed) as refusal:
        codec.read(name, content)
    return refusal.value.pointer


@pytest.mark.parametrize("name", SENT_TYPES)
def test_what_is_sent_is_kept_without_codes_and_read_back(name: str) -> None:
    read = codec.read(name, sent(name))
    noted = CountNoted(count=COUNT, revision=2)
    body = codec.encode_body(read.fact, noted)
    assert codec.decode_body(name, body) == (codec.without_codes(read.fact), noted)
    assert not {b"123456", b"654321"} & {body[at : at + 6] for at in range(len(body))}
    assert "id" not in json.loads(body)["data"]


def test_instants_are_kept_in_utc() -> None:
    read = codec.read("count.started", sent("count.started"))
    assert isinstance(read.fact, CountStarted)
    assert read.fact.started_at.isoformat() == "2026-11-28T20:00:00+00:00"


@pytest.mark.parametrize("name", SENT_TYPES)
def test_sameness_is_what_was_meant(name: str) -> None:
    def same(count: UUID = COUNT, **changes: Any) -> bytes:
        return codec.sameness(name, count, codec.read(name, sent(name, **changes)).fact)

    assert same(id=str(UUID(int=2))) == same()
    assert same(UUID(int=8)) != same()
    if "code" in BODIES[name]:
        assert same(code="000000") == same()
    if "by" in BODIES[name]:
        assert same(by="count-2") != same()
    if name == "count.started":
        assert same(started_at="2026-11-28T20:00:00Z", boxes=1, received_by=None) == same()
        assert same(exception={**EXCEPTION, "code": None}) == same()
        assert same(exception={**EXCEPTION, "reason": "other"}) != same()


@pytest.mark.parametrize(
    ("name", "content", "pointer"),
    [
        ("count.signed", b"", ""),
        ("count.signed", b"[]", ""),
        ("count.signed", b"{", ""),
        ("count.signed", b'{"by": "count-1"}', ""),
        ("count.signed", sent("count.signed", id="seven"), "/id"),
        ("count.signed", sent("count.signed", by=""), "/by"),
        ("count.signed", sent("count.signed", by="x\0"), ""),
        ("count.signed", sent("count.signed", more=1), ""),
        ("count.signed", sent("count.signed", exception={}), "/exception"),
        ("count.started", sent("count.started", counters=[]), "/counters"),
        ("count.started", sent("count.started", counters=["x", 7]), "/counters/1"),
        ("count.started", sent("count.started", removed_position=0), "/removed_position"),
        ("count.started", sent("count.started", started_at="2026-11-28T20:00"), "/started_at"),
        ("count.started", sent("count.started", started_at=LONG_AGO), "/started_at"),
        (
            "count.started",
            sent("count.started", started_at="0001-01-01T00:00:00+05:00"),
            "/started_at",
        ),
        (
            "count.amounts_entered",
            sent("count.amounts_entered", denominations={"500": 0}),
            "/denominations/500",
        ),
        (
            "count.amounts_entered",
            sent("count.amounts_entered", denominations=[]),
            "/denominations",
        ),
    ],
)
def test_what_cannot_be_read_is_malformed_at_its_place(
    name: str, content: bytes, pointer: str
) -> None:
    assert refused(name, content) == pointer


def test_a_stored_body_of_another_form_is_no_count() -> None:
    with pytest.raises(msgspec.ValidationError):
        codec.decode_body("count.signed", b'{"data": {}, "noted": {}}')
