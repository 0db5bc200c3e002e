"""Profile `ca_2076`: for each rule what breaks it, the nearest that doesn't, and its edges."""

from typing import Any

import msgspec
import pytest

from tables.rules.rotation import ca_2076
from tables.rules.rotation.deadline import deadlines
from tables.rules.rotation.facts import Person
from tables.rules.rotation.hand import hand
from tables.rules.rotation.memory import Memory, Passage
from tests.rotation import AT, SETTINGS, a_deal, after, bets, company, minutes, patron


def test_d1_a_seat_had_no_offer_between_two_hands() -> None:
    memory = after(patron(3), 1, {3: True, 5: False})
    breach = ca_2076.d1(a_deal(patron(3), patron(5), patron(7), memory=memory), SETTINGS)
    assert breach is not None
    assert breach.detail == "no offer since the last hand to: 7"
    house = Person(8, "house-1", "house")
    assert ca_2076.d1(a_deal(patron(3), patron(5), house, memory=memory), SETTINGS) is None


@pytest.mark.parametrize(
    ("memory", "facts"),
    [
        (Memory(), {}),  # no hand before it
        (after(patron(3), 2, is_begun=True), {}),  # nor in this game
        (after(patron(3), 1), {"opened_position": None}),  # reported late: nobody knows
    ],
)
def test_d1_not_before_the_second_hand_of_a_game(memory: Memory, facts: dict[str, Any]) -> None:
    assert ca_2076.d1(a_deal(patron(3), patron(5), memory=memory, **facts), SETTINGS) is None


def a_game(*dealt: tuple[Person, float]) -> Memory:
    """A game that began at the instant AT, with hands some minutes later."""
    memory = Memory(passage=Passage(AT))
    for person, at in dealt:
        hand(a_deal(person, memory=memory, at=AT + minutes(at)), SETTINGS)
    return memory


def d2(memory: Memory, at: float) -> str:
    """What is said of a hand so many minutes into the game; `alert: ` before it if it is none."""
    breach = ca_2076.d2(a_deal(company(3), memory=memory, at=AT + minutes(at)), SETTINGS)
    if breach is None:
        return ""
    late = breach.detail.removeprefix("dealt after the deadline for 2 others in 40 minutes: ")
    return f"alert: {late}" if breach.is_alert else late


def test_d2_from_the_games_start_while_fewer_than_two_others() -> None:
    alone = a_game((company(3), 0), (patron(5), 10), (company(3), 20))
    assert d2(alone, 40) == ""
    assert d2(alone, 40.1).startswith("wall/sliding by 0 min")
    again = a_game((patron(5), 10), (company(3), 20), (patron(5), 30))  # one and the same
    assert d2(again, 41).startswith("wall/sliding by 1 min")


def test_d2_from_the_second_most_recent_time_that_another_became_player_dealer() -> None:
    two = a_game((patron(5), 10), (patron(5), 12), (patron(7), 20), (company(3), 25))
    assert d2(two, 50) == ""
    assert d2(two, 51).startswith("wall/sliding by 1 min")
    back = a_game((patron(5), 10), (patron(7), 20), (patron(5), 30))  # 7 at 20 is the second now
    assert d2(back, 60) == ""
    assert d2(back, 61).startswith("wall/sliding")


def test_d2_by_play_time_without_pauses() -> None:
    paused = a_game((patron(5), 1), (patron(7), 2))
    paused.passage.pause(AT + minutes(5))
    paused.passage.pause(AT + minutes(6))  # a second time changes nothing
    paused.passage.resume(AT + minutes(35))
    paused.passage.resume(AT + minutes(36))
    assert d2(paused, 41) == ""
    assert d2(paused, 42) == "wall/sliding by 1 min"
    assert d2(paused, 72.5).count("play/sliding") == 1


def test_d2_fixed_blocks_each_need_two_others() -> None:
    fixed = a_game((patron(5), 30), (patron(7), 39), (company(3), 41), (patron(5), 60))
    # 7 became at 39: sliding until 79; the block from 40 to 80 has one of them.
    assert d2(fixed, 79) == ""
    assert (
        d2(fixed, 81)
        == "wall/sliding by 2 min, wall/fixed by 1 min, play/sliding by 2 min, play/fixed by 1 min"
    )


