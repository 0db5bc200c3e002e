"""Edges of the rules, on evenings: the nearest that breaks one, and the nearest that doesn't."""

import pytest

from tests.rotation import Night


def of_company(night: Night, *seats: int, code: str = "KN", badge: str = "KN-11") -> None:
    """A company's players sit down."""
    for seat in seats:
        who = f"T-{seat}"
        night.send("seat.taken", seat=seat, player=who, kind="tppps", tppps=code, badge=badge)


def rules(night: Night, *asked: str) -> list[tuple[str, int | None]]:
    """Which of some rules were found broken, and in which rounds."""
    return [(rule, number) for rule, number in night.rules() if rule in asked]


def test_two_players_of_a_company_are_one_holder_and_its_third_hand_is_one_too_many() -> None:
    night = Night(seats=(1, 7))
    of_company(night, 3, 5)
    night.hand(3, 5)
    assert rules(night, "R1") == []
    night.hand(3)
    assert rules(night, "R1", "R8") == [("R8", None), ("R1", 3)]


def test_a_company_whose_player_moves_to_another_seat_has_one_all_the_time() -> None:
    night = Night(seats=(1, 7))
    of_company(night, 3)
    night.hand(3, 3)
    night.send("seat.left", seat=3)
    of_company(night, 5)
    assert rules(night, "R8") == []
    night.hand(5)
    assert rules(night, "R1", "R2") == [("R1", 3), ("R2", 3)]


def test_who_sat_down_after_all_had_declined_was_not_asked_and_the_game_need_not_stop() -> None:
    night = Night(seats=(1, 3))
    night.hand(1, 1)
    night.decline(3)
    night.send("seat.taken", seat=5, player="P-5", kind="patron")
    night.hand(1)
    assert rules(night, "R1", "R3") == [("R1", 3)]
    night.decline(3, 5)
    night.hand(1)
    assert rules(night, "R1", "R3") == [("R1", 3), ("R1", 4), ("R3", 4)]


def test_a_seat_that_was_left_is_passed_by_and_one_that_was_taken_again_is_not() -> None:
    night = Night()
    night.hand(1)
    night.send("seat.left", seat=3)
    night.hand(5)
    assert rules(night, "R10") == []
    night.send("seat.left", seat=7)
    night.send("seat.taken", seat=7, player="P-77", kind="patron")
    night.hand(1)
    assert rules(night, "R10") == [("R10", 3)]


def test_a_decline_is_of_who_sat_there_then() -> None:
    night = Night()
    night.hand(1)
    night.decline(3)
    night.send("seat.left", seat=3)
    night.send("seat.taken", seat=3, player="P-33", kind="patron")
    night.hand(5)
    assert rules(night, "R10") == [("R10", 2)]


def test_a_seat_that_was_taken_between_two_hands_needs_an_offer() -> None:
    night = Night(profile="ca_2076", seats=(1, 3))
    night.hand(1)
    night.decline(1, 3)
    night.hand(1)
    assert rules(night, "D1") == []
    night.decline(1, 3)
    night.send("seat.taken", seat=5, player="P-5", kind="patron")
    night.hand(1)
    assert rules(night, "D1") == [("D1", 3)]


def test_another_who_leaves_during_a_round_is_free_to() -> None:
    night = Night(profile="ca_2076")
    night.begin(1)
    night.send("seat.left", seat=7)
    night.finish()
    night.send("seat.left", seat=1)
    assert rules(night, "D4") == []
    night.begin(3)
    night.send("seat.left", seat=3)
    assert rules(night, "D4") == [("D4", 2)]


@pytest.mark.parametrize(("codes", "found"), [(("KN", "LM"), True), (("KN", "KN"), False)])
def test_a_company_behind_another_is_two_in_a_row_unless_it_is_the_same_turn(
    codes: tuple[str, str], *, found: bool
) -> None:
    night = Night(profile="ca_2076", seats=(1, 7))
    of_company(night, 3, code=codes[0])
    of_company(night, 5, code=codes[1])
    night.hand(3, 5)
    assert rules(night, "D3") == ([("D3", 2)] if found else [])
    night.hand(7, 3)
    assert rules(night, "D3") == ([("D3", 2)] if found else [])


def test_a_correction_and_a_void_and_a_late_round_move_the_third_hand() -> None:
    night = Night()
    night.hand(1, 1)
    night.hand(1, number=4)
    assert rules(night, "R1") == [("R1", 4)]
    night.late(3, night.given(1, 3))
    assert rules(night, "R1") == []
    night.correct(night.given(1, 1), number=3)
    assert rules(night, "R1") == [("R1", 3), ("R1", 4)]
    night.scope = "supervisor"
    night.void(3, by="sup-1")  # of wagers that were settled, so the hand was held
    assert rules(night, "R1") == [("R1", 3), ("R1", 4)]
