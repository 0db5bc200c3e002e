"""The board of the drop boxes as a browser gets it, and the chain of custody of one."""

import re
from typing import Final

import pytest
import time_machine
from django.urls import reverse

from cardroom import clock
from cardroom.pages.map import PAGES
from tests.counting import CountRoom
from tests.pages.counting import COUNTS, Desk, a_person, queries_of, text
from tests.pages.people import Person

pytestmark = pytest.mark.django_db(transaction=True)
BOARD: Final = "/admin/boxes/"
TITLES: Final = ("On tables", "Off, not counted", "Counting", "Counted")
# An amount of money, as any page writes one.
MONEY: Final = re.compile(r"\$\s?\d|\d[\d,]*\.\d\d\b")


def columns(page: str) -> dict[str, list[str]]:
    """The boxes of each column of the board."""
    found = {}
    for title in TITLES:
        part = re.search(rf"<h2>{title}</h2>.*?</section>", page)
        assert part, title
        found[title] = re.findall(r'data-move href="/admin/boxes/([^"]+)/"', part[0])
        assert f'<b class="right strong">{len(found[title])}</b>' in part[0]
    return found


def board(person: Person, query: str = "") -> str:
    """The board as somebody sees it."""
    return text(person.get(f"{BOARD}{query}"))


def test_a_box_goes_from_column_to_column() -> None:
    room = CountRoom()
    person = a_person("count-1")
    empty: dict[str, list[str]] = {title: [] for title in TITLES}
    assert columns(board(person)) == empty | {"On tables": ["B-1"]}
    room.drop()
    assert columns(board(person)) == empty | {"On tables": ["B-2"], "Off, not counted": ["B-1"]}
    count = room.start()
    assert columns(board(person)) == empty | {"On tables": ["B-2"], "Counting": ["B-1"]}
    room.amounts(count)
    room.sign(count, "count-1", "count-2", "sup-1")
    there = board(person, "?day=2026-11-28")
    assert columns(there) == empty | {"On tables": ["B-2"], "Counted": ["B-1"]}
    assert f'href="{COUNTS}{count}/"' in there
    other = board(person, "?day=2026-11-27")
    assert columns(other) == empty | {"On tables": ["B-2"]}
    assert "No box of Fri 27 Nov is counted yet." in other


def test_the_board_says_who_took_a_box_off_who_saw_it_when_and_for_which_day_and_shift() -> None:
    room = CountRoom()
    room.drop()
    page = board(a_person("count-1"))
    assert "drop-1 took it off, floor-7 saw it" in page
    assert f" · pos {room.removed} · Sat 28 Nov, day" in page
    assert re.search(r'<span class="right">\d+ (?:min|h|d|s)[^<]*</span>', page)


def test_what_is_off_is_filtered_by_gaming_day_and_purpose_in_the_address() -> None:
    room = CountRoom()
    room.drop()
    room.change_box(box_in="J-1", purpose="jackpot")
    room.change_box(box_out="J-1", purpose="jackpot")
    person = a_person("sup-1")
    assert columns(board(person))["Off, not counted"] == ["B-1", "J-1"]
    for query, boxes in (
        ("?purpose=jackpot", ["J-1"]),
        ("?purpose=collection", ["B-1"]),
        ("?purpose=nonsense", []),
        ("?day=2026-11-28", ["B-1", "J-1"]),
        ("?day=2026-11-28&purpose=jackpot", ["J-1"]),
        ("?day=2026-11-27", []),
        ("?day=nonsense", ["B-1", "J-1"]),
        ("?day=0001-01-01", []),
    ):
        assert columns(board(person, query))["Off, not counted"] == boxes, query
    page = board(person, "?day=2026-11-28&purpose=jackpot")
    assert 'href="?day=2026-11-27&purpose=jackpot"' in page
    assert 'aria-current="true">Jackpot' in page


@pytest.mark.parametrize(
    ("drop", "word", "sentence", "is_breach"),
    [
        ({"box_out": "B-7"}, "Swapped", "B-1 was put on, B-7 came off", True),
        ({"box_out": None}, "Missing", "B-1 was put on, and nobody named what came off", True),
        ({"witness": None}, "No witness", "nobody is named who saw it come off", False),
        ({"witness": "drop-1"}, "No second person", "is named as witness too", False),
    ],
)
def test_what_is_odd_has_colour_shape_and_word(
    drop: dict[str, str | None], word: str, sentence: str, *, is_breach: bool
) -> None:
    room = CountRoom()
    said = {"box_out": "B-1", "box_in": "B-2", "witness": "floor-7"} | drop
    data = {"purpose": "collection", "removed_by": "drop-1"}
    event = room.evening.event(
        "box.changed", data | {name: one for name, one in said.items() if one is not None}
    )
    room.evening.post(event)
    page = board(a_person("count-1"))
    kind = "breach" if is_breach else "warn"
    assert f'<span class="st {kind}"><svg aria-hidden="true"><use href="#s-{kind}"/>' in page
    assert f"</svg>{word}</span>" in page
    assert sentence in page
    assert ('class="broken"' in page) == is_breach
    box = said["box_out"] or "B-1"
    assert sentence in text(a_person("sup-1").get(f"{BOARD}{box}/"))


