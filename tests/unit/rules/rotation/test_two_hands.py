"""Profile `two_hands`: for each rule what breaks it, the nearest that doesn't, and its edges."""

from datetime import date, time, timedelta

import msgspec
import pytest

from tables.rules.rotation import licence, two_hands
from tables.rules.rotation.facts import Company, Person, Reference
from tables.rules.rotation.memory import Memory
from tests.rotation import DAY, KN, REFERENCE, SETTINGS, a_deal, a_moved, after, company, patron

OTHERS = (patron(1), patron(5), patron(7))
NO = dict.fromkeys((1, 5, 7), False)


def test_r1_a_third_hand_in_a_row() -> None:
    breach = two_hands.r1(a_deal(patron(3), memory=after(patron(3), 2)), SETTINGS)
    assert breach is not None
    assert breach.detail == "P-3 is player-dealer for hand 3 in a row, 2 are allowed"
    assert breach.positions == (10, 20)
    again = two_hands.r1(a_deal(patron(3), memory=after(patron(3), 3)), SETTINGS)
    assert again is not None
    assert again.positions == (20, 30)


def test_r1_not_a_second_hand_another_holder_or_a_longer_limit() -> None:
    assert two_hands.r1(a_deal(patron(3), memory=after(patron(3), 1)), SETTINGS) is None
    assert two_hands.r1(a_deal(patron(5), memory=after(patron(3), 2)), SETTINGS) is None
    assert two_hands.r1(a_deal(patron(3)), SETTINGS) is None
    three = msgspec.structs.replace(SETTINGS, hands=3)
    assert two_hands.r1(a_deal(patron(3), memory=after(patron(3), 2)), three) is None


def test_r1_counts_a_company_or_each_of_its_people() -> None:
    memory = after(company(3), 2)
    assert two_hands.r1(a_deal(company(5), memory=memory), SETTINGS) is not None
    assert two_hands.r1(a_deal(company(5, code="LM"), memory=memory), SETTINGS) is None
    each = msgspec.structs.replace(SETTINGS, holder="person")
    assert two_hands.r1(a_deal(company(5), memory=memory), each) is None
    nobodys = company(3, code=None)
    assert two_hands.r1(a_deal(nobodys, memory=after(nobodys, 2)), SETTINGS) is not None


def test_r2_what_lay_between_is_no_intervening_holder() -> None:
    memory = after(patron(3), 2, breaks=("a pause", "seat 3 was left"))
    breach = two_hands.r2(a_deal(patron(3), memory=memory), SETTINGS)
    assert breach is not None
    assert breach.detail.endswith("it is no such thing: a pause, seat 3 was left")
    assert breach.positions == (60, 61)


def test_r2_another_gaming_day_is_no_intervening_holder() -> None:
    deal = a_deal(patron(3), memory=after(patron(3), 2), gaming_day=date(2026, 11, 29))
    breach = two_hands.r2(deal, SETTINGS)
    assert breach is not None
    assert "another gaming day" in breach.detail


def test_r2_is_silent_where_nothing_lay_between_or_the_run_may_go_on() -> None:
    assert two_hands.r2(a_deal(patron(3), memory=after(patron(3), 2)), SETTINGS) is None
    second = after(patron(3), 1, breaks=("a pause",))
    assert two_hands.r2(a_deal(patron(3), memory=second), SETTINGS) is None
    other = after(patron(5), 2, breaks=("a pause",))
    assert two_hands.r2(a_deal(patron(3), memory=other), SETTINGS) is None


def test_r3_everyone_declined_and_the_game_was_not_stopped() -> None:
    deal = a_deal(patron(3), *OTHERS, memory=after(patron(3), 2, NO))
    breach = two_hands.r3(deal, SETTINGS)
    assert breach is not None
    assert "the game was not stopped" in breach.detail
    taker = a_deal(patron(5), patron(1), patron(3), patron(7), memory=after(patron(3), 2, NO))
    assert two_hands.r3(taker, SETTINGS) is not None


@pytest.mark.parametrize(
    "memory",
    [
        after(patron(3), 1, NO),  # he may go on
        after(patron(3), 2, NO | {5: True}),  # one took it after all
        after(patron(3), 2, {1: False, 5: False}),  # one was not asked
        after(patron(3), 2, NO, is_begun=True),  # stopped, and begun again
    ],
)
def test_r3_not_when_somebody_might_take_it_or_the_game_stopped(memory: Memory) -> None:
    assert (
        two_hands.r3(a_deal(patron(5), patron(1), patron(3), patron(7), memory=memory), SETTINGS)
        is None
    )


