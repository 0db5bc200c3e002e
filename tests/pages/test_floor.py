"""The floor as a browser gets it: what of a table is said, to whom, and at what cost."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from tables import floor, services
from tests.pages.people import load_the_house, signed_in
from tests.pages.reading import statements
from tests.played import HOUSE, Evening

pytestmark = pytest.mark.django_db
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def text(role: str, path: str = "/admin/floor/") -> str:
    """What the page says, its spaces drawn together."""
    response = signed_in(role).get(path)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def tile(page: str, code: str) -> str:
    """A table's part of a page."""
    found = re.search(rf'<a class="tile [^>]*id="{code}".*?</a>', page)
    assert found, code
    return found[0]


def an_evening(rounds: int = 2) -> Evening:
    """An evening at the first table, which opens a little more than a round ago."""
    load_the_house()
    evening = Evening()
    evening.open()
    evening.play(rounds)
    return evening


def test_a_table_says_its_game_round_player_dealer_turn_and_seats() -> None:
    an_evening(2)
    found = tile(text("floor"), "T01")
    for said in ("Pure 21.5", "Round 2", "P-1001", "2 of 2", "must pass to seat"):
        assert said in found
    assert "player-dealer at seat 3" in found
    assert "Never opened" in tile(text("supervisor"), "T02")


def test_the_time_is_that_of_the_houses_own_clock() -> None:
    an_evening(1)
    with time_machine.travel(datetime(2026, 11, 29, 6, 41, 7, tzinfo=UTC), tick=False):
        page = text("floor")
    assert "as of 22:41:07" in page
    assert re.search(r"Gaming day <b>Sat 28 Nov</b>", page)
    assert ">22:41:07</b> PST" in page


def test_a_third_hand_is_a_breach_and_needs_somebody() -> None:
    an_evening(3)
    page = text("floor")
    assert 'class="tile breach"' in tile(page, "T01")
    assert "R1 broken" in tile(page, "T01")
    assert "P-1001 has hand 3 of 2" in page


def test_fees_are_said_to_whom_they_are_to_be_and_to_no_counter() -> None:
    with time_machine.travel(Evening().round[-1]["occurred_at"], tick=False):
        an_evening(2)
        for role in ("floor", "supervisor", "compliance", "audit"):
            assert "Fees, shift</i><b>$14</b>" in tile(text(role), "T01"), role
        for role in ("cage", "admin"):
            assert "Fees" not in tile(text(role), "T01"), role
            assert "$" not in tile(text(role), "T01"), role


def test_fees_and_notes_are_those_of_the_shift() -> None:
    evening = an_evening(2)
    since = datetime.fromisoformat(evening.round[0]["occurred_at"]) + timedelta(seconds=1)
    before, after = floor.floor(HOUSE, since=LONG_AGO)[0], floor.floor(HOUSE, since=since)[0]
    assert before.collected_cents > 0
    assert after.collected_cents == 0
    assert before.noted
    assert after.noted == ()


def test_what_is_recorded_later_is_added_to_what_was_read_before() -> None:
    evening = an_evening(1)
    first = floor.floor(HOUSE, since=LONG_AGO)[0]
    evening.play(2)
    second = floor.floor(HOUSE, since=LONG_AGO)[0]
    assert second.view.last_round == 3
    assert second.view.last_position > first.view.last_position
    assert second.noted[: len(first.noted)] == first.noted
    assert len(second.noted) > len(first.noted)
    opening, *rest = evening.next_round()
    evening.post(opening)
    third = floor.floor(HOUSE, since=LONG_AGO)[0]
    assert third.view.round is not None
    assert floor.floor(HOUSE, since=LONG_AGO)[0] == third
    evening.post(*rest)
    assert floor.floor(HOUSE, since=LONG_AGO)[0].view.round is None


def test_a_table_that_is_not_heard_of_is_silent_and_says_since_when() -> None:
    an_evening(1)
    assert "Silent" not in tile(text("floor"), "T01")
    with time_machine.travel(timedelta(minutes=4, seconds=12), tick=False):
        page = text("supervisor")
    assert 'class="tile silent"' in tile(page, "T01")
    assert re.search(r"Nothing heard for 4 min 1\d s. Last event \d+ at \d\d:\d\d:\d\d", page)


def test_what_somebody_puts_right_on_the_site_is_no_sign_of_life_of_a_table() -> None:
    evening = an_evening(1)
    word = {"reason": "misdeal", "authorised_by": "sup-1"}
    batch = {"events": [evening.event("round.voided", word, number=1)]}
    with time_machine.travel(timedelta(minutes=4), tick=False):
        services.record(
            house=HOUSE,
            table="T01",
            content=json.dumps(batch).encode(),
            recorded_by="person:sup-1",
            scope="supervisor",
        )
        assert 'class="tile silent"' in tile(text("supervisor"), "T01")


def test_filters_show_the_tables_that_are_so_and_count_them() -> None:
    an_evening(2)
    shown = text("floor", "/admin/floor/?show=must_pass")
    assert 'id="T01"' in shown
    assert 'id="T02"' not in shown
    assert "Must pass <b>1</b>" in shown
    assert "Closed <b>2</b>" in shown
    nothing = text("supervisor", "/admin/floor/?show=silent")
    assert "No table is like that now." in nothing
    assert 'id="T02"' in text("audit", "/admin/floor/?show=nonsense")


def test_what_is_renewed_is_the_floor_without_its_frame() -> None:
    an_evening(1)
    part = text("floor", "/admin/floor/now/")
    assert 'id="T01"' in part
    assert "<html" not in part


def of_the_floor(monkeypatch: pytest.MonkeyPatch, *codes: str) -> int:
    """How many statements the floor takes once more of these tables play a round."""
    for code in codes:
        evening = Evening(code)
        evening.open()
        evening.play(1)
        evening.post(evening.next_round()[0])
    return statements(signed_in("floor"), "/admin/floor/", monkeypatch)


def test_twelve_tables_take_as_many_statements_as_two(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = [f"X{number:02}" for number in range(12)]
    load_the_house(more_tables=tuple(codes))
    few = of_the_floor(monkeypatch, *codes[:2])
    assert of_the_floor(monkeypatch, *codes[2:]) == few
    assert few <= 20
