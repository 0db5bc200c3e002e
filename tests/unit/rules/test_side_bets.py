"""Side bets: what the player-dealer's finished cards pay."""

import pytest

from tables.rules.paytables import PAY_TABLES
from tables.rules.side_bets import buster, red_flex, red_run

RED_FLEX = PAY_TABLES["red_flex"]["2-3-8-50-100-250"]
BUSTER = PAY_TABLES["buster"]["1-3-6-30-100-200"]


@pytest.mark.parametrize(
    ("cards", "run", "odds"),
    [
        ("2S 3H 4H", 0, None),
        ("9H 8S", 1, None),
        ("9H 8D", 2, 2),
        ("AH KD", 2, 2),
        ("5H 4D 8S TH", 2, 2),
        ("5H 4D 2D TS", 3, 3),
        ("5H 7D TH", 3, 3),
        ("AH 2D 3H AD 2H AD 6D", 7, 250),
        ("AH 2D AH AD AH AD AD TD", 8, 250),
    ],
)
def test_red_flex_counts_red_cards_from_the_first_one_to_the_first_black_one(
    cards: str, run: int, odds: int | None
) -> None:
    assert red_run(cards.split()) == run
    assert red_flex(cards.split(), RED_FLEX) == odds


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("AS KS", None),
        ("TS 7S", None),
        ("TS 2S 9S", None),
        ("TS 6S 6S", 1),
        ("TS 2S 4S 6S", 3),
        ("AS AS 2S 2S 6S TS", 30),
        ("AS AS AS AS AS AS AS TS 5S", 200),
    ],
)
def test_buster_pays_an_over_hand_by_the_number_of_its_cards(cards: str, odds: int | None) -> None:
    assert buster(cards.split(), BUSTER) == odds