def test_d2_what_only_another_reading_breaks_is_an_alert() -> None:
    late_pair = a_game((patron(1), 30), (patron(5), 38), (company(3), 45), (patron(1), 50))
    # Sliding: 5 at 38 is the second, until 78; then 7 at 70 makes it 90. The block has 1 and 7.
    hand(a_deal(patron(7), memory=late_pair, at=AT + minutes(70)), SETTINGS)
    assert d2(late_pair, 89) == ""
    one = a_game((patron(1), 39), (patron(5), 45))
    assert d2(one, 79) == ""
    fixed_only = a_game((company(3), 1), (patron(1), 39))
    hand(a_deal(patron(5), memory=fixed_only, at=AT + minutes(40)), SETTINGS)
    assert d2(fixed_only, 79) == ""
    assert deadlines(Memory(), AT, SETTINGS) == ()


def test_d2_deadlines_as_they_are_shown() -> None:
    memory = a_game((patron(5), 10), (patron(7), 20))
    shown = deadlines(memory, AT + minutes(30), SETTINGS)
    assert [(d.clock, d.reading, d.at, d.left_ms // 60_000) for d in shown] == [
        ("wall", "sliding", AT + minutes(50), 20),
        ("wall", "fixed", AT + minutes(80), 50),
        ("play", "sliding", AT + minutes(50), 20),
        ("play", "fixed", AT + minutes(80), 50),
    ]
    memory.passage.pause(AT + minutes(30))
    *_, play, _ = deadlines(memory, AT + minutes(35), SETTINGS)
    assert (play.at, play.left_ms // 60_000) == (None, 20)


def test_d3_two_turns_of_tppps_in_a_row() -> None:
    breach = ca_2076.d3(a_deal(company(5, code="LM"), memory=after(company(3), 2)), SETTINGS)
    assert breach is not None
    assert (breach.detail, breach.positions) == ("LM after KN, both TPPPS", (20,))
    assert ca_2076.d3(a_deal(company(3), memory=after(company(3), 1)), SETTINGS) is None
    assert ca_2076.d3(a_deal(company(5), memory=after(patron(3), 1)), SETTINGS) is None
    assert ca_2076.d3(a_deal(patron(5), memory=after(company(3), 1)), SETTINGS) is None


def test_d3_of_each_person_where_people_hold_for_themselves() -> None:
    each = msgspec.structs.replace(SETTINGS, holder="person")
    mine = after(company(3), 1)
    mine.holder = "T-3"
    assert ca_2076.d3(a_deal(company(5), memory=mine), each) is not None


def test_d4_says_who_left() -> None:
    assert ca_2076.d4(patron(3)).detail == "P-3 left seat 3 during his round"


def test_d5_two_companies_at_a_table() -> None:
    breach = ca_2076.d5(company(3, code="LM"), [patron(1), company(5)])
    assert breach is not None
    assert breach.detail == "KN at seat 5, LM at 3"
    assert ca_2076.d5(company(3), [company(5), patron(1)]) is None
    assert ca_2076.d5(patron(3), [company(5)]) is None


def test_d6_a_company_wagers_while_another_is_player_dealer() -> None:
    deal = a_deal(patron(3), company(5), bets=bets("P-1", "T-5", "T-9"))
    breach = ca_2076.d6(deal, SETTINGS)
    assert breach is not None
    assert (breach.detail, breach.positions) == ("wagered: T-5", (67,))
    own = a_deal(company(5), patron(3), bets=bets("P-1", "T-5"))
    assert ca_2076.d6(own, SETTINGS) is None


def test_d7_a_shift_without_a_notice_check() -> None:
    found = ca_2076.d7({"day", "swing"}, {"day", "grave"})
    assert {shift: breach.detail for shift, breach in found.items()} == {
        "swing": "no notice was checked in shift swing"
    }
    assert ca_2076.d7({"day"}, {"day"}) == {}
