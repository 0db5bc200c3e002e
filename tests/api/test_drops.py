"""The cage follows each box from table to vault: when, by whom, in which shift, and what is odd."""

from typing import Any

import pytest

from tests.api.club import JSON, refused
from tests.counting import CASH_CENTS, FEE_CENTS, CountRoom
from tests.journals import balances
from tests.played import HOUSE, TABLE, Evening

pytestmark = pytest.mark.django_db


def drops(room: CountRoom, query: str = "") -> list[JSON]:
    """The drops as an auditor reads them."""
    items: list[JSON] = room.auditor.read(f"drops{query}")["items"]
    return items


def change_at(room: CountRoom, instant: str, **data: Any) -> JSON:
    """A box is taken off or put on at an instant; the drop that it ends, if any."""
    told = {"purpose": "collection", "removed_by": "drop-1", "witness": "floor-7"} | data
    event = room.evening.event("box.changed", told) | {"occurred_at": instant}
    (position,) = room.evening.post(event).positions
    found = [one for one in drops(room) if one["removed_position"] == position]
    return found[0] if found else {}


def test_a_drop_has_its_chain_of_custody() -> None:
    room = CountRoom()
    room.drop()
    off, on = drops(room)
    assert (off["box"], off["status"], off["flags"]) == ("B-1", "removed", [])
    assert (off["put_on_position"], off["removed_position"]) == (room.since, room.removed)
    assert (off["put_on_by"], off["removed_by"], off["witness"]) == ("drop-1", "drop-1", "floor-7")
    assert (off["gaming_day"], off["shift"]) == ("2026-11-28", "day")
    assert (on["box"], on["status"], on["removed_at"]) == ("B-2", "on_table", None)
    count = room.start(received_by="cage-1")
    assert [one["status"] for one in drops(room)] == ["counting", "on_table"]
    room.amounts(count)
    room.sign(count, "count-1", "count-2", "sup-1")
    counted, _ = drops(room)
    assert (counted["status"], counted["received_by"]) == ("counted", "cage-1")
    assert (counted["count"], counted["counted_cents"]) == (count, CASH_CENTS)
    assert drops(room, "?status=counted") == [counted]
    assert drops(room, "?status=removed") == []


def test_the_removal_decides_the_gaming_day_and_the_shift() -> None:
    room = CountRoom()
    # Shifts start at 6, 14 and 22 o'clock in Los Angeles, and so does the gaming day at 6.
    for number, (instant, gaming_day, shift) in enumerate(
        (
            ("2026-11-28T21:59:59Z", "2026-11-28", "day"),
            ("2026-11-28T22:00:00Z", "2026-11-28", "swing"),
            ("2026-11-29T05:59:59Z", "2026-11-28", "swing"),
            ("2026-11-29T06:00:00Z", "2026-11-28", "grave"),
            ("2026-11-29T13:59:59Z", "2026-11-28", "grave"),
            ("2026-11-29T14:00:00Z", "2026-11-29", "day"),
        ),
        start=1,
    ):
        boxes = {"box_out": f"B-{number}", "box_in": f"B-{number + 1}"}
        drop = change_at(room, instant, **boxes)
        assert (drop["gaming_day"], drop["shift"]) == (gaming_day, shift), instant
    assert len(drops(room, "?gaming_day=2026-11-28")) == 5
    assert len(drops(room, "?gaming_day=2026-11-29")) == 1


def test_fees_lie_in_the_box_of_their_rounds_opening_whenever_it_is_changed() -> None:
    room = CountRoom()
    room.drop()
    evening = room.evening
    opening, *others = evening.next_round()
    evening.post(opening)
    evening.post(evening.event("box.changed", _changed("B-2", "B-3")))
    evening.post(*others)
    evening.post(evening.fee(2, 300))
    collected = {one["box"]: one["collected_cents"] for one in drops(room)}
    assert collected["B-3"] == 0
    assert collected["B-2"] == collected["B-1"] - FEE_CENTS + 300


def _changed(out: str | None, into: str | None, **data: Any) -> JSON:
    told = {"purpose": "collection", "removed_by": "drop-1", "witness": "floor-7", **data}
    return told | {key: box for key, box in (("box_out", out), ("box_in", into)) if box}


