"""Gaming days over HTTP: what one came to, what keeps it open, and how it is closed."""

import pytest

from tests.api.club import body, refused
from tests.counting import CountRoom, closing_body
from tests.played import TABLE
from tests.reconciling import DAY, MORE, OWED, explain, name, post, sign

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_a_day_closes_when_each_finding_is_signed() -> None:
    room = CountRoom()
    room.drop()
    room.counted()
    day = room.cage.read(f"gaming-days/{DAY}")
    assert (day["can_close"], day["closed"]) == (False, None)
    assert [(one["reconciliation"], one["finding"], one["needs"]) for one in day["missing"]] == [
        (name(room), "assess", "explanation"),
        (name(room), "count", "explanation"),
        (name(room, room.removed), "uncounted", "explanation"),
    ]
    for one in day["missing"]:
        assert room.cage.get(one["path"]).status_code == 200
    path = f"gaming-days/{DAY}/closing"
    assert refused(post(room, path, closing_body()), 422, "rule")["rule"] == "open_items"
    for position in (room.since, room.removed):
        explain(room, position)
        assert room.cage.read(f"gaming-days/{DAY}")["can_close"] is False
        sign(room, position)
    assert room.cage.read(f"gaming-days/{DAY}")["can_close"] is True
    content = closing_body()
    closed = body(post(room, path, content))
    assert closed["closed"]["authorised_by"] == "sup-1"
    assert post(room, path, content).status_code == 200
    refused(post(room, path, {**content, "authorised_by": "sup-2"}), 409, "id_reused")
    assert refused(post(room, path, closing_body()), 422, "rule")["rule"] == "gaming_day"
    items = room.auditor.read("events?limit=500")["items"]
    (event,) = (item for item in items if item["type"] == "day.closed")
    assert (event["type"], len(event["noted"]["signed"])) == ("day.closed", 3)


@pytest.mark.slow
def test_what_comes_late_for_a_closed_day_keeps_the_next_one_open() -> None:
    room = CountRoom()
    room.drop()
    room.counted()
    for position in (room.since, room.removed):
        explain(room, position)
        sign(room, position)
    assert post(room, f"gaming-days/{DAY}/closing", closing_body()).status_code == 201
    room.evening.post(room.evening.fee(1, 50))
    assert room.cage.read(f"gaming-days/{DAY}")["missing"] == []
    room.removed = room.change_box(box_out="B-2")
    room.counted(start={"box": "B-2"})
    late = room.cage.read(f"gaming-days/{DAY}")
    assert [one["finding"] for one in late["missing"]] == ["assess", "count"]
    following = room.cage.read("gaming-days/2026-11-29")
    assert (following["can_close"], following["missing"]) == (False, late["missing"])
    journals = room.auditor.read(f"ledger/journals?gaming_day={DAY}")["items"]
    assert journals[-1]["posted_on"] == "2026-11-29"


def test_a_day_is_closed_by_a_supervisor_with_his_code_when_it_is_over() -> None:
    room = CountRoom()
    path = f"gaming-days/{DAY}/closing"
    assert refused(post(room, path, closing_body("cage-1")), 422, "rule")["rule"] == "by"
    future = refused(post(room, "gaming-days/2199-12-31/closing", closing_body()), 422, "rule")
    assert future["rule"] == "gaming_day"
    refused(room.cage.get("gaming-days/9999-12-31"), 400, "malformed")
    refused(room.cage.get("gaming-days/today"), 400, "malformed")
    empty = "gaming-days/2026-11-01/closing"
    assert refused(post(room, empty, closing_body(code="000000")), 422, "rule")["rule"] == "code"
    assert post(room, empty, closing_body()).status_code == 201


def test_a_round_in_play_keeps_its_day_open() -> None:
    room = CountRoom()
    opening, *_ = room.evening.next_round()
    room.evening.post(opening)
    (first, *_) = room.cage.read(f"gaming-days/{DAY}")["missing"]
    assert (first["needs"], first["path"]) == ("settlement", f"/api/v1/tables/{TABLE}")


def test_sums_are_by_purpose_shift_and_table() -> None:
    room = CountRoom()
    room.evening.post(
        room.evening.event(
            "box.changed", {"purpose": "jackpot", "box_in": "J-1", "removed_by": "drop-1"}
        )
    )
    room.evening.play()
    room.evening.post(room.evening.fee(2, 300, purpose="jackpot"))
    room.drop()
    day = room.auditor.read(f"gaming-days/{DAY}")
    collection, jackpot = day["totals"]
    assert (collection["boxes"], collection["assessed_cents"]) == (2, 2 * OWED)
    assert (collection["collected_cents"], collection["assess_variance_cents"]) == (
        2 * OWED + MORE,
        MORE,
    )
    assert (jackpot["purpose"], jackpot["assessed_cents"], jackpot["collected_cents"]) == (
        "jackpot",
        0,
        300,
    )
    assert jackpot["assess_variance_cents"] is None
    assert {(one["shift"], one["purpose"], one["boxes"]) for one in day["shifts"]} == {
        ("day", "collection", 1),
        (None, "collection", 1),
        (None, "jackpot", 1),
    }
    (table,) = [one for one in day["tables"] if one["purpose"] == "collection"]
    assert (table["table"], table["collected_cents"]) == (TABLE, collection["collected_cents"])
    assert (day["starts_at"], day["ends_at"]) == ("2026-11-28T14:00:00Z", "2026-11-29T14:00:00Z")
