"""Tables with much to say: no word is broken where there is room, and else where people would."""

import pytest
from msgspec import structs

from cardroom.reports.document import Column, Section
from cardroom.reports.render.charts import WIDTH
from cardroom.reports.render.grid import Grid
from cardroom.reports.render.words import in_lines
from tests.inspected import an_item, irregularities
from tests.unit.reports.test_inspected import text_of

ZONE = "America/Los_Angeles"
LONG = {
    "code": "authorisation_claimed",
    "type": "round.settled_by_floor",
    "dealer": "D-1034-night",
    "authorised_by": "supervisor-night-1",
    "authorisation": "confirmed",
    "reason": "the cards of seat 7 were exposed while the shoe was changed, seen on camera 12",
    "detail": "R10: the position moved clockwise from seat 3 to 7; not asked were 4, 5 and 6",
}


def test_long_names_of_an_irregularity_stay_whole() -> None:
    items = tuple(an_item("TABLE-10", 1_234_567 + number, **LONG) for number in range(3))
    text = text_of(structs.replace(irregularities(), items=items))
    for name in ("code", "type", "dealer", "authorised_by"):
        assert text.count(LONG[name]) >= 3


@pytest.mark.parametrize("columns", [3, 9, 30])
def test_columns_never_need_more_than_the_page(columns: int) -> None:
    own = tuple(Column(f"c{number}", f"Column {number}") for number in range(columns))
    rows = tuple((f"{'word ' * 12}", *["authorisation_claimed"] * (columns - 1)) for _ in range(2))
    grid = Grid(Section(name="wide", title="Wide", columns=own, rows=rows), ZONE)
    assert sum(grid.widths) == pytest.approx(WIDTH, rel=0.01) or sum(grid.widths) < WIDTH
    assert len(grid.flowables()) == 1


def test_a_table_without_rows_that_is_wide_by_its_heads_alone() -> None:
    own = tuple(Column(f"c{number}", "Unbelievable") for number in range(30))
    grid = Grid(Section(name="wide", title="Wide", columns=own, rows=()), ZONE)
    assert sum(grid.widths) == pytest.approx(WIDTH)


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("hit on 17", 100, "hit on 17"),
        ("authorisation_claimed", 100, "authorisation_claimed"),
        ("on authorisation_claimed", 60, "on authorisation_<br/>claimed"),
        ("round.settled_by_floor", 60, "round.settled_by_<br/>floor"),
        ("a<b:c&d", 10, "a&lt;b:<br/>c&amp;d"),
        ("x" * 40, 60, "x" * 40),
    ],
)
def test_a_word_without_room_goes_on_behind_a_point_or_a_line(
    text: str, room: float, lines: str
) -> None:
    assert in_lines(text, room, 7.5) == lines
