"""The floor settles what the rules cannot, and what was really paid is held against it."""

from typing import Any

import pytest
from msgspec import UNSET, structs, to_builtins

from cardroom.errors import Forbidden
from tables.rounds.codec import Recorded
from tables.rounds.floor import returned
from tests.builders import BUSTER, CODE, FLYER, Content, Play, a_round, dealt

BROKEN: Content = {"authorised_by": "floor-7", "reason": "the shoe broke", "code": CODE}


def a_line(seat: int, **changes: Any) -> Content:
    """A $10 game wager that the player-dealer wins."""
    line: Content = {"seat": seat, "hand": 1, "player": f"P-{seat}", "kind": "game"}
    line |= {"stake_cents": 1_000, "result": "lose", "due_cents": 1_000}
    return line | {"paid_cents": 0, "collected_cents": 1_000, "returned_cents": 0} | changes


BACK: Content = {"result": "no_action", "due_cents": 0, "collected_cents": 0}
BACK |= {"returned_cents": 1_000}


def in_play(**switches: Any) -> Play:
    """Two seats are dealt, with $20 of W."""
    hands = {2: "TS 9D", 4: "TH 8D"}
    return dealt(BUSTER, hands, "7S TC", w=2_000, **switches)


def by_floor(play: Play, *lines: Content, **word: Any) -> list[Recorded]:
    """The floor settles the round."""
    return play.send("round.settled_by_floor", lines=lines, **BROKEN | word)


def test_the_floors_lines_are_the_settlement_and_say_that_the_floor_decided() -> None:
    play = in_play()
    paid = {"result": "win", "due_cents": 1_200, "collected_cents": 0, "returned_cents": 1_000}
    own, settled = by_floor(play, a_line(4), a_line(2, **paid, paid_cents=900))
    codes = [note.code for note in own.noted.irregularities]
    assert codes == ["floor_settled", *["fee"] * 3]  # nobody paid his fee
    assert own.noted.irregularities[0].detail == "the shoe broke"
    assert own.noted.authorisation == "confirmed"
    now = play.round.settlement
    assert now is settled.fact
    assert now is not None
    assert [(line.order, line.seat, line.rule) for line in now.lines] == [
        (1, 4, "settled_by_floor"),
        (2, 2, "settled_by_floor"),
    ]
    assert (now.revision, now.first_seat, now.used_cents, now.remaining_cents) == (1, 4, 1_900, 100)
    assert (now.covers_all, now.exhausted, now.player_dealer_net_cents) == (False, True, 100)
    assert (play.table.round, play.round.phase) == (None, "settled")
    assert play.replayed() == (play.table, play.rounds)


def test_what_the_floors_lines_leave_open_is_noted_with_its_reason() -> None:
    play = in_play()
    own, _ = by_floor(play, a_line(2, stake_cents=10, collected_cents=10))
    assert own.noted.irregularities[0].detail == (
        "the shoe broke; seat 2, hand 1: game wager of P-2, $10.00, is settled as $0.10;"
        " seat 4, hand 1: game wager of P-4, $10.00, has no line"
    )


def test_a_side_bet_that_no_line_settles_is_noted() -> None:
    play = a_round(BUSTER, {2: 1_000}, w=2_000)
    play.send("wager.placed", seat=2, kind="buster", amount_cents=1_000)
    own, _ = by_floor(play, a_line(2))
    assert own.noted.irregularities[0].detail == (
        "the shoe broke; seat 2: buster wager of P-2, $10.00, has no line"
    )


def test_it_covers_all_and_is_not_exhausted_when_every_due_moved() -> None:
    play = in_play()
    by_floor(play, a_line(2), a_line(4))
    now = play.round.settlement
    assert now is not None
    assert (now.covers_all, now.exhausted, now.remaining_cents) == (True, False, 0)


def test_what_got_no_action_makes_it_exhausted() -> None:
    play = in_play()
    by_floor(play, a_line(2), a_line(4, **BACK))
    assert play.round.settlement is not None
    assert play.round.settlement.exhausted