def test_r3_the_house_may_say_what_it_will_and_nobody_else_is_nobody() -> None:
    house = Person(8, "house-1", "house")
    assert two_hands.r3(a_deal(patron(3), memory=after(patron(3), 2)), SETTINGS) is None
    deal = a_deal(patron(3), patron(1), house, memory=after(patron(3), 2, {1: False}))
    assert two_hands.r3(deal, SETTINGS) is not None


def test_r3_is_not_asked_of_a_late_round() -> None:
    deal = a_deal(patron(3), *OTHERS, memory=after(patron(3), 2, NO), opened_position=None)
    assert two_hands.r3(deal, SETTINGS) is None


def test_r3_after_a_stop_another_holder_begins() -> None:
    stopped = after(patron(3), 2, is_stopped=True, is_begun=True)
    breach = two_hands.r3(a_deal(patron(3), *OTHERS, memory=stopped), SETTINGS)
    assert breach is not None
    assert "again after it" in breach.detail
    assert two_hands.r3(a_deal(patron(5), patron(3), memory=stopped), SETTINGS) is None
    paused = after(patron(3), 1, is_begun=True)
    assert two_hands.r3(a_deal(patron(3), *OTHERS, memory=paused), SETTINGS) is None


def test_r5_the_house_is_never_player_dealer() -> None:
    assert licence.r5(a_deal(Person(3, "X-1", "house")), SETTINGS) is not None
    assert licence.r5(a_deal(Person(3, "house-1")), SETTINGS) is not None
    assert licence.r5(a_deal(patron(3), Person(5, "house-1", "house")), SETTINGS) is None


def test_r6_more_than_w_moved() -> None:
    above = two_hands.r6(a_deal(patron(3), moved=a_moved(50_001)), SETTINGS)
    assert above is not None
    assert (above.detail, above.positions) == ("$500.01 moved, W is $500.00", (75,))
    assert two_hands.r6(a_deal(patron(3), moved=a_moved(50_000)), SETTINGS) is None
    assert two_hands.r6(a_deal(patron(3)), SETTINGS) is None


def test_r6_a_wager_without_action_was_kept() -> None:
    kept = two_hands.r6(a_deal(patron(3), moved=a_moved(1_000, kept=("P-1's game",))), SETTINGS)
    assert kept is not None
    assert "P-1's game" in kept.detail


@pytest.mark.parametrize(
    ("person", "said"),
    [
        (company(3, code="LM"), "no contract with LM"),
        (company(3, code=None), "no contract with a company that nobody named"),
        (company(3, badge=None), "T-3 of KN has no badge"),
        (company(3, badge="KN-99"), "badge KN-99 is none of KN's"),
    ],
)
def test_r7_a_badge_or_contract_is_missing(person: Person, said: str) -> None:
    breach = licence.r7(a_deal(person), SETTINGS)
    assert breach is not None
    assert breach.detail == said


def test_r7_not_for_a_licensed_company_or_a_patron() -> None:
    assert licence.r7(a_deal(company(3)), SETTINGS) is None
    assert licence.r7(a_deal(patron(3)), SETTINGS) is None
    unknown = a_deal(company(3, code="LM"), reference=Reference())
    assert licence.r7(unknown, SETTINGS) is None


@pytest.mark.parametrize(
    ("day", "ok"),
    [
        (date(2026, 1, 30), False),
        (date(2026, 1, 31), True),
        (date(2027, 1, 31), True),
        (date(2027, 2, 1), False),
    ],
)
def test_r7_a_contract_holds_on_its_first_and_last_day(day: date, ok: bool) -> None:  # noqa: FBT001
    assert (licence.r7(a_deal(company(3), gaming_day=day), SETTINGS) is None) == ok


def test_r7_a_badge_is_good_until_the_day_on_which_it_expires() -> None:
    deal = a_deal(company(3, badge="KN-12"), gaming_day=DAY)
    assert licence.r7(deal, SETTINGS) is None
    late = a_deal(company(3, badge="KN-12"), gaming_day=DAY + timedelta(days=1))
    breach = licence.r7(late, SETTINGS)
    assert breach is not None
    assert breach.detail == "badge KN-12 of KN was good until 2026-11-28"
    assert licence.r7(a_deal(company(3), gaming_day=date(2027, 1, 31)), SETTINGS) is None


