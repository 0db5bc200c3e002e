"""How counting is refused over HTTP: where, by which rule, and that a repetition is none."""

import json
from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

import pytest

from tests.api.club import JSON, body, refused
from tests.counting import (
    CASH_CENTS,
    CountRoom,
    adjustment_body,
    amounts_body,
    exception_body,
    load_the_house,
    signature_body,
)
from tests.phones import a_phone

pytestmark = pytest.mark.django_db

Make = Callable[[CountRoom], tuple[str, JSON]]


def _started(room: CountRoom) -> tuple[str, JSON]:
    return "", room.start_body()


def _entered(room: CountRoom) -> tuple[str, JSON]:
    return f"/{room.start()}/amounts", amounts_body()


def _corrected(room: CountRoom) -> tuple[str, JSON]:
    count = room.start()
    room.amounts(count)
    return f"/{count}/corrections", amounts_body(reason="again")


def _signed(room: CountRoom) -> tuple[str, JSON]:
    count = room.start()
    room.amounts(count)
    return f"/{count}/signatures", signature_body("count-1")


def _accepted(room: CountRoom) -> tuple[str, JSON]:
    count = room.start()
    room.amounts(count)
    room.sign(count, "count-1", "count-2")
    return f"/{count}/signatures", signature_body("sup-1")


def _adjusted(room: CountRoom) -> tuple[str, JSON]:
    return f"/{room.counted()}/adjustments", adjustment_body()


POSTS: Final = (_entered, _corrected, _signed, _accepted, _adjusted)


def a_room(*changes: tuple[str, str]) -> CountRoom:
    """A count room with a box to count."""
    room = CountRoom(*changes)
    room.drop()
    return room


def cage_position(room: CountRoom) -> int:
    """How many events the cage's stream has."""
    return sum(item["stream"].startswith("cage:") for item in items_of(room))


def items_of(room: CountRoom) -> list[JSON]:
    """What an auditor reads in the feed."""
    found: list[JSON] = room.auditor.read("events?limit=500")["items"]
    return found


@pytest.mark.parametrize(
    "make", [_started, *(pytest.param(make, marks=pytest.mark.slow) for make in POSTS)]
)
def test_a_repetition_records_nothing_and_the_same_id_for_something_else_is_refused(
    make: Make,
) -> None:
    room = a_room()
    path, content = make(room)
    first = room.say(path, content)
    length = cage_position(room)
    if "code" in content:  # it was used, and is no part of what was said
        assert room.post(path, {**content, "code": "000000"}).status_code == 200
    again = room.post(path, content)
    assert (again.status_code, body(again)) == (200, first)
    other = {**content, **({"box": "B-9"} if path == "" else {"by": "count-2"})}
    reused = refused(room.post(path, other), 409, "id_reused")
    assert (reused["pointer"], "position" in reused["detail"]) == ("/id", True)
    if path:
        elsewhere = f"/{uuid4()}/{path.rpartition('/')[2]}"
        refused(room.post(elsewhere, content), 409, "id_reused")
        content = {**content, "id": str(uuid4())}
        refused(room.post(elsewhere, content), 404, "not_found")
    assert cage_position(room) == length


def test_an_id_of_an_event_at_a_table_is_taken() -> None:
    room = a_room()
    taken = room.auditor.read("tables/T01/events?limit=1")["items"][0]["id"]
    said = refused(room.post("", room.start_body(id=taken)), 409, "id_reused")
    assert said["detail"] == f"id {taken} is recorded at table T01, position 1, with other content"


def test_what_cannot_be_read_comes_before_what_is_against_the_rules() -> None:
    room = a_room()
    nowhere = f"/{uuid4()}"
    for path, content, pointer in (
        ("", room.start_body(box="B-9", counters=[]), "/counters"),
        ("", room.start_body(started_at="yesterday"), "/started_at"),
        ("", room.start_body(more=1), ""),
        ("", room.start_body(id=7), "/id"),
        (f"{nowhere}/amounts", amounts_body(denominations={"500": -1}), "/denominations/500"),
        (f"{nowhere}/corrections", amounts_body(), ""),
        (f"{nowhere}/signatures", signature_body("count-1", by=7), "/by"),
        (f"{nowhere}/adjustments", adjustment_body(reason=""), "/reason"),
        (f"{nowhere}/adjustments", adjustment_body(reason=" \t "), "/reason"),
        (f"{nowhere}/corrections", amounts_body(reason="  "), "/reason"),
        (
            f"{nowhere}/signatures",
            signature_body("sup-1", exception=exception_body(reason="\n")),
            "/exception/reason",
        ),
    ):
        assert refused(room.post(path, content), 400, "malformed")["pointer"] == pointer
    refused(room.counter.send("counts", b""), 400, "malformed")
    refused(room.counter.send("counts", b"x" * (2 * 1024 * 1024 + 1)), 413, "too_large")
    refused(room.counter.send("counts", b"{}", "text/plain"), 415, "unsupported_media_type")
    assert cage_position(room) == 0


