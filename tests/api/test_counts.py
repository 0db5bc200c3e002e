"""Counting a box over HTTP, as the contract says it."""

import pytest

from api.examples.counting import COUNTING
from tests.counting import CASH_CENTS, FEE_CENTS, CountRoom
from tests.journals import balances
from tests.phones import a_phone
from tests.played import HOUSE, TABLE

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_box_is_counted_by_two_and_signed_by_a_third() -> None:
    room = CountRoom()
    room.drop()
    started = room.say("", room.start_body(received_by="cage-1", boxes=7))
    count = started["id"]
    assert (started["status"], started["counters"]) == ("started", ["count-1", "count-2"])
    entered = room.amounts(count)
    assert entered["total_cents"] == CASH_CENTS
    assert entered["counted_cents"] is None
    signed = room.sign(count, "count-1", "count-2")
    assert (signed["unsigned"], signed["signer_missing"]) == ([], True)
    accepted = room.sign(count, "cage-1")
    assert accepted["status"] == "accepted"
    assert accepted["counted_cents"] == CASH_CENTS
    assert room.cage.read(f"counts/{count}") == accepted
    assert room.auditor.read("counts")["items"] == [accepted]


def test_the_documented_examples_are_recorded_one_after_the_other() -> None:
    room = CountRoom()
    room.drop()
    start = COUNTING["count.started"]
    count = start["id"]
    where = {"table": TABLE, "removed_position": room.removed, "box": "B-1"}
    room.say("", {**start, **where, "started_at": room.start_body()["started_at"]})
    room.say(f"/{count}/amounts", COUNTING["count.amounts_entered"])
    room.say(f"/{count}/corrections", COUNTING["count.corrected"])
    room.say(
        f"/{count}/signatures", {**COUNTING["count.signed"], "code": a_phone("count-1").shows()}
    )
    room.sign(count, "count-2", "sup-2")
    adjusted = {**COUNTING["count.adjusted"], "code": a_phone("sup-1").shows()}
    assert room.say(f"/{count}/adjustments", adjusted)["counted_cents"] == 500


def test_what_a_count_moves_is_journaled() -> None:
    room = CountRoom()
    fees = room.auditor.read("drops")["items"][0]["collected_cents"]
    assert fees >= FEE_CENTS
    room.drop()
    (drop, _) = room.auditor.read("drops")["items"]
    assert (drop["collected_cents"], drop["counted_cents"]) == (fees, None)
    count = room.counted()
    assert balances(HOUSE)["vault:collection"] == CASH_CENTS
    assert balances(HOUSE)["count_room:collection"] == 0
    assert balances(HOUSE)["over_short:collection"] == fees - CASH_CENTS
    room.adjust(count, denominations={"100": 10})
    assert balances(HOUSE)["vault:collection"] == 1_000
    assert balances(HOUSE)["over_short:collection"] == fees - 1_000
    (drop, _) = room.cage.read("drops")["items"]
    assert (drop["collected_cents"], drop["counted_cents"]) == (fees, 1_000)
    assert drop["over_short_cents"] == 1_000 - fees
