"""Splits: numbers, order, caps, aces, and what a split hand may do."""

import pytest

from tests.builders import BUSTER, FLYER, GAMES, PURE, Content, Play, a_round, dealt

AGAIN: Content = {"seat": 2, "action": "split", "amount_cents": 1_000}


def cards_of(play: Play, seat: int = 2) -> list[list[str]]:
    """The cards of each hand, by its number."""
    return [hand.known for hand in play.felt.circles[seat].hands]


@pytest.mark.parametrize("game", GAMES)
def test_the_first_card_stays_and_the_second_moves_to_the_next_free_number(game: str) -> None:
    play = dealt(game, {2: "8S 8D"}, "7S 2C")
    play.split(2, 1_000)
    assert cards_of(play) == [["8S"], ["8D"]]
    play.card(2, "8C", hand=1)
    play.split(2, 1_000, hand=1)
    assert cards_of(play) == [["8S"], ["8D"], ["8C"]]
    play.card(2, "2H", hand=1)
    play.hit(2, "TH", hand=1)
    play.stand(2, hand=1)
    play.card(2, "8H", hand=2)
    play.split(2, 1_000, hand=2)
    assert cards_of(play) == [["8S", "2H", "TH"], ["8D"], ["8C"], ["8H"]]
    assert play.felt.circles[2].wagers[0].stakes == dict.fromkeys((1, 2, 3, 4), 1_000)


def test_hands_are_played_in_the_order_of_their_numbers_each_to_its_end() -> None:
    play = dealt(PURE, {2: "8S 8D"}, "7S 2C")
    play.split(2, 1_000)
    to_second: Content = {"to": "seat", "seat": 2, "hand": 2, "card": "3C", "face": "up"}
    assert play.refused("card.dealt", **to_second).rule == "out_of_turn"
    play.card(2, "4C", hand=1)
    assert play.refused("card.dealt", **to_second).rule == "out_of_turn"
    on_second: Content = {"seat": 2, "hand": 2, "action": "stand"}
    assert play.refused("decision.made", **on_second).rule == "out_of_turn"
    play.hit(2, "9C", hand=1)
    # The first hand ended by itself at 21; the second's card is due, and it decides.
    play.send("card.dealt", **to_second)
    assert play.refused("decision.made", **on_second).rule == "must_hit"


@pytest.mark.parametrize("game", GAMES)
def test_an_ace_on_a_split_ten_makes_21_that_ends_by_itself(game: str) -> None:
    play = dealt(game, {2: "KS KD"}, "7S 2C")
    play.split(2, 1_000)
    play.card(2, "AC", hand=1)
    assert not play.felt.circles[2].hands[0].is_natural
    play.card(2, "9C", hand=2)


@pytest.mark.parametrize(
    ("game", "pair", "allowed"),
    [
        (PURE, "9S 9D", True),
        (PURE, "KS KD", True),
        (PURE, "KS QD", False),
        (PURE, "TS JD", False),
        (PURE, "9S 8D", False),
        (BUSTER, "KS QD", True),
        (BUSTER, "TS JD", True),
        (BUSTER, "9S TD", False),
        (FLYER, "KS QD", True),
        (FLYER, "AS KD", False),
    ],
)
def test_pairs_are_split_by_rank_in_000_and_by_value_elsewhere(
    game: str, pair: str, *, allowed: bool
) -> None:
    play = dealt(game, {2: pair}, "7S 2C")
    if allowed:
        play.send("decision.made", **AGAIN)
    else:
        assert "unlike_split" in play.noted("decision.made", **AGAIN)


def test_three_cards_are_no_pair() -> None:
    play = dealt(PURE, {2: "2S 2D"}, "7S 2C")
    play.hit(2, "2H")
    assert play.breaches("decision.made", **AGAIN) == "unlike_split"
    assert cards_of(play) == [["2S"], ["2D", "2H"]]


@pytest.mark.parametrize("amount", [500, 990, 1_010])
@pytest.mark.parametrize("game", GAMES)
def test_the_split_stake_equals_the_original(game: str, amount: int) -> None:
    play = dealt(game, {2: "8S 8D"}, "7S 2C")
    less = AGAIN | {"amount_cents": amount}
    assert play.breaches("decision.made", **less) == "split_stake"
    assert play.felt.circles[2].wagers[0].stakes == {1: 1_000, 2: amount}