def test_under_absorbing_coverage_nothing_remains_and_the_net_is_limited() -> None:
    play = in_play(coverage_policy="net_absorbing")
    won = {"result": "win", "collected_cents": 0, "returned_cents": 1_000}
    lines = (
        a_line(2, stake_cents=9_000, collected_cents=9_000),
        a_line(4, **won, paid_cents=8_000),
    )
    by_floor(play, *lines)
    assert play.round.settlement is not None
    assert play.round.settlement.remaining_cents is None
    play = in_play(coverage_policy="net_absorbing")
    lines = (a_line(2, stake_cents=9_000, collected_cents=9_000), a_line(4, **BACK))
    assert play.refused("round.settled_by_floor", lines=lines, **BROKEN).rule == "limit"


def test_more_than_the_player_dealer_wagered_is_for_the_floor_to_answer_for() -> None:
    lines = [a_line(2, stake_cents=1_001, collected_cents=1_001), a_line(4)]
    assert in_play().breaches("round.settled_by_floor", lines=lines, **BROKEN) == "limit"


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ([a_line(2), a_line(4, returned_cents=1)], "/data/lines/1"),
        ([a_line(2), a_line(9)], "/data/lines/1/seat"),
        ([a_line(2), a_line(2)], "/data/lines/1"),
    ],
)
def test_each_stake_is_accounted_for_once_at_a_seat_that_there_is(
    lines: list[Content], place: str
) -> None:
    refusal = in_play().refused("round.settled_by_floor", lines=lines, **BROKEN)
    assert (refusal.code, refusal.pointer) == ("rule", place)


def test_the_same_players_other_wagers_are_lines_of_their_own() -> None:
    play = a_round(BUSTER, {2: 1_000}, w=2_000)
    play.send("wager.placed", seat=2, kind="buster", amount_cents=1_000)
    play.send("wager.placed", seat=2, kind="game", amount_cents=1_000, player="B-1", backline=True)
    lines = [a_line(2), a_line(2, kind="buster", hand=None), a_line(2, player="B-1", backline=True)]
    by_floor(play, *lines, override={"authorised_by": "floor-7", "reason": "all agreed"})
    assert play.round.settlement is not None
    assert [line.backline for line in play.round.settlement.lines] == [False, False, True]


def test_from_a_table_the_floor_needs_a_valid_code() -> None:
    play = in_play()
    for word in ({"code": None}, {"code": "0"}):
        with pytest.raises(Forbidden):
            by_floor(play, a_line(2), **word)
    play.scope = "supervisor"
    (own, _) = by_floor(play, a_line(2), code=None)
    assert own.noted.authorisation == "claimed"


def test_only_an_open_round_is_settled_by_the_floor_dealt_or_not() -> None:
    play = a_round(FLYER, {2: 1_000})
    by_floor(play, a_line(2))
    assert play.round.assessed is None
    assert "isn't open" in play.rule("round.settled_by_floor", lines=[a_line(2)], **BROKEN)


def paid(play: Play, **changes: Any) -> list[str]:
    """What is noted when somebody was really paid something."""
    moved: Content = {"seat": 2, "hand": 1, "kind": "game", "player": "P-2"}
    moved |= {"paid_cents": 0, "collected_cents": 1_000} | changes
    records = play.send("wager.paid", number=1, **moved)
    return [note.code for note in records[0].noted.irregularities]


def test_what_was_paid_is_held_against_the_line_in_force() -> None:
    play = in_play()
    by_floor(play, a_line(2), a_line(4))
    assert paid(play) == []
    assert paid(play, paid_cents=1) == ["paid_differs", "rotation"]  # more than W (R6)
    assert paid(play, collected_cents=999) == ["paid_differs"]
    assert len(play.round.paid) == 3
    assert play.replayed() == (play.table, play.rounds)


@pytest.mark.parametrize(
    "other", [{"seat": 5}, {"hand": 2}, {"hand": None}, {"kind": "buster"}, {"player": "P-4"}]
)
def test_what_was_paid_belongs_to_a_line(other: Content) -> None:
    play = in_play()
    by_floor(play, a_line(2), a_line(4))
    moved: Content = {"seat": 2, "hand": 1, "kind": "game", "player": "P-2"}
    moved |= {"paid_cents": 0, "collected_cents": 1_000} | other
    assert "no such settlement line" in play.rule("wager.paid", number=1, **moved)


