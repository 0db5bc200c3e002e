"""Box periods follow the log: hung, off, swapped, missing, corrected, rebuilt and verified."""
# ruff: noqa: S608 - nothing from outside

from typing import Any

import pytest

from cardroom.log import store
from ledger import box_periods
from ledger.rules.boxes import PeriodCells
from tables import rebuild
from tables.verify import Counts, verify
from tests.counting import CountRoom
from tests.forged import tamper
from tests.played import HOUSE, STREAM, Evening, an_evening, post

pytestmark = pytest.mark.django_db(transaction=True)


def change_box(evening: Evening, **data: Any) -> int:
    """A box is put on or taken off; the event's position."""
    told = {"purpose": "collection", "removed_by": "drop-1", "witness": "floor-7"} | data
    return evening.post(evening.event("box.changed", told)).positions[0]


def periods() -> list[PeriodCells]:
    """The box periods of the table."""
    head = store.head(HOUSE, STREAM)
    assert head is not None
    return box_periods.of_stream(head.stream_id)


def correct(evening: Evening, position: int, data: dict[str, Any] | None) -> None:
    """A supervisor corrects an event of the table."""
    head = store.head(HOUSE, STREAM)
    assert head is not None
    (target,) = store.load_positions(head, [position])
    content = {
        "event": str(target.id),
        "data": data,
        "reason": "read from the slip",
        "authorised_by": "sup-1",
    }
    post(evening.event("event.corrected", content), scope="cage")


def findings() -> list[str]:
    """What verification finds."""
    return [str(found) for found in verify(Counts())]


def test_periods_follow_what_tables_report_and_its_corrections() -> None:
    evening = an_evening(1)
    unknown = change_box(evening, box_out="B-0", box_in="B-1")
    swapped = change_box(evening, box_out="B-9", box_in="B-2")
    jackpot = change_box(evening, purpose="jackpot", box_in="J-1")
    missing = change_box(evening, box_in="B-3", witness=None)
    off = change_box(evening, box_out="B-3")
    found = [
        (one.box, one.put_on_position, one.removed_position, one.came_off, one.custody)
        for one in periods()
    ]
    assert found == [
        ("B-0", None, unknown, "B-0", "removed"),
        ("B-1", unknown, swapped, "B-9", "swapped"),
        ("B-2", swapped, missing, None, "missing"),
        ("B-3", missing, off, "B-3", "removed"),
        ("J-1", jackpot, None, None, "on_table"),
    ]
    assert findings() == []
    told = {"purpose": "collection", "removed_by": "drop-1", "box_out": "B-1", "box_in": "B-2"}
    correct(evening, swapped, told)
    correct(evening, off, None)
    assert [(one.box, one.custody) for one in periods()] == [
        ("B-0", "removed"),
        ("B-1", "removed"),
        ("B-2", "missing"),
        ("J-1", "on_table"),
        ("B-3", "on_table"),
    ]
    assert periods()[1].witness is None
    assert findings() == []


def test_an_altered_period_is_found_and_rebuilt() -> None:
    evening = an_evening(1)
    position = change_box(evening, box_in="B-1")
    change_box(evening, box_out="B-1", box_in="B-2")
    before = periods()
    tamper(
        "UPDATE ledger_boxperiod SET removed_by = 'drop-2' WHERE removed_position IS NOT NULL",
        "DELETE FROM ledger_boxperiod WHERE removed_position IS NULL",
        "INSERT INTO ledger_boxperiod (stream_id, put_on_position, removed_position, house,"
        " table_code, purpose, box, custody)"
        " SELECT id, 1, 2, house, 'T01', 'promo', 'X', 'removed' FROM log_head"
        f" WHERE stream = '{STREAM}'",
        "INSERT INTO ledger_boxperiod (stream_id, put_on_position, house, table_code, purpose, box,"
        " custody) VALUES (999, 1, 'CASES', 'T99', 'promo', 'Y', 'on_table')",
    )
    found = findings()
    assert len(found) == 4
    assert any("Y promo" in one for one in found)
    assert any('removed_by: cell; stored "drop-2"; replayed "drop-1"' in one for one in found)
    assert any(f"replayed {position}" in one or "box B-2" in one for one in found)
    assert any("box X promo" in one for one in found)
    assert len(list(rebuild.rebuild())) == 1
    assert periods() == before
    assert findings() == []


def test_what_a_count_was_told_of_its_box_stays() -> None:
    room = CountRoom()
    removed = room.drop()
    told = {"purpose": "collection", "removed_by": "drop-2", "box_out": "B-1", "box_in": "B-2"}
    correct(room.evening, removed, told)
    assert periods()[0].removed_by == "drop-2"
    room.start()
    with pytest.raises(Exception, match="counted already") as refusal:
        correct(room.evening, removed, {**told, "removed_by": "drop-1"})
    assert refusal.value.pointer == "/events/0/data/event"  # type: ignore[attr-defined]
    assert periods()[0].removed_by == "drop-2"
    correct(room.evening, removed, {**told, "box_in": "B-3"})
    assert periods()[1].box == "B-3"
    assert findings() == []
