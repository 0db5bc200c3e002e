"""Bodies that cannot be read: each is answered by a problem document with its place."""

import json

import pytest

from tests.api.club import Caller, body, issue, load_house, refused

EVENT = {
    "id": "0190f0c2-7d60-7000-8000-000000000001",
    "type": "incident.noted",
    "occurred_at": "2026-11-28T20:00:00Z",
    "data": {"text": "x"},
}


def batch(**changed: object) -> bytes:
    """One event with some fields changed."""
    return json.dumps({"events": [{**EVENT, **changed}]}).encode()


def deep(levels: int) -> bytes:
    """A text that is nothing but brackets, as its data."""
    nested = b"[" * levels + b"]" * levels
    return batch().replace(b'{"text": "x"}', b'{"text": ' + nested + b"}")


BODIES = {
    "nothing": (b"", ""),
    "no JSON": (b"seat 4 hits", ""),
    "half of it": (b'{"events": [', ""),
    "a list": (b"[]", ""),
    "null": (b"null", ""),
    "no events": (b"{}", ""),
    "no event in it": (b'{"events": []}', "/events"),
    "an event that is a number": (b'{"events": [1]}', "/events/0"),
    "another field": (b'{"events": [{}], "event": 1}', ""),
    "more than one value": (b'{"events": []} {}', ""),
    "not UTF-8": (batch(type="\xe9").replace(b"\\u00e9", b"\xe9"), ""),
    "a lone surrogate": (batch().replace(b'"x"', b'"\\ud800"'), "/events/0/data/text"),
    "half of a pair": (batch().replace(b'"x"', b'"\\uDC00, and on"'), "/events/0/data/text"),
    "a lone surrogate as a key": (batch().replace(b'"text"', b'"\\ud800"'), "/events/0/data"),
    "a surrogate in half a body": (b'{"events": ["\\ud800"', ""),
    "a text of blanks": (batch(data={"text": " \t\n"}), "/events/0/data/text"),
    "a reason of blanks": (
        batch(override={"authorised_by": "floor-7", "reason": "  "}),
        "/events/0/override/reason",
    ),
    "U+0000": (batch(data={"text": "a\0b"}), "/events/0"),
    "U+0000 behind what isn't UTF-8": (
        b'{"events": [{"a": "\xff"}, {"a": "\\u0000"}]}',
        "",
    ),
    "no id": (b'{"events": [{"type": "incident.noted"}]}', "/events/0"),
    "an id that is none": (batch(id="17"), "/events/0/id"),
    "an unknown type": (batch(type="card.eaten"), "/events/0/type"),
    "the service's type": (batch(type="round.settled"), "/events/0/type"),
    "a later version": (batch(version=2), "/events/0/version"),
    "an instant without a zone": (batch(occurred_at="2026-11-28T20:00:00"), "/events/0/occurred"),
    "the year 1": (batch(occurred_at="0001-01-01T00:00:00+14:00"), "/events/0/occurred"),
    "no such day": (batch(occurred_at="2026-02-30T20:00:00Z"), "/events/0/occurred"),
    "round 0": (batch(round=0), "/events/0/round"),
    "a round beyond any": (batch(round=2**31), "/events/0/round"),
    "data that is none": (batch(data=None), "/events/0/data"),
    "an unknown field": (batch(data={"text": "x", "colour": "red"}), "/events/0/data"),
    "a field of another kind": (batch(data={"text": 7}), "/events/0/data/text"),
    "an override without a reason": (
        batch(override={"authorised_by": "floor-7"}),
        "/events/0/override",
    ),
    "brackets without end": (deep(100_000), ""),
    "data of a correction nested for its own sake": (
        batch(
            type="event.corrected",
            data={
                "event": EVENT["id"],
                "data": {"offering": json.loads("[" * 600 + "]" * 600)},
                "reason": "x",
                "authorised_by": "sup-1",
            },
        ),
        "/events/0/data",
    ),
    "a position below 0": (b'{"events": [{}], "expected_position": -1}', "/expected_position"),
    "a number beyond any": (b'{"events": [{}], "expected_position": 1e400}', ""),
}


@pytest.mark.django_db
def test_a_body_that_cannot_be_read_is_malformed_with_its_place() -> None:
    (table,) = load_house(1)
    caller = Caller(issue("tables", table))
    for name, (content, pointer) in BODIES.items():
        said = refused(caller.send(f"tables/{table}/events", content), 400, "malformed")
        assert said["pointer"].startswith(pointer), (name, said)
        assert said["detail"], name
        assert "truncated" not in said["detail"] or "half" in name, name
        assert "regex" not in said["detail"], name
        assert caller.read(f"tables/{table}")["last_position"] == 0, name


@pytest.mark.django_db
def test_a_batch_has_at_most_a_thousand_events() -> None:
    (table,) = load_house(1)
    caller = Caller(issue("tables", table))
    ids = [{**EVENT, "id": f"0190f0c2-7d60-7000-8000-{number:012d}"} for number in range(1001)]
    refused(caller.post(table, ids), 400, "malformed")
    assert body(caller.post(table, ids[:1000]))["recorded"] == 1000


@pytest.mark.django_db
def test_a_batch_has_at_most_two_mebibytes() -> None:
    (table,) = load_house(1)
    caller = Caller(issue("tables", table))
    most = 2 * 1024 * 1024
    content = batch()
    full = content + b" " * (most - len(content))
    path = f"tables/{table}/events"
    said = refused(caller.send(path, full + b" "), 413, "too_large")
    assert str(most) in said["detail"]
    assert caller.send(path, full).status_code == 201


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "/"],
)
def test_only_json_is_taken(content_type: str) -> None:
    (table,) = load_house(1)
    caller = Caller(issue("tables", table))
    answer = caller.send(f"tables/{table}/events", batch(), content_type=content_type)
    refused(answer, 415, "unsupported_media_type")
    assert caller.read(f"tables/{table}")["last_position"] == 0


@pytest.mark.django_db
def test_json_may_name_its_character_set() -> None:
    (table,) = load_house(1)
    caller = Caller(issue("tables", table))
    kind = "application/json; charset=utf-8"
    answer = caller.send(f"tables/{table}/events", batch(), content_type=kind)
    assert answer.status_code == 201
