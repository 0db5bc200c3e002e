"""The simulation's own reading of cards."""

import pytest

from tables.simulation import reading


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [
        ("AS KD", 21, True),
        ("AS AD", 12, True),
        ("TS 5D AC", 16, False),
        ("AS 6D", 17, True),
        ("AS AD 9C", 21, True),
        ("KS QD 2C", 22, False),
        ("9S 9D", 18, False),
    ],
)
def test_the_best_total_not_over_21_counts(cards: str, points: int, *, soft: bool) -> None:
    assert reading.points(cards.split()) == points
    assert reading.is_soft(cards.split()) is soft


@pytest.mark.parametrize(
    ("cards", "natural"),
    [("AS KD", True), ("TC AH", True), ("AS 9D", False), ("AS 5D 5C", False), ("KD QD", False)],
)
def test_a_natural_is_an_ace_and_a_ten_value(cards: str, *, natural: bool) -> None:
    assert reading.is_natural(cards.split()) is natural


@pytest.mark.parametrize(
    ("cards", "by_rank", "by_value"),
    [
        ("KS KD", True, True),
        ("KS QD", False, True),
        ("8S 8D", True, True),
        ("AS AD", True, True),
        ("8S 9D", False, False),
        ("8S", False, False),
    ],
)
def test_tens_pair_by_rank_or_by_value(cards: str, *, by_rank: bool, by_value: bool) -> None:
    assert reading.is_pair(cards.split(), "rank") is by_rank
    assert reading.is_pair(cards.split(), "value") is by_value


@pytest.mark.parametrize(
    ("cards", "draws"),
    [("TS 6D", True), ("TS 7D", False), ("AS 6D", True), ("AS 7D", False), ("AS 6D TC", False)],
)
def test_the_player_dealer_hits_soft_17_and_stands_on_hard_17(cards: str, *, draws: bool) -> None:
    assert reading.player_dealer_draws(cards.split()) is draws


@pytest.mark.parametrize(
    ("card", "player_dealer_seat", "button"),
    [("AS", 7, 8), ("2S", 7, 1), ("7S", 7, 6), ("8S", 7, 8), ("5S", 7, 4), ("KS", 8, 6)],
)
def test_the_button_is_counted_clockwise_without_the_player_dealer(
    card: str, player_dealer_seat: int, button: int
) -> None:
    assert reading.button_seat(card, player_dealer_seat, 8) == button