def test_a_swapped_box_is_counted_as_the_one_that_came_off() -> None:
    room = CountRoom()
    room.drop(box_out="X-9")
    (off, _) = drops(room)
    assert (off["box"], off["came_off"], off["status"]) == ("B-1", "X-9", "swapped")
    assert off["flags"] == ["swapped"]
    assert room.rule("", room.start_body(), "/box") == "box"
    count = room.start(box="X-9")
    room.amounts(count)
    room.sign(count, "count-1", "count-2", "sup-1")
    counted, _ = drops(room)
    assert (counted["status"], counted["flags"]) == ("counted", ["swapped"])
    assert counted["over_short_cents"] == CASH_CENTS - off["collected_cents"]
    assert balances(HOUSE)["count_room:collection"] == 0


@pytest.mark.slow
def test_a_missing_box_stays_open_until_it_is_found_and_counted() -> None:
    room = CountRoom()
    room.removed = room.change_box(box_in="B-2", witness=None)
    (gone, _) = drops(room)
    assert (gone["status"], gone["came_off"]) == ("missing", None)
    assert gone["flags"] == ["missing", "no_witness"]
    assert balances(HOUSE)["count_room:collection"] == gone["collected_cents"]
    room.counted()
    assert drops(room)[0]["status"] == "counted"
    assert balances(HOUSE)["count_room:collection"] == 0


def test_a_box_that_hung_unannounced_holds_what_its_table_took_until_then() -> None:
    room = CountRoom()
    other = Evening("T02")
    other.open()
    other.play()
    other.post(other.fee(1, FEE_CENTS))
    (removed,) = other.post(other.event("box.changed", _changed("B-7", "B-8"))).positions
    (drop,) = [one for one in drops(room, "?table=T02") if one["box"] == "B-7"]
    assert (drop["put_on_position"], drop["flags"]) == (None, ["unknown_start"])
    assert drop["collected_cents"] >= FEE_CENTS
    assert room.cage.read("tables/T02/rounds/1")["withheld"] is True
    journals = "ledger/journals?account=unboxed:T02:collection"
    assert all(one["withheld"] for one in room.cage.read(journals)["items"])
    count = room.start(table="T02", removed_position=removed, box="B-7")
    room.amounts(count)
    room.sign(count, "count-1", "count-2", "sup-1")
    assert balances(HOUSE)["unboxed:T02:collection"] == 0
    assert room.cage.read("tables/T02/rounds/1")["fees"]["collected_cents"] >= FEE_CENTS
    assert not any("withheld" in one for one in room.cage.read(journals)["items"])
    assert room.cage.read("drops?table=T02")["items"][0]["over_short_cents"] is not None


def test_a_box_at_two_tables_hung_uncounted_or_for_another_purpose_is_flagged() -> None:
    room = CountRoom()
    other = Evening("T02")
    other.open()
    other.post(other.event("box.changed", _changed(None, "B-1", purpose="jackpot")))
    (there,) = drops(room, "?table=T02")
    assert there["flags"] == ["two_tables", "other_purpose"]
    room.drop(box_in="B-1", removed_by="drop-2", witness="drop-2")
    off, again = drops(room, f"?table={TABLE}")
    assert off["flags"] == ["witness_is_collector"]
    assert again["flags"] == ["two_tables", "not_counted_before", "other_purpose"]


@pytest.mark.slow
def test_drops_are_read_page_by_page() -> None:
    room = CountRoom()
    for number in range(1, 5):
        room.drop(box_out=f"B-{number}", box_in=f"B-{number + 1}")
    whole, seen, cursor = drops(room), list[JSON](), ""
    while True:
        page = room.auditor.read(f"drops?limit=2{cursor}")
        seen += page["items"]
        if page["next_cursor"] is None:
            break
        cursor = f"&after={page['next_cursor']}"
    assert [one["box"] for one in seen] == [f"B-{number}" for number in range(1, 6)]
    assert seen == whole
    for query in ("after=7", "after=1-2-x", "status=lost", "gaming_day=today", "table=a&table=b"):
        refused(room.auditor.get(f"drops?{query}"), 400, "malformed")
