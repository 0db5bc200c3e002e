"""Box periods: what begins and ends them, and how."""

from datetime import UTC, date, datetime
from typing import Any

from ledger.rules import boxes
from ledger.rules.boxes import BoxChange

AT = datetime(2026, 11, 28, 20, tzinfo=UTC)
DAY = date(2026, 11, 28)


def change(position: int, **said: Any) -> BoxChange:
    """A `box.changed` at a position."""
    told = {"purpose": "collection", "removed_by": "drop-1"} | said
    return BoxChange(position=position, occurred_at=AT, gaming_day=DAY, **told)


def periods(*changes: BoxChange) -> list[tuple[str, int | None, int | None, str]]:
    """The periods that changes make: box, beginning, end, and how it ended."""
    found = boxes.periods("CASES", "T01", list(changes))
    return [(one.box, one.put_on_position, one.removed_position, one.custody) for one in found]


def test_a_period_lasts_from_the_event_that_hangs_a_box_to_the_one_that_takes_it_off() -> None:
    found = periods(change(3, box_in="A"), change(9, box_out="A", box_in="B"), change(12))
    assert found == [("A", 3, 9, "removed"), ("B", 9, 12, "missing")]


def test_purposes_are_apart() -> None:
    found = periods(change(3, box_in="A"), change(4, box_in="J", purpose="jackpot"))
    assert found == [("A", 3, None, "on_table"), ("J", 4, None, "on_table")]


def test_the_box_that_is_counted_is_the_one_that_came_off() -> None:
    swapped, missing = boxes.periods(
        "CASES", "T01", [change(3, box_in="A"), change(9, box_out="X", box_in="B"), change(12)]
    )
    assert (swapped.custody, swapped.counted_box) == ("swapped", "X")
    assert (missing.custody, missing.counted_box) == ("missing", "B")


def test_a_box_that_nobody_hung_has_no_beginning() -> None:
    assert periods(change(5, box_out="A")) == [("A", None, 5, "removed")]
    assert periods(change(5)) == []


def test_a_removal_says_when_by_whom_and_on_which_gaming_day() -> None:
    (found,) = boxes.periods("CASES", "T01", [change(5, box_out="A", witness="floor-7")])
    assert (found.removed_at, found.gaming_day) == (AT, DAY)
    assert (found.removed_by, found.witness, found.put_on_by) == ("drop-1", "floor-7", None)
