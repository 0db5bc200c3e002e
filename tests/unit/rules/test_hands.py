"""Hands: totals, naturals, what must be hit, and when the player-dealer draws."""

import pytest

from tables.rules import hands


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [
        ("", 0, False),
        ("9S", 9, False),
        ("AS", 11, True),
        ("AS AD", 12, True),
        ("AS AD AH", 13, True),
        ("AS 9D", 20, True),
        ("AS TD", 21, True),
        ("TS 5D AH", 16, False),
        ("AS 5D 5H", 21, True),
        ("AS 5D 6H", 12, False),
        ("KS QD JH", 30, False),
        ("TS 9D 3H", 22, False),
        ("AS AD TH TC", 22, False),
    ],
)
def test_a_hand_counts_its_best_total_not_over_21(cards: str, points: int, *, soft: bool) -> None:
    assert hands.total(cards.split()) == (points, soft)


@pytest.mark.parametrize("ten", ["TS", "JD", "QH", "KC"])
@pytest.mark.parametrize("ace", ["AS", "AD", "AH", "AC"])
def test_every_ace_with_every_ten_is_a_natural_in_either_order(ace: str, ten: str) -> None:
    assert hands.is_natural([ace, ten])
    assert hands.is_natural([ten, ace])


@pytest.mark.parametrize("cards", ["", "AS", "AS AD", "TS KD", "AS 9D", "9D AS", "AS TD TH"])
def test_nothing_else_is_a_natural(cards: str) -> None:
    assert not hands.is_natural(cards.split())


@pytest.mark.parametrize(("points", "over"), [(20, False), (21, False), (22, True), (31, True)])
def test_a_drawn_22_is_over(points: int, *, over: bool) -> None:
    assert hands.is_over(points) == over


@pytest.mark.parametrize(
    ("cards", "must"),
    [("5S 6D", True), ("2S 2D", True), ("5S 7D", False), ("AS AD", False), ("AS 2D", False)],
)
def test_hard_11_and_below_must_be_hit(cards: str, *, must: bool) -> None:
    assert hands.must_hit(cards.split()) == must


@pytest.mark.parametrize(
    ("cards", "draws"),
    [
        ("TS 6D", True),
        ("TS 7D", False),
        ("9S 8D", False),
        ("5S 5D 7H", False),
        ("AS 6D", True),
        ("AS 2D 4H", True),
        ("AS 6D TH", False),
        ("AS 5D TH", True),
        ("AS 7D", False),
        ("AS KD", False),
        ("8S 8D", True),
        ("8S 8D 8H", False),
    ],
)
def test_the_player_dealer_hits_soft_17_and_stands_on_hard_17_and_soft_18(
    cards: str, *, draws: bool
) -> None:
    assert hands.player_dealer_draws(cards.split()) == draws
