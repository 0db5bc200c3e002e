"""Odds: the published figures, and that every hand of a shoe is counted once."""

from collections import Counter
from fractions import Fraction

import pytest

from tables.rules.hands import player_dealer_draws
from tables.rules.odds import DECKS, side_bet_odds
from tables.rules.paytables import PAY_TABLES, PayTable
from tables.rules.side_bets import buster

RED_FLEX = PAY_TABLES["red_flex"]["2-3-8-50-100-250"]
BUSTER = PAY_TABLES["buster"]["1-3-6-30-100-200"]
BUSTER_002 = PAY_TABLES["buster"]["2-2-4-15-50-300"]

Row = tuple[int | None, int | None]


@pytest.mark.parametrize(
    ("table", "edge", "hits", "deviation"),
    [
        (RED_FLEX, "4.703", "24.920", "2.561"),
        (BUSTER, "4.724", "28.576", "2.724"),
    ],
)
def test_six_decks_give_the_published_figures(
    table: PayTable, edge: str, hits: str, deviation: str
) -> None:
    odds = side_bet_odds(table, decks=6)
    assert f"{float(odds.house_edge * 100):.3f}" == edge
    assert f"{float(odds.hit_frequency * 100):.3f}" == hits
    assert f"{odds.standard_deviation:.3f}" == deviation


def test_a_drawn_22_counts_as_over_in_the_buster_table_of_002() -> None:
    assert f"{float(side_bet_odds(BUSTER_002, decks=6).house_edge * 100):.1f}" == "5.4"


def test_standing_on_soft_17_busts_less_often() -> None:
    hits = side_bet_odds(BUSTER, decks=6)
    stands = side_bet_odds(BUSTER, decks=6, hits_soft_17=False)
    assert stands.hit_frequency < hits.hit_frequency
    assert f"{float(stands.hit_frequency * 100):.3f}" == "28.192"


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("table", [RED_FLEX, BUSTER, BUSTER_002])
def test_the_chances_of_a_distribution_add_up_to_one(table: PayTable, decks: int) -> None:
    odds = side_bet_odds(table, decks=decks)
    assert sum(row.probability for row in odds.distribution) == 1
    rows = [(row.count, row.odds) for row in odds.distribution]
    assert rows == [(None, None), *table.rows.items()]


@pytest.mark.parametrize("decks", [0, 9])
def test_a_shoe_of_no_or_nine_decks_is_refused(decks: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 8 decks, not {decks}"):
        side_bet_odds(BUSTER, decks=decks)


@pytest.mark.parametrize("decks", DECKS)
def test_red_flex_wins_exactly_when_the_first_two_cards_are_red(decks: int) -> None:
    two_red = Fraction(26 * decks, 52 * decks) * Fraction(26 * decks - 1, 52 * decks - 1)
    assert side_bet_odds(RED_FLEX, decks=decks).hit_frequency == two_red


def _deal_in_order(
    left: Counter[str], hand: tuple[str, ...], chance: Fraction, ended: dict[Row, Fraction]
) -> None:
    """Adds to `ended` one hand after the other, no two orders taken together."""
    if len(hand) >= 2 and not player_dealer_draws(hand):
        odds = buster(hand, BUSTER)
        row = (None, None) if odds is None else (min(len(hand), BUSTER.open_from), odds)
        ended[row] = ended.get(row, Fraction()) + chance
        return
    for card, copies in left.items():
        rest = left - Counter([card])
        _deal_in_order(rest, (*hand, card), chance * copies / left.total(), ended)


def test_buster_agrees_with_one_deck_dealt_in_every_order() -> None:
    deck = Counter({f"{rank}S": 4 for rank in "A23456789"} | {"TS": 16})
    dealt: dict[Row, Fraction] = {}
    _deal_in_order(deck, (), Fraction(1), dealt)
    exact = side_bet_odds(BUSTER, decks=1).distribution
    assert {(row.count, row.odds): row.probability for row in exact} == dealt
