"""Outcomes: each hand against each, with the reading that says so."""

import pytest

from tables.rules import outcomes
from tables.rules.felt import Felt, Hand
from tests.builders import BUSTER, FLYER, GAMES, PURE, an_offering


def felt_with(game: str, dealer: str) -> Felt:
    """A table whose player-dealer holds these cards."""
    felt = Felt(an_offering(game), 5, "P-5", 50_000)
    felt.player_dealer_cards = list(dealer.split())
    return felt


def outcome(game: str, cards: str, dealer: str, *, split: bool = False) -> tuple[str, str]:
    """`win 3:2` and the reading, for a player's cards against the player-dealer's."""
    found = outcomes.game(felt_with(game, dealer), Hand(1, list(cards.split()), split=split))
    return " ".join([found.result, *([str(found.odds)] if found.odds else [])]), found.reading


@pytest.mark.parametrize(
    ("cards", "dealer", "expected"),
    [
        ("AS TD", "TS 9D", ("win 3:2", "P-15")),
        ("AS TD", "TS 6D 9C", ("win 3:2", "P-15")),
        ("AS TD", "7S 7D 7C", ("win 3:2", "P-15")),
        ("AS TD", "KS AD", ("push", "natural_push")),
        ("7S 7D 7C", "KS AD", ("lose", "P-17")),
        ("TS 9D 5C", "KS AD", ("lose", "P-18")),
        ("TS 9D 5C", "TS 7D", ("lose", "over_loses")),
        ("TS 9D 5C", "TS 6D 8C", ("lose", "P-19")),
        ("TS 9D 5C", "8S 8D 8C", ("push", "P-20")),
        ("TS 9D 3C", "8S 8D 8C", ("push", "P-20")),
        ("TS 9D TC", "8S 8D 8C", ("push", "P-20")),
        ("TS 9D 5C", "8S 4D 4C 8H", ("lose", "P-19")),
        ("TS 9D", "8S 8D 8C", ("win 1:1", "player_dealer_over")),
        ("TS 2D", "TS 6D 9C", ("win 1:1", "player_dealer_over")),
        ("TS TD", "TS 9D", ("win 1:1", "G-01")),
        ("TS 8D", "TS 9D", ("lose", "closer_loses")),
        ("TS 9D", "9S TD", ("push", "equal_push")),
        ("7S 7D 7C", "5S 6D TC", ("push", "equal_push")),
    ],
)
def test_in_pure_215_a_hand_ends_as_the_register_says(
    cards: str, dealer: str, expected: tuple[str, str]
) -> None:
    assert outcome(PURE, cards, dealer) == expected


@pytest.mark.parametrize(
    ("cards", "dealer", "expected"),
    [
        ("AS TD", "TS 9D", ("win 6:5", "N-28")),
        ("AS TD", "TS 6D 6C", ("win 6:5", "N-28")),
        ("AS TD", "KS AD", ("push", "natural_push")),
        ("7S 7D 7C", "KS AD", ("lose", "G-10")),
        ("TS 9D 6C", "KS AD", ("lose", "G-11")),
        ("TS 9D 3C", "TS 7D", ("lose", "over_loses")),
        ("TS 9D", "TS 6D 6C", ("win 1:1", "player_dealer_over")),
        ("TS 9D 6C", "TS 6D TC", ("push", "N-07")),
        ("TS 9D 6C", "TS 6D 9C", ("lose", "N-05")),
        ("TS 9D 6C", "TS 6D 6C", ("lose", "N-05")),
        ("TS 5D 4C 6H", "TS 6D TC", ("lose", "N-05")),
        ("TS 9D 5C", "TS 6D TC", ("lose", "N-05")),
        ("TS 9D 3C", "8S 8D 8C", ("lose", "N-05")),
        ("TS TD", "TS 9D", ("win 1:1", "N-27")),
        ("TS 8D", "TS 9D", ("lose", "N-27")),
        ("TS 9D", "9S TD", ("push", "N-27")),
    ],
)
def test_in_no_bust_buster_40_a_hand_ends_as_the_register_says(
    cards: str, dealer: str, expected: tuple[str, str]
) -> None:
    assert outcome(BUSTER, cards, dealer) == expected


