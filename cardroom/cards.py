"""Cards: two characters, rank and suit, as table systems write them."""

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SHDC"
DECK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
TENS: Final = frozenset("TJQK")
RED: Final = frozenset("HD")

# An ace counts 1 here; whether it may count 11 is a matter of the hand.
VALUES: Final = {rank: min(value, 10) for value, rank in enumerate("A23456789TJQK", start=1)}


def value(card: str) -> int:
    """Points of one card, an ace as 1."""
    return VALUES[card[0]]


def is_red(card: str) -> bool:
    """Whether the suit is hearts or diamonds."""
    return card[1] in RED
