"""Hands: totals, naturals, over hands, and when the player-dealer draws."""

from collections.abc import Sequence
from typing import NamedTuple

from cardroom import cards as deck

LIMIT = 21
OPENING_CARDS = 2
MUST_HIT_TO = 11
DRAWS_TO_HARD = 16
DRAWS_TO_SOFT = 17


class Total(NamedTuple):
    """Points of a hand; `soft` while an ace counts 11 (G-05). A natural is a flag (P-12)."""

    points: int
    soft: bool


def total(cards: Sequence[str]) -> Total:
    """The best total not over 21, else the lowest one (G-05, P-11)."""
    points = 0
    ace = False
    for card in cards:
        points += deck.VALUES[card[0]]
        ace = ace or card[0] == "A"
    if ace and points + 10 <= LIMIT:
        return Total(points + 10, soft=True)
    return Total(points, soft=False)


def is_over(points: int) -> bool:
    """Whether a total that is no natural is over: 22 or more (P-30, N-04)."""
    return points > LIMIT


def is_natural(cards: Sequence[str]) -> bool:
    """An ace and a ten-value as the first two cards (P-02, N-03, F-02); split hands never ask."""
    if len(cards) != OPENING_CARDS:
        return False
    first, second = cards[0][0], cards[1][0]
    return (first == "A" and second in deck.TENS) or (second == "A" and first in deck.TENS)


def must_hit(cards: Sequence[str]) -> bool:
    """Hard 11 or less may not stand (G-07, N-31)."""
    points, soft = total(cards)
    return points <= MUST_HIT_TO and not soft


def player_dealer_draws(cards: Sequence[str]) -> bool:
    """Soft 17 and below, hard 16 and below; soft 18 and hard 17 stand (G-02, P-13, P-14, N-24)."""
    points, soft = total(cards)
    return points <= (DRAWS_TO_SOFT if soft else DRAWS_TO_HARD)