@pytest.mark.parametrize(
    ("cards", "dealer", "expected"),
    [
        ("AS TD", "TS 9D", ("win 6:5", "F-13")),
        ("AS TD", "KS AD", ("push", "F-29")),
        ("7S 7D 7C", "KS AD", ("lose", "F-15")),
        ("TS 9D 6C", "KS AD", ("lose", "G-11")),
        ("TS 9D 4C", "TS 7D", ("lose", "over_loses")),
        ("TS 9D", "TS 6D 6C", ("win 1:1", "player_dealer_over")),
        ("TS TD", "TS 9D", ("win 1:1", "F-07")),
        ("TS 8D", "TS 9D", ("lose", "F-07")),
        ("TS 9D", "9S TD", ("push", "equal_push")),
    ],
)
def test_in_no_bust_215_a_hand_ends_as_the_register_says(
    cards: str, dealer: str, expected: tuple[str, str]
) -> None:
    assert outcome(FLYER, cards, dealer) == expected


THREE_CARDS = {22: "TS 9D 3C", 23: "TS 9D 4C", 24: "TS 9D 5C", 25: "TS 9D 6C", 26: "TS 9D 7C"}
DRAWN = {22: "TS 6D 6C", 23: "TS 6D 7C", 24: "TS 6D 8C", 25: "TS 6D 9C", 26: "TS 6D TC"}


@pytest.mark.parametrize("mine", THREE_CARDS)
@pytest.mark.parametrize("theirs", DRAWN)
def test_in_003_23_24_and_25_push_when_the_player_dealer_is_further_over(
    mine: int, theirs: int
) -> None:
    pushes = {(23, 24), (23, 25), (23, 26), (24, 25), (24, 26), (25, 26)}
    expected = ("push", "F-11") if (mine, theirs) in pushes else ("lose", "F-08")
    assert outcome(FLYER, THREE_CARDS[mine], DRAWN[theirs]) == expected
    four = THREE_CARDS[mine].replace("9D", "7D 2D")
    assert outcome(FLYER, four, DRAWN[theirs]) == ("lose", "F-08")


@pytest.mark.parametrize("game", GAMES)
def test_an_ace_and_a_ten_on_a_split_hand_are_21_and_pay_even_money(game: str) -> None:
    result, _ = outcome(game, "AS TD", "TS 9D", split=True)
    assert result == "win 1:1"
    assert outcome(game, "AS TD", "7S 7D 7C", split=True)[0] == "push"
    assert outcome(game, "AS TD", "AD KS", split=True)[0] == "lose"


@pytest.mark.parametrize("game", GAMES)
def test_a_natural_with_a_card_let_stand_on_it_is_a_hand_like_others(game: str) -> None:
    assert outcome(game, "AS TD 5C", "TS 9D")[0] == "lose"
    assert outcome(game, "TS 9D", "AS TD 5C")[0] == "win 1:1"


def test_a_surrendered_hand_loses_half_unless_a_natural_makes_it_void() -> None:
    given_up = Hand(1, ["TS", "6D"], surrendered=True)
    for dealer in ("TS 9D", "TS 6D 9C", "7S 7D 7C"):
        assert outcomes.game(felt_with(BUSTER, dealer), given_up) == ("surrender", "N-18", None)
    void = outcomes.game(felt_with(BUSTER, "TS AD"), given_up)
    assert void == ("lose", "N-18", None)
    final = outcomes.game(felt_with(FLYER, "TS AD"), given_up)
    assert final.due_cents(1_010) == 505
    assert final == ("surrender", "F-16", None)


def test_insurance_pays_two_to_one_against_a_natural_and_nothing_else() -> None:
    won = outcomes.insurance(felt_with(BUSTER, "AS KD"))
    assert (won.result, str(won.odds), won.reading) == ("win", "2:1", "N-21")
    assert won.due_cents(250) == 500
    for dealer in ("AS 9D", "AS 9D AD", "AS 5D 5C"):
        assert outcomes.insurance(felt_with(BUSTER, dealer)) == ("lose", "N-21", None)


@pytest.mark.parametrize(
    ("dealer", "red_flex", "buster"),
    [
        ("AH KD", "win 2:1", "lose"),
        ("9H 9S", "lose", "lose"),
        ("8H 8D 8C", "win 2:1", "win 1:1"),
        ("8H 8D 8H", "win 3:1", "win 1:1"),
        ("2H 2D 2H 2D TD TH", "win 100:1", "win 30:1"),
        ("8S 8D 8H", "lose", "win 1:1"),
    ],
)
def test_side_bets_follow_the_player_dealers_cards(dealer: str, red_flex: str, buster: str) -> None:
    felt = felt_with(PURE, dealer)
    for bet, expected in (("red_flex", red_flex), ("buster", buster)):
        found = outcomes.SIDE_BETS[bet](felt)
        assert " ".join([found.result, *([str(found.odds)] if found.odds else [])]) == expected