def test_half_of_a_split_stake_that_may_be_surrendered_is_whole_cents() -> None:
    odd = AGAIN | {"amount_cents": 999}
    play = dealt(FLYER, {2: "8S 8D"}, "7S 2C")
    refusal = play.refused("decision.made", override=True, **odd)
    assert (refusal.code, refusal.rule) == ("rule", "G-17")
    assert dealt(PURE, {2: "8S 8D"}, "7S 2C").breaches("decision.made", **odd) == "split_stake"


@pytest.mark.parametrize(
    ("game", "pair", "most"),
    [(PURE, "8", 4), (PURE, "K", 3), (BUSTER, "8", 4), (BUSTER, "K", 4), (FLYER, "A", 4)],
)
def test_splits_end_at_the_games_cap(game: str, pair: str, most: int) -> None:
    play = dealt(game, {2: f"{pair}S {pair}D"}, "7S 2C")
    for hands in range(2, most + 1):
        play.send("decision.made", **AGAIN)
        assert len(cards_of(play)) == hands
        play.card(2, f"{pair}C", hand=1)
    codes = play.noted("decision.made", **AGAIN)
    assert codes == (["hand_ended", "split_cap"] if pair == "A" else ["split_cap"])


@pytest.mark.parametrize("game", [PURE, BUSTER])
def test_aces_split_once_and_take_one_card_each(game: str) -> None:
    play = dealt(game, {2: "AS AD"}, "7S 2C")
    play.split(2, 1_000)
    play.card(2, "AC", hand=1)
    assert play.noted("decision.made", **AGAIN)[:2] == ["hand_ended", "split_cap"]
    play = dealt(game, {2: "AS AD"}, "7S 2C")
    play.split(2, 1_000)
    play.card(2, "5C", hand=1)
    for action in ({"action": "hit"}, {"action": "double", "amount_cents": 1_000}):
        assert play.refused("decision.made", seat=2, **action).rule == "hand_ended"
    play.card(2, "9C", hand=2)
    play.reveal()


def test_in_003_an_ace_drawn_to_a_split_ace_is_split_again_or_stands() -> None:
    play = dealt(FLYER, {2: "AS AD"}, "7S 2C")
    play.split(2, 1_000)
    play.card(2, "AC", hand=1)
    hit = play.refused("decision.made", seat=2, action="hit")
    double = play.refused("decision.made", seat=2, action="double", amount_cents=1_000)
    assert (hit.rule, double.rule) == ("must_stand", "must_stand")
    play.split(2, 1_000, hand=1)
    play.card(2, "5C", hand=1)
    play.card(2, "AH", hand=2)
    play.stand(2, hand=2)
    play.card(2, "6C", hand=3)
    play.reveal()
    play.draw("TC")
    assert [entry.hand for entry in play.settle().lines] == [1, 2, 3]


def test_a_hit_on_such_an_ace_that_the_floor_let_stand_gets_its_card() -> None:
    play = dealt(FLYER, {2: "AS AD"}, "7S 2C")
    play.split(2, 1_000)
    play.card(2, "AC", hand=1)
    assert play.breaches("decision.made", seat=2, action="hit") == "must_stand"
    play.card(2, "5C", hand=1)
    play.card(2, "9C", hand=2)


@pytest.mark.parametrize("game", GAMES)
def test_a_split_hand_may_be_doubled(game: str) -> None:
    play = dealt(game, {2: "8S 8D"}, "7S 2C")
    play.split(2, 1_000)
    play.card(2, "3C", hand=1)
    play.double(2, 1_000, "TC", hand=1)
    play.card(2, "9C", hand=2)
    assert play.felt.circles[2].wagers[0].stakes == {1: 2_000, 2: 1_000}


def test_a_side_bet_isnt_multiplied_by_splits() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.bet(2, 100, "buster")
    play.deal({2: "8S 8D"}, "7S TC")
    play.split(2, 1_000)
    play.card(2, "9C", hand=1)
    play.stand(2, hand=1)
    play.card(2, "9D", hand=2)
    play.stand(2, hand=2)
    play.reveal()
    assert [entry.kind for entry in play.settle().lines] == ["game", "game", "buster"]