def test_a_box_hung_again_uncounted_elsewhere_or_for_another_purpose_is_told() -> None:
    room = CountRoom()
    room.change_box(box_in="B-1", purpose="jackpot")
    page = board(a_person("count-1"))
    assert "Two places" in page
    assert "Mixed" in page
    room.drop()
    room.change_box(box_out="B-2", box_in="B-1")
    assert "Hung uncounted" in board(a_person("count-1"))
    room.change_box(box_out="P-1", purpose="promo")
    assert "Start unknown" in board(a_person("count-1"))
    assert "no table said so" in text(a_person("count-1").get(f"{BOARD}P-1/"))


def test_a_boxs_page_has_its_chain_link_by_link() -> None:
    desk = Desk()
    desk.start(received_by="cage-1")
    page = text(desk.person.get(f"{BOARD}B-1/"))
    for said in (
        f"B-1 was put on at position {desk.room.since}",
        f"B-1 came off at position {desk.room.removed}; gaming day Sat 28 Nov 2026, day",
        "drop-1; witness floor-7",
        "<td>Received</td>",
        "<td>cage-1</td>",
        "its count was started by count-1, count-2",
        f'href="{desk.sheet}"',
    ):
        assert said in page, said
    assert "<td>Counted</td>" not in page
    desk.enter()
    for person in ("count-1", "count-2", "cage-1"):
        desk.sign(person)
    page = text(desk.person.get(f"{BOARD}B-1/"))
    assert "count-1, count-2, cage-1" in page
    assert "accepted by the last signature: <b>$9.00</b>" in page
    desk.room.adjust(str(desk.view().id), denominations={"100": 11})
    page = text(desk.person.get(f"{BOARD}B-1/"))
    assert "count-1; approved by sup-1" in page
    assert "to <b>$11.00</b>: a chip was found" in page
    assert "at table T01 still" in text(desk.person.get(f"{BOARD}B-2/"))
    assert "No table ever had a box B-9." in text(desk.person.get(f"{BOARD}B-9/"), 404)


def test_what_a_table_recorded_in_a_box_is_told_to_nobody_who_may_count() -> None:
    desk = Desk()
    told = {}
    for person in ("count-1", "cage-1", "drop-1", "drop-2", "both-1", "sup-1", "floor-7"):
        someone = desk.person if person == desk.person.name == "count1" else a_person(person)
        told[person] = "the table recorded" in text(someone.get(f"{BOARD}B-1/"))
    assert [person for person, is_told in told.items() if is_told] == ["sup-1", "floor-7"]


def main_of(page: str) -> str:
    """What a page says, without what differs each time it is asked for."""
    main = page[page.index("<main") : page.index("</main>")]
    main = re.sub(r"<svg.*?</svg>", "", main)
    main = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", main)
    return re.sub(r'name="(id|at)" value="[^"]*"', "", main)


@pytest.mark.parametrize("person", ["count-1", "cage-1", "drop-2", "both-1"])
def test_no_page_of_boxes_and_counts_tells_an_amount_to_who_may_count(person: str) -> None:
    """Of an uncounted box: not a figure, nor anything else that depends on what lies in it."""
    desk = Desk()
    someone = desk.person if person == "count-1" else a_person(person)
    paths = [BOARD, f"{BOARD}B-1/", f"{BOARD}B-2/", COUNTS, f"{COUNTS}?box=B-2"]
    if person in {"count-1", "both-1"}:
        paths.append(desk.start_path)
    with time_machine.travel(clock.now(), tick=False):
        assert_blind(desk, someone, paths)
        desk.start()
        assert_blind(desk, someone, [*paths[:5], desk.sheet])
    sheet = main_of(text(someone.get(desk.sheet)))
    assert not re.search("expected|collected|assessed|recorded|reconcil", sheet.lower())


def assert_blind(desk: Desk, someone: Person, paths: list[str]) -> None:
    """The pages have no amount, and more money in the box changes nothing of them."""
    before = {path: main_of(text(someone.get(path))) for path in paths}
    for path, main in before.items():
        found = MONEY.search(main.replace('"total">0.00', "").replace("data-total>0.00", ""))
        assert not found or path == desk.sheet, (path, found)
    desk.room.evening.post(desk.room.evening.fee(1, 12_345))
    for path in paths:
        assert main_of(text(someone.get(path))) == before[path], path


def test_the_navigation_of_a_counter_leads_to_nothing_of_money() -> None:
    CountRoom()
    page = text(a_person("count-1").get(BOARD))
    sections = re.search(r'<nav id="house-nav".*?</nav>', page)
    assert sections
    assert re.findall(r'data-letter="(\w)"', sections[0]) == ["B", "C"]
    allowed = {reverse(f"admin:{page.name}") for page in PAGES if page.section}
    assert {*re.findall(r'href="(/admin/[^"]*)"', sections[0])} <= allowed


def test_the_pages_of_boxes_ask_as_few_queries_of_many_boxes_as_of_one() -> None:
    desk = Desk()
    paths = (BOARD, f"{BOARD}B-1/", COUNTS)
    few = [queries_of(desk.person, path) for path in paths]
    assert max(few) <= 20, few
    for number in range(2, 9):
        desk.room.change_box(box_out=f"B-{number}", box_in=f"B-{number + 1}")
    assert [queries_of(desk.person, path) for path in paths] == few
