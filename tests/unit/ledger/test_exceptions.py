"""Fee exceptions: each miss is found once, at its wager, and none is invented."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.exceptions import Course, FeeException, exceptions
from ledger.rules.fee_account import FeeMove, What
from ledger.rules.fees import FeeLine, Role, Timing

OVER = Course(dealt=True, over=True)
ON = Course(dealt=True, over=False)
UNDEALT = Course(dealt=False, over=True)
WAGERING = Course(dealt=False, over=False)


def line(
    fee_cents: int | None, seat: int = 4, player: str = "P-4", role: Role = "player"
) -> FeeLine:
    return FeeLine(seat=seat, player=player, role=role, fee_cents=fee_cents)


def move(what: What, amount_cents: int, *, dealt: bool = False, **who: Any) -> FeeMove:
    payer: dict[str, Any] = {"seat": 4, "player": "P-4", "role": "player"} | who
    return FeeMove(what=what, amount_cents=amount_cents, dealt=dealt, **payer)


def found(
    lines: list[FeeLine],
    *moves: FeeMove,
    course: Course = OVER,
    timing: Timing = "before_deal",
) -> list[tuple[str, int]]:
    return [(one.code, one.difference_cents) for one in exceptions(lines, moves, timing, course)]


TWO = [line(200)]
PD = line(300, 5, "P-5", "player_dealer")


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([move("collected", 200)], []),
        ([move("collected", 100), move("collected", 100)], []),
        ([move("waived", 200)], []),
        ([move("waived", 50), move("collected", 150)], []),
        ([move("collected", 200), move("refunded", 200), move("waived", 200)], []),
        ([], [("missing_fee", -200)]),
        ([move("waived", 50)], [("missing_fee", -150)]),
        ([move("collected", 200), move("refunded", 200)], [("missing_fee", -200)]),
        ([move("collected", 300)], [("wrong_fee", 100)]),
        ([move("collected", 100)], [("wrong_fee", -100)]),
        ([move("waived", 100), move("collected", 200)], [("wrong_fee", 100)]),
        ([move("refunded", 200)], [("wrong_fee", -400)]),
        ([move("waived", 900), move("collected", 200)], [("unexpected_fee", 200)]),
        ([move("collected", 200, dealt=True)], [("late_fee", 0)]),
        ([move("collected", 300, dealt=True)], [("wrong_fee", 100), ("late_fee", 0)]),
        ([move("collected", 200), move("collected", 100, dealt=True)], [("wrong_fee", 100)]),
        (
            [move("collected", 200, dealt=True), move("refunded", 200, dealt=True)],
            [("missing_fee", -200)],
        ),
    ],
)
def test_one_wagers_money_against_its_fee_of_two_dollars(
    moves: list[FeeMove], expected: list[tuple[str, int]]
) -> None:
    assert found(TWO, *moves) == expected


def test_a_fee_after_the_first_card_is_late_only_where_it_was_due_before_the_deal() -> None:
    late = move("collected", 200, dealt=True)
    assert found(TWO, late, timing="any_time") == []
    assert found(TWO, late, course=ON) == [("late_fee", 0)]
    again = [move("collected", 200), move("refunded", 200, dealt=True), late]
    assert found(TWO, *again) == [("late_fee", 0)]


def test_a_waiver_counts_whenever_it_comes() -> None:
    late = move("collected", 100, dealt=True)
    assert found([line(100)], late, move("waived", 100, dealt=True)) == [("unexpected_fee", 100)]


def test_a_wager_without_a_tier_is_one_exception_whatever_was_collected() -> None:
    assert found([line(None)]) == [("no_tier", 0)]
    assert found([line(None)], move("collected", 100, dealt=True)) == [("no_tier", 100)]
    assert found([line(None)], move("waived", 100)) == [("no_tier", 0)]
    assert found([line(None)], course=ON) == []


def test_a_fee_of_zero_is_not_missing() -> None:
    assert found([line(0)]) == []
    assert found([line(0)], move("waived", 100)) == []


def test_every_bettor_in_a_circle_and_the_player_dealer_stand_for_themselves() -> None:
    lines = [*TWO, line(100, 4, "B-1"), line(300, 6, "P-4"), PD]
    dealer: dict[str, Any] = {"seat": 5, "player": "P-5"}
    moves = [
        move("collected", 200),
        move("collected", 300, **dealer),
        move("collected", 100, player="B-2"),
    ]
    assert [(one.code, *one.wager) for one in exceptions(lines, moves, "before_deal", OVER)] == [
        ("missing_fee", 4, "B-1", "player"),
        ("missing_fee", 6, "P-4", "player"),
        ("missing_fee", 5, "P-5", "player_dealer"),
        ("unexpected_fee", 5, "P-5", "player"),
        ("unexpected_fee", 4, "B-2", "player"),
    ]


def test_before_the_first_card_nothing_is_wrong_yet_and_without_one_money_is() -> None:
    paid = move("collected", 200)
    assert found([], paid, course=WAGERING) == []
    assert found([], paid, course=UNDEALT) == [("no_first_card", 200)]
    assert found([], paid, move("refunded", 200), course=UNDEALT) == []
    assert found([], move("waived", 200), course=UNDEALT) == []
    assert found([], course=UNDEALT) == []


def test_while_a_round_is_on_only_what_came_after_the_first_card_is_wrong() -> None:
    assert found(TWO, course=ON) == []
    assert found(TWO, move("collected", 300), course=ON) == []
    stranger: dict[str, Any] = {"player": "B-9"}
    assert found([], move("collected", 100, **stranger), course=ON) == []
    late = move("collected", 100, dealt=True, **stranger)
    assert found([], late, course=ON) == [("unexpected_fee", 100)]


def test_what_is_owed_no_more_is_due_back() -> None:
    assert found([], move("collected", 200)) == [("unexpected_fee", 200)]
    assert found([], move("collected", 200), move("refunded", 200, dealt=True)) == []


@pytest.mark.parametrize(
    ("lines", "moves", "said"),
    [
        (TWO, [], "missing_fee: seat 4, P-4: $2.00 assessed, nothing collected"),
        (
            TWO,
            [move("collected", 100), move("waived", 50)],
            "wrong_fee: seat 4, P-4: $2.00 assessed, $1.00 collected, $0.50 waived",
        ),
        (
            [],
            [move("collected", 100)],
            "unexpected_fee: seat 4, P-4: $1.00 collected, nothing owed",
        ),
        (
            TWO,
            [move("collected", 200, dealt=True)],
            "late_fee: seat 4, P-4: collected after the first card, due before the deal",
        ),
        (
            [line(None)],
            [],
            "no_tier: seat 4, P-4: no tier of the schedule holds the wager, $0.00 collected",
        ),
        (
            [PD],
            [],
            "missing_fee: seat 5, player-dealer P-5: $3.00 assessed, nothing collected",
        ),
    ],
)
def test_what_is_said_of_an_exception(
    lines: list[FeeLine], moves: list[FeeMove], said: str
) -> None:
    assert [str(one) for one in exceptions(lines, moves, "before_deal", OVER)] == [said]


PAYERS = st.sampled_from([(4, "P-4"), (4, "B-1"), (6, "P-6")])
MOVES = st.lists(
    st.builds(
        lambda who, what, cents, dealt: FeeMove(
            seat=who[0], player=who[1], role="player", what=what, amount_cents=cents, dealt=dealt
        ),
        PAYERS,
        st.sampled_from(["collected", "collected", "waived", "refunded"]),
        st.sampled_from([50, 100, 200, 300]),
        st.booleans(),
    ),
    max_size=8,
)
FEES = st.dictionaries(PAYERS, st.sampled_from([None, 0, 100, 200, 300]))


@given(FEES, MOVES)
def test_the_differences_add_up_and_no_wager_has_the_same_miss_twice(
    fees: dict[tuple[int, str], int | None], moves: list[FeeMove]
) -> None:
    lines = [line(fee, seat, player) for (seat, player), fee in fees.items()]
    misses = exceptions(lines, moves, "before_deal", OVER)
    signs = {"collected": 1, "refunded": -1, "waived": 0}
    collected = sum(signs[one.what] * one.amount_cents for one in moves)
    assert sum(one.difference_cents for one in misses) == collected - owed(lines, moves)
    assert len({(one.code, one.wager) for one in misses}) == len(misses)
    assert len([one for one in misses if one.code != "late_fee"]) == len(
        {one.wager for one in misses if one.code != "late_fee"}
    )


def owed(lines: list[FeeLine], moves: list[FeeMove]) -> int:
    """What all wagers owe together, after their waivers."""
    waived = {
        (one.seat, one.player): sum(
            move.amount_cents
            for move in moves
            if move.what == "waived" and (move.seat, move.player) == (one.seat, one.player)
        )
        for one in lines
    }
    return sum(max((one.fee_cents or 0) - waived[one.seat, one.player], 0) for one in lines)


def test_an_exception_says_all_amounts_of_its_wager() -> None:
    moves = [move("collected", 300), move("refunded", 50), move("waived", 100)]
    assert exceptions(TWO, moves, "before_deal", OVER) == [
        FeeException(
            code="wrong_fee",
            seat=4,
            player="P-4",
            role="player",
            assessed_cents=200,
            waived_cents=100,
            collected_cents=250,
            difference_cents=150,
        )
    ]