def test_a_start_is_refused_at_its_place_and_by_its_rule() -> None:
    room = a_room()
    for changes, pointer, rule in (
        ({"table": "T99"}, "/table", "table"),
        ({"table": "T02"}, "/removed_position", "removed_position"),
        ({"removed_position": room.since}, "/removed_position", "removed_position"),
        ({"box": "B-2"}, "/box", "box"),
        ({"started_at": "2999-01-01T00:00:00Z"}, "/started_at", "instant"),
        ({"started_at": "2026-01-01T00:00:00Z"}, "/started_at", "instant"),
        ({"counters": ["count-1"]}, "/counters", "counters"),
        ({"counters": ["count-1", "floor-7"]}, "/counters/1", "by"),
        ({"counters": ["count-1", "nobody"]}, "/counters/1", "by"),
        ({"received_by": "nobody"}, "/received_by", "by"),
    ):
        assert room.rule("", room.start_body(**changes), pointer) == rule, changes
    room.start()
    assert room.rule("", room.start_body(), "/removed_position") == "counted_once"
    assert cage_position(room) == 1


def test_figures_signatures_and_adjustments_are_refused_at_their_place_and_by_their_rule() -> None:
    room = a_room()
    count = room.start()

    def rule(what: str, content: JSON, pointer: str) -> str:
        return room.rule(f"/{count}/{what}", content, pointer)

    assert rule("signatures", signature_body("count-1"), "") == "entered_once"
    assert rule("corrections", amounts_body(reason="x"), "") == "entered_once"
    assert rule("adjustments", adjustment_body(), "") == "accepted"
    other = {"denominations": {"100": 1, "700": 1}}
    assert rule("amounts", amounts_body(**other), "/denominations/700") == "denomination"
    assert rule("amounts", amounts_body(by="count-3"), "/by") == "by"
    room.amounts(count)
    assert rule("amounts", amounts_body(), "") == "entered_once"
    wrong = a_phone("count-1").wrong()[0]
    for code in (None, wrong):
        assert rule("signatures", signature_body("count-1", code=code), "/code") == "code"
    witness = "collector_differs_from_counters"
    assert rule("signatures", signature_body("drop-1"), "/by") == witness
    assert rule("signatures", signature_body("floor-7"), "/by") == "by"
    room.sign(count, "count-1", "count-2", "cage-1")
    assert rule("signatures", signature_body("sup-1"), "") == "accepted"
    assert rule("corrections", amounts_body(reason="x"), "") == "accepted"
    approver = "approver_differs_from_counters"
    own = adjustment_body("sup-1", by="sup-1")
    assert rule("adjustments", own, "/authorised_by") == approver
    assert rule("adjustments", adjustment_body(code=None), "/code") == "code"
    assert room.cage.read(f"counts/{count}")["counted_cents"] == CASH_CENTS


@pytest.mark.slow
def test_a_code_signs_once() -> None:
    room = a_room()
    count = room.start()
    room.amounts(count)
    signature = signature_body("count-1")
    room.say(f"/{count}/signatures", signature)
    room.say(f"/{count}/corrections", amounts_body(reason="again"))
    again = {**signature, "id": str(uuid4())}
    assert room.rule(f"/{count}/signatures", again, "/code") == "code"


def test_a_deviation_is_let_stand_by_a_signed_exception_which_the_sheet_shows() -> None:
    room = CountRoom()
    room.drop(removed_by="count-1")
    pair: dict[str, Any] = {"counters": ["count-1"]}
    assert room.rule("", room.start_body(**pair), "/counters") == "collector_differs_from_counters"
    itself = room.start_body(**pair, exception=exception_body(code="000000"))
    assert room.rule("", itself, "/exception/code") == "code"
    count = room.start(**pair, exception=exception_body())
    room.amounts(count)
    sheet = room.sign(count, "count-1", exception=exception_body("sup-1"))
    assert (sheet["status"], sheet["counted_cents"]) == ("accepted", CASH_CENTS)
    assert [(one["rules"], one["authorised_by"]) for one in sheet["exceptions"]] == [
        (["collector_differs_from_counters", "counters"], "sup-2"),
        (["signer_differs_from_counters"], "sup-1"),
    ]
    stored = [one["data"] for one in items_of(room) if not one["stream"].startswith("house:")]
    assert "code" not in json.dumps(stored)


@pytest.mark.slow
def test_a_house_may_allow_what_is_strict_by_default_and_counts_keep_their_policy() -> None:
    room = a_room()
    count = room.start()
    room.amounts(count)
    lax = "signer_differs_from_counters = true", "signer_differs_from_counters = false"
    load = ("counters = 2", "counters = 1")
    load_the_house(lax, load)
    assert room.sign(count, "count-1", "count-2")["signer_missing"] is True
    assert room.sign(count, "sup-1")["status"] == "accepted"
    room.drop(box_out="B-2", box_in="B-3")
    alone = room.start(box="B-2", counters=["count-3"])
    room.amounts(alone, by="count-3")
    sheet = room.sign(alone, "count-3")
    assert (sheet["status"], sheet["exceptions"]) == ("accepted", [])