def test_r7_a_game_outside_of_the_contract() -> None:
    breach = licence.r7(a_deal(company(3), game="another-game"), SETTINGS)
    assert breach is not None
    assert breach.detail == "KN's contract is not for another-game"


def _works(known: Company, at: time) -> bool:
    there = msgspec.structs.replace(REFERENCE, companies={"KN": known}, local_time=at)
    return licence.r7(a_deal(company(3), reference=there), SETTINGS) is None


def test_r7_hours_may_pass_midnight_and_include_their_ends() -> None:
    night = {
        time(5, 59): False,
        time(6): True,
        time(23, 59): True,
        time(2): True,
        time(2, 1): False,
    }
    assert {at: _works(KN, at) for at in night} == night
    day = msgspec.structs.replace(KN, hours=("10:00-12:00", "14:00-16:00"))
    hours = {time(9, 59): False, time(12): True, time(13): False, time(16): True}
    assert {at: _works(day, at) for at in hours} == hours
    assert _works(msgspec.structs.replace(KN, hours=()), time(4))


def test_r8_two_seats_of_one_company() -> None:
    breach = licence.r8(company(3), [patron(1), company(5)])
    assert breach is not None
    assert breach.detail == "KN has seats 5 and 3"
    assert licence.r8(company(3), [company(5, code="LM"), patron(1)]) is None
    assert licence.r8(patron(3), [company(5)]) is None


def test_r10_a_seat_was_passed_by_that_did_not_decline() -> None:
    deal = a_deal(patron(7), patron(1), patron(3), patron(5), memory=after(patron(3), 1, {7: True}))
    breach = two_hands.r10(deal, SETTINGS)
    assert breach is not None
    assert "clockwise from seat 3 to 7, and these did not decline: 5" in breach.detail
    asked = after(patron(3), 1, {5: False, 7: True})
    assert two_hands.r10(a_deal(patron(7), patron(3), patron(5), memory=asked), SETTINGS) is None


def test_r10_against_the_direction() -> None:
    deal = a_deal(patron(1), patron(3), patron(5), patron(7), memory=after(patron(3), 1))
    breach = two_hands.r10(deal, SETTINGS)
    assert breach is not None
    assert (
        "against the direction from seat 3 to 1, and these did not decline: 5, 7" in breach.detail
    )
    everyone = after(patron(3), 1, {5: False, 7: False, 1: True})
    round_about = a_deal(patron(1), patron(3), patron(5), patron(7), memory=everyone)
    assert two_hands.r10(round_about, SETTINGS) is None


def test_r10_around_the_table_to_the_next_seat() -> None:
    deal = a_deal(patron(1), patron(3), patron(7), memory=after(patron(7), 2))
    assert two_hands.r10(deal, SETTINGS) is None
    skipped = a_deal(patron(3), patron(1), patron(7), memory=after(patron(7), 2))
    assert two_hands.r10(skipped, SETTINGS) is not None


@pytest.mark.parametrize(
    "memory",
    [
        Memory(),  # the table's first hand
        after(patron(7), 1),  # he keeps it
        after(patron(3), 2, is_begun=True),  # another game
        after(Person(3, "P-7"), 1),  # he changed his seat
        after(patron(3), 1, {7: True}, came=[5]),  # 5 came when 7 had accepted
    ],
)
def test_r10_not_where_nobody_was_passed_by(memory: Memory) -> None:
    deal = a_deal(patron(7), patron(3), patron(5), memory=memory)
    assert two_hands.r10(deal, SETTINGS) is None


def test_r10_passes_by_the_house_and_who_must_pass() -> None:
    house, full = Person(5, "house-1", "house"), after(company(3), 2)
    passed = a_deal(patron(7), company(3), house, company(6), memory=full)
    assert two_hands.r10(passed, SETTINGS) is None
    once = a_deal(patron(7), company(3), company(6), memory=after(company(3), 1))
    assert two_hands.r10(once, SETTINGS) is not None


def test_r10_is_not_asked_of_a_late_round() -> None:
    deal = a_deal(patron(7), patron(5), memory=after(patron(3), 1), opened_position=None)
    assert two_hands.r10(deal, SETTINGS) is None


def test_r11_a_patron_with_a_large_share_is_an_alert() -> None:
    found = two_hands.r11({"P-1": 81, "P-2": 80}, 200, SETTINGS)
    assert {player: breach.detail for player, breach in found.items()} == {
        "P-1": "P-1 was player-dealer in 81 of 200 hands"
    }
    assert two_hands.r11({"P-1": 199}, 199, SETTINGS) == {}
