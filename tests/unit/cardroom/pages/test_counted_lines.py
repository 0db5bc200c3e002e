"""What counters type, and the lines of a sheet that come of it."""

from datetime import UTC, datetime

import pytest

from cardroom.pages.counting import lines
from cardroom.pages.counting.typed import EMPTY, TOO_MANY, UNREADABLE, read
from ledger.views.count import FigureView

AT = datetime(2026, 11, 28, 23, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "pieces", "fault"),
    [
        ("60", 60, ""),
        (" 0 ", 0, ""),
        ("3\N{MULTIPLICATION SIGN}20", 60, ""),
        ("3*20", 60, ""),
        ("3x20X2", 120, ""),
        ("17 + 3 x 20", 77, ""),
        ("1000000", 1_000_000, ""),
        ("1000001", None, TOO_MANY),
        ("99999999x99999999", None, TOO_MANY),
        ("", None, EMPTY),
        ("  ", None, EMPTY),
        ("-1", None, UNREADABLE),
        ("1.5", None, UNREADABLE),
        ("3x", None, UNREADABLE),
        ("+3", None, UNREADABLE),
        ("one", None, UNREADABLE),
        ("\N{ARABIC-INDIC DIGIT THREE}", None, UNREADABLE),
        ("123456789", None, UNREADABLE),
    ],
)
def test_pieces_are_a_sum_of_stacks_and_nothing_is_not_zero(
    text: str, pieces: int | None, fault: str
) -> None:
    assert read(text) == (pieces, fault)


def figure(revision: int, **pieces: int) -> FigureView:
    """A figure of a count."""
    held = {name[1:]: number for name, number in pieces.items()}
    return FigureView(
        revision=revision,
        denominations=held,
        total_cents=sum(int(cents) * number for cents, number in held.items()),
        by=f"count-{revision}",
        at=AT,
        reason=None if revision == 1 else "again",
    )


def test_lines_run_up_a_total_of_what_was_said_so_far() -> None:
    found = lines.lines([], {"d100": "2", "d500": "", "d2500": "x", "d10000": "0"})
    assert [(one.worth, one.amount, one.running) for one in found if one.pieces is not None] == [
        ("$1", "2.00", "2.00"),
        ("$100", "0.00", "2.00"),
    ]
    assert lines.total_cents(found) == 200
    assert lines.denominations(found) == {"100": 2}
    assert not any(one.fault for one in found)
    faulty = lines.lines([], {"d500": "", "d2500": "x"}, with_faults=True)
    assert {one.worth: one.fault for one in faulty if one.cents in {500, 2_500}} == {
        "$5": EMPTY,
        "$25": UNREADABLE,
    }


def test_each_former_figure_of_a_line_is_struck_and_no_other() -> None:
    figures = [figure(1, d500=41), figure(2, d500=14, d25=2), figure(3, d500=14, d25=1)]
    found = {one.worth: one for one in lines.lines(figures, None)}
    assert [(old.pieces, amount, old.by) for old, amount in found["$5"].struck] == [
        (41, "205.00", "count-2")
    ]
    assert [(old.pieces, amount, old.by) for old, amount in found["25¢"].struck] == [
        (0, "0.00", "count-2"),
        (2, "0.50", "count-3"),
    ]
    assert (found["$5"].pieces, found["$1"].pieces) == (14, 0)
    assert found["25¢"].kinds == "coins"
    assert not found["$25"].is_bill
    assert lines.as_typed(figures[-1].denominations, every=False)["d25"] == "1"