def test_nothing_was_paid_before_a_settlement_or_after_a_void() -> None:
    play = in_play()
    moved: Content = {"seat": 2, "hand": 1, "kind": "game", "player": "P-2"}
    moved |= {"paid_cents": 0, "collected_cents": 1_000}
    assert "no such settlement line" in play.rule("wager.paid", number=1, **moved)
    by_floor(play, a_line(2), a_line(4))
    play.scope = "supervisor"
    play.send("round.voided", number=1, authorised_by="sup-1", reason="wrong deck")
    assert "no such settlement line" in play.rule("wager.paid", number=1, **moved)


def test_a_line_has_every_field_of_a_settlements_but_odds_and_rule() -> None:
    play = in_play()
    by_floor(play, a_line(2))
    assert play.round.settlement is not None
    (line,) = play.round.settlement.lines
    own = structs.asdict(line)
    assert (own.pop("odds"), own.pop("rule")) == (UNSET, "settled_by_floor")
    own.pop("order")
    assert own == a_line(2) | {"backline": False}


def test_it_begins_with_every_wager_as_it_lies_all_of_it_going_back() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.bet(2, 100, kind="buster")
    play.bet(2, 500, player="B-1", backline=True)
    play.deal({2: "8S 8H"}, "7S TC")
    play.split(2, 1_000)
    lines = returned(play.felt)
    assert [(line.player, line.kind, line.hand, line.stake_cents) for line in lines] == [
        ("P-2", "game", 1, 1_000),
        ("B-1", "game", 1, 500),
        ("P-2", "game", 2, 1_000),
        ("P-2", "buster", None, 100),
    ]
    assert all(line.returned_cents == line.stake_cents for line in lines)
    assert [line.player for line in lines if line.backline] == ["B-1"]
    sent = [
        {name: value for name, value in to_builtins(line).items() if value is not None}
        for line in lines
    ]
    by_floor(play, *sent)
    assert play.round.settlement is not None
    assert play.round.settlement.player_dealer_net_cents == 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"hand": 2}, "P-4 has no game wager at seat 4 on hand 2"),
        ({"seat": 5}, "P-4 has no game wager at seat 5 on hand 1"),
        ({"seat": 6}, "P-4 has no game wager at seat 6 on hand 1"),
        ({"kind": "red_flex", "hand": None}, "P-4 has no red_flex wager at seat 4"),
        ({"kind": "insurance", "hand": None}, "P-4 has no insurance wager at seat 4"),
        ({"backline": True}, "P-4 has no backline game wager at seat 4 on hand 1"),
    ],
)
def test_the_floor_settles_no_wager_that_was_not_placed(changes: Content, said: str) -> None:
    play = in_play()
    refusal = play.refused(
        "round.settled_by_floor", lines=[a_line(2), a_line(4) | changes], **BROKEN
    )
    assert (refusal.detail, refusal.pointer) == (said, "/data/lines/1")


def test_a_wager_on_one_hand_is_settled_once_whether_the_hand_is_named_or_not() -> None:
    play = in_play()
    twice = [a_line(2), a_line(4), a_line(4, hand=None)]
    refusal = play.refused("round.settled_by_floor", lines=twice, **BROKEN)
    assert (refusal.detail, refusal.pointer) == ("the same wager is settled twice", "/data/lines/2")
    by_floor(play, a_line(2, hand=None), a_line(4))
    assert play.round.phase == "settled"


def test_what_the_seats_own_player_wagered_is_found_by_whatever_name_he_has() -> None:
    play = in_play()
    twice = [a_line(2), a_line(4), a_line(4, player="P-9")]
    refusal = play.refused("round.settled_by_floor", lines=twice, **BROKEN)
    assert refusal.detail == "the same wager is settled twice"
    by_floor(play, a_line(2), a_line(4, player="P-9"))
    assert play.round.phase == "settled"


def test_a_split_wager_is_settled_by_hands_that_are_named() -> None:
    play = dealt(FLYER, {2: "8S 8D"}, "7S TC", w=20_000)
    play.send("decision.made", seat=2, action="split", amount_cents=1_000)
    refusal = play.refused("round.settled_by_floor", lines=[a_line(2, hand=None)], **BROKEN)
    assert refusal.detail == "P-2 has more than one game wager at seat 2"
    by_floor(play, a_line(2), a_line(2, hand=2))
    assert play.round.phase == "settled"
