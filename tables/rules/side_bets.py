"""Side bets: what Red Flex and Buster pay for the player-dealer's finished cards."""

from collections.abc import Sequence
from itertools import takewhile

from cardroom.cards import is_red
from tables.rules.hands import is_over, total
from tables.rules.paytables import PayTable, pays


def red_run(cards: Sequence[str]) -> int:
    """Consecutive red cards from the player-dealer's first card on (P-10, P-26, P-28)."""
    return sum(1 for _ in takewhile(is_red, cards))


def red_flex(cards: Sequence[str], table: PayTable) -> int | None:
    """Odds to one that Red Flex pays, None when it loses (P-24, P-27)."""
    return pays(table, red_run(cards))


def buster(cards: Sequence[str], table: PayTable) -> int | None:
    """Odds to one that Buster pays, None when the hand isn't over (P-30, N-04).

    A natural 22 counts 21 points here, so it is no bust (N-25).
    """
    return pays(table, len(cards)) if is_over(total(cards).points) else None
