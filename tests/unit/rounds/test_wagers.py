"""Wagers: who may bet what in which circle, until when, and what rests on what."""

import pytest

from tables.rules.games import RULE_SETS
from tests.builders import BUSTER, FLYER, GAMES, PURE, Content, Play, a_round, dealt


def wager(seat: int, amount: int = 1_000, kind: str = "game", **more: object) -> Content:
    """The data of a wager."""
    return {"seat": seat, "kind": kind, "amount_cents": amount, **more}


def behind(seat: int, player: str, amount: int = 500, kind: str = "game") -> Content:
    """The data of a backline wager."""
    return wager(seat, amount, kind, player=player, backline=True)


def refused(play: Play, content: Content) -> str:
    """Why a wager can be placed at no table."""
    return play.rule("wager.placed", **content)


@pytest.mark.parametrize(("game", "step"), [(PURE, 2), (BUSTER, 10), (FLYER, 10)])
def test_a_game_wagers_payout_is_whole_cents(game: str, step: int) -> None:
    play = a_round(game, {2: 1_000}, pd=5)
    play.sit(4)
    for odd in {1_001, 1_000 + step - 1, 1_000 + step // 2}:
        refusal = play.refused("wager.placed", **wager(4, odd))
        assert (refusal.code, refusal.rule) == ("rule", "G-17")
        assert refusal.pointer == "/data/amount_cents"
    play.bet(4, 1_000 + step)


def test_side_bets_may_be_any_number_of_cents() -> None:
    play = a_round(PURE, {2: 1_000})
    play.bet(2, 101, "buster")
    play.bet(2, 103, "red_flex")


@pytest.mark.parametrize("game", GAMES)
def test_each_kind_of_wager_has_its_limits(game: str) -> None:
    for kind, (least, most) in RULE_SETS[game].limits.items():
        if kind == "player_dealer":
            continue
        for amount, code in (
            (least, None),
            (most, None),
            (least - 10, "limit"),
            (most + 10, "limit"),
        ):
            play = a_round(game, {} if kind == "game" else {2: 1_000})
            play.sit(*(() if 2 in play.table.seats else (2,)))
            if code is None:
                play.bet(2, amount, kind)
            else:
                assert play.breaches("wager.placed", **wager(2, amount, kind)) == code


def test_w_has_limits_and_changes_until_the_first_card() -> None:
    play = a_round(BUSTER, {2: 1_000}, w=1_000)
    assert play.breaches("player_dealer.wagered", wager_cents=999) == "limit"
    play.send("player_dealer.wagered", wager_cents=20_000)
    assert play.felt.wager_cents == 20_000
    play.deal({2: "TS 9D"}, "7S TC")
    refusal = play.refused("player_dealer.wagered", override=True, wager_cents=30_000)
    assert (refusal.code, refusal.rule) == ("rule", "G-12")


def test_a_round_may_open_with_a_w_beyond_the_limits_if_the_floor_agrees() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.send("round.voided", reason="again", authorised_by="floor-7")
    w: Content = {"player_dealer_seat": 5, "wager_cents": 1_000_001, "number": 2}
    assert play.breaches("round.opened", **w) == "limit"


@pytest.mark.parametrize(("game", "kind"), [(BUSTER, "red_flex"), (FLYER, "buster")])
def test_a_game_has_only_its_own_side_bets(game: str, kind: str) -> None:
    play = a_round(game, {2: 1_000})
    assert f"no {kind} wager" in refused(play, wager(2, 100, kind))


def test_a_side_bet_needs_the_same_bettors_game_wager_first() -> None:
    play = a_round(PURE, {2: 1_000})
    play.sit(4)
    assert "needs a game wager" in refused(play, wager(4, 100, "buster"))
    assert "needs a game wager" in refused(play, wager(7, 100, "buster", player="P-4"))


def test_a_bettor_has_one_wager_of_a_kind_in_a_circle() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.bet(2, 100, "buster")
    play.bet(2, 500, player="B-1", backline=True)
    assert "already" in refused(play, wager(2))
    assert "already" in refused(play, wager(2, 100, "buster"))
    assert "already" in refused(play, behind(2, "B-1"))
    assert "already" in refused(play, behind(2, "P-2"))


def test_the_player_dealer_never_wagers_against_himself() -> None:
    play = a_round(BUSTER, {2: 1_000})
    assert "against himself" in refused(play, wager(5))
    assert "against himself" in refused(play, behind(2, "P-5"))
    assert "against himself" in refused(play, wager(7, player="P-5"))
    assert "P-5's" in refused(play, wager(5, player="P-2"))


def test_an_unoccupied_circle_is_wagered_on_by_someone_seated_who_then_decides() -> None:
    play = a_round(BUSTER, {2: 1_000})
    assert "name the `player`" in refused(play, wager(7))
    assert "isn't seated" in refused(play, wager(7, player="P-9"))
    play.send("wager.placed", **wager(7, player="P-2"))
    assert "name the `player`" in refused(play, wager(7, 100, "buster"))
    play.send("wager.placed", **wager(7, 100, "buster", player="P-2"))
    play.deal({2: "TS 9D", 7: "TC 6D"}, "7S TC")
    play.stand(2, 7)
    play.reveal()
    assert {entry.player for entry in play.settle().lines} == {"P-2"}


def test_an_occupied_circle_is_its_players_alone() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.sit(4)
    assert "circle of seat 4 is P-4's" in refused(play, wager(4, player="P-2"))
    assert "circle of seat 2 is P-2's" in refused(play, wager(2, player="P-4"))


def test_who_sits_down_later_finds_the_circle_taken() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.send("wager.placed", **wager(7, player="P-2"))
    play.sit(7)
    assert "circle of seat 7 is P-2's" in refused(play, wager(7))
    play.send("wager.withdrawn", seat=7, kind="game", player="P-2")
    play.send("wager.placed", **wager(7))
    assert play.felt.circles[7].player == "P-7"


def test_backline_bettors_need_no_seat_but_a_name_and_a_game_wager_before_them() -> None:
    play = a_round(FLYER, {2: 1_000})
    play.sit(4)
    assert "needs a game wager before it" in refused(play, behind(4, "B-1"))
    assert "names its `player`" in refused(play, wager(2, backline=True))
    play.send("wager.placed", **behind(2, "B-1"))
    play.send("wager.placed", **behind(2, "P-4"))
    assert [bettor.player for bettor in play.felt.circles[2].wagers] == ["P-2", "B-1", "P-4"]


def test_no_backline_in_000_and_none_on_buster_in_002() -> None:
    pure = a_round(PURE, {2: 1_000}).refused("wager.placed", **behind(2, "B-1"))
    assert (pure.code, pure.rule) == ("rule", "backline_kinds")
    play = a_round(BUSTER, {2: 1_000})
    play.send("wager.placed", **behind(2, "B-1"))
    assert "no backline on buster" in refused(play, behind(2, "B-1", 100, "buster"))
    assert "circle of seat 2 is P-2's" in refused(play, wager(2, 100, "buster", player="B-1"))


def test_a_wager_needs_a_seat_that_the_table_has() -> None:
    for seat in (0, -1, 9, 10**30):
        assert f"no seat {seat}" in refused(a_round(BUSTER, {2: 1_000}), wager(seat, player="P-2"))


def test_a_late_wager_stands_with_an_override_and_is_dealt_in() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    play.sit(4)
    late = wager(4, 100)
    assert play.noted("wager.placed", **late) == ["late_wager", "limit"]
    assert play.round.phase == "dealing"
    assert play.refused("decision.made", seat=2, action="stand").rule == "out_of_turn"
    for card in ("TD", "9C"):
        play.card(4, card)
    play.stand(2, 4)
    play.reveal()
    assert [entry.seat for entry in play.settle().lines] == [2, 4]


def test_a_late_side_bet_changes_no_turn() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    assert play.breaches("wager.placed", **wager(2, 100, "buster")) == "late_wager"
    play.stand(2)
    play.reveal()
    assert [entry.kind for entry in play.settle().lines] == ["game", "buster"]


def test_wagers_are_withdrawn_until_the_first_card() -> None:
    play = a_round(BUSTER, {2: 1_000, 4: 1_000})
    play.send("wager.withdrawn", seat=4, kind="game")
    assert 4 not in play.felt.circles
    assert "P-4 has no game wager" in play.rule("wager.withdrawn", seat=4, kind="game")
    assert "P-2 has no buster wager" in play.rule("wager.withdrawn", seat=2, kind="buster")
    assert "nobody has no game" in play.rule("wager.withdrawn", seat=7, kind="game")
    assert "no seat 9" in play.rule("wager.withdrawn", seat=9, kind="game")
    play.card(2, "TS")
    assert "after the first card" in play.rule("wager.withdrawn", seat=2, kind="game")


def test_no_game_wager_is_withdrawn_from_under_another() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.bet(2, 100, "buster")
    assert "rests on" in play.rule("wager.withdrawn", seat=2, kind="game")
    play.send("wager.placed", **behind(2, "B-1"))
    play.send("wager.placed", **behind(2, "B-2"))
    play.send("wager.withdrawn", seat=2, kind="buster")
    assert "rests on" in play.rule("wager.withdrawn", seat=2, kind="game")
    play.send("wager.withdrawn", seat=2, kind="game", player="B-1")
    play.send("wager.withdrawn", seat=2, kind="game", player="B-2")
    play.send("wager.withdrawn", seat=2, kind="game")
    assert play.felt.circles == {}


def with_backline() -> Play:
    """Seat 2 may split eights, with B-1 and B-2 behind it."""
    play = a_round(BUSTER, {2: 1_000})
    play.send("wager.placed", **behind(2, "B-1", 1_000))
    play.send("wager.placed", **behind(2, "B-2", 600))
    play.deal({2: "8S 8D"}, "7S TC")
    return play


def addition(hand: int, player: str, amount: int) -> Content:
    """The data of an addition at seat 2."""
    return {"seat": 2, "hand": hand, "player": player, "amount_cents": amount}


def stakes(play: Play, player: str) -> dict[int, int]:
    """What a bettor has on each hand of seat 2."""
    found = play.felt.circles[2].wager(player, "game")
    assert found is not None
    return found.stakes


def test_a_backline_bettor_adds_to_a_split_until_the_new_hands_next_card() -> None:
    play = with_backline()
    play.split(2, 1_000)
    play.send("wager.added", **addition(2, "B-1", 1_000))
    play.card(2, "3C", hand=1)
    play.hit(2, "9C", hand=1)
    play.stand(2, hand=1)
    play.send("wager.added", **addition(2, "B-2", 600))
    play.card(2, "9H", hand=2)
    assert (stakes(play, "B-1"), stakes(play, "B-2")) == ({1: 1_000, 2: 1_000}, {1: 600, 2: 600})


def test_an_addition_after_that_hands_next_card_is_late() -> None:
    play = with_backline()
    play.split(2, 1_000)
    play.card(2, "9C", hand=1)
    play.stand(2, hand=1)
    play.card(2, "9H", hand=2)
    assert play.breaches("wager.added", **addition(2, "B-2", 600)) == "late_wager"
    play = with_backline()
    play.double(2, 1_000, "2C")
    assert play.breaches("wager.added", **addition(1, "B-2", 600)) == "late_wager"


@pytest.mark.parametrize("amount", [590, 610])
def test_an_addition_to_a_split_equals_the_bettors_own_original(amount: int) -> None:
    play = with_backline()
    play.split(2, 1_000)
    assert play.breaches("wager.added", **addition(2, "B-2", amount)) == "split_stake"


@pytest.mark.parametrize(("amount", "code"), [(490, "limit"), (610, "double_stake"), (500, None)])
def test_an_addition_to_a_double_is_at_most_the_bettors_own_original(
    amount: int, code: str | None
) -> None:
    play = with_backline()
    play.decide(2, "double", amount_cents=700)
    if code is not None:
        assert play.breaches("wager.added", **addition(1, "B-2", amount)) == code
    else:
        play.send("wager.added", **addition(1, "B-2", amount))
    assert stakes(play, "B-2") == {1: 600 + amount}


def test_an_addition_goes_to_a_hand_that_was_doubled_or_split_off() -> None:
    play = with_backline()
    assert "hand that was split" in play.rule("wager.added", **addition(1, "B-1", 1_000))
    assert "no hand 2" in play.rule("wager.added", **addition(2, "B-1", 1_000))
    play.split(2, 1_000)
    assert "hand that was split" in play.rule("wager.added", **addition(1, "B-1", 1_000))


def test_an_addition_is_a_backline_bettors_and_made_once() -> None:
    play = with_backline()
    play.split(2, 1_000)
    for player in ("P-2", "B-9"):
        assert "no backline wager" in play.rule("wager.added", **addition(2, player, 1_000))
    play.send("wager.added", **addition(2, "B-1", 1_000))
    assert "added to that hand already" in play.rule("wager.added", **addition(2, "B-1", 1_000))
    play = with_backline()
    play.decide(2, "double", amount_cents=1_000)
    play.send("wager.added", **addition(1, "B-1", 1_000))
    assert "added to that hand already" in play.rule("wager.added", **addition(1, "B-1", 1_000))


def test_who_has_no_stake_on_a_hand_adds_to_none_that_comes_of_it() -> None:
    play = with_backline()
    play.split(2, 1_000)
    play.card(2, "9C", hand=1)
    play.stand(2, hand=1)
    play.card(2, "8H", hand=2)
    play.split(2, 1_000, hand=2)
    assert "hand that was split" in play.rule("wager.added", **addition(3, "B-1", 1_000))
    play.card(2, "2H", hand=2)
    play.decide(2, "double", hand=2, amount_cents=1_000)
    assert "no stake on that hand" in play.rule("wager.added", **addition(2, "B-1", 1_000))


def test_half_of_an_addition_that_may_be_surrendered_is_whole_cents() -> None:
    play = with_backline()
    play.split(2, 1_000)
    refusal = play.refused("wager.added", override=True, **addition(2, "B-2", 599))
    assert (refusal.code, refusal.rule) == ("rule", "G-17")
