"""The simulation's own reading of cards: points, naturals, pairs, the action button's seat."""

from collections.abc import Sequence
from typing import Final

TENS: Final = "TJQK"


def value(card: str) -> int:
    """Points of a card, an ace as 1."""
    rank = card[0]
    if rank == "A":
        return 1
    return 10 if rank in TENS else int(rank)


def points(cards: Sequence[str]) -> int:
    """The best total not over 21, else the lowest."""
    lowest = sum(value(card) for card in cards)
    return lowest + 10 if is_soft(cards) else lowest


def is_soft(cards: Sequence[str]) -> bool:
    """Whether an ace counts 11."""
    return any(card[0] == "A" for card in cards) and sum(value(card) for card in cards) <= 11


def is_natural(cards: Sequence[str]) -> bool:
    """An ace and a ten-value, and nothing else."""
    return sorted(value(card) for card in cards) == [1, 10]


def is_pair(cards: Sequence[str], split_by: str) -> bool:
    """Two cards of one rank, or of one value where the game splits by value."""
    if len(cards) != 2:
        return False
    first, second = cards
    return first[0] == second[0] or (split_by == "value" and value(first) == value(second))


def player_dealer_draws(cards: Sequence[str]) -> bool:
    """Hits hard 16 and soft 17, stands on more."""
    return points(cards) < (18 if is_soft(cards) else 17)


def button_seat(card: str, player_dealer_seat: int, seats: int) -> int:
    """Count the player-dealer's second card clockwise, his own seat left out, empty ones not."""
    count = "A23456789TJQK".index(card[0]) + 1
    others = seats - 1
    steps = (count - 1) % others + 1
    return (player_dealer_seat - 1 + steps) % seats + 1
