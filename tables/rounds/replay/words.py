"""Words of the trade for cards, totals, wagers and money."""

from collections.abc import Sequence
from typing import Final

from cardroom.money import dollars
from tables.rules import hands
from tables.rules.felt import Felt, Hand

_RANKS: Final = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
KINDS: Final = {
    "game": "game",
    "insurance": "insurance",
    "red_flex": "Red Flex",
    "buster": "Buster",
}


def money(cents: int) -> str:
    """An amount, its cents only where there are some: `$80`, `$1,037.50`."""
    return dollars(cents).removesuffix(".00")


def rank(card: str) -> str:
    """`ace`, `10`, `7`."""
    return _RANKS.get(card[0], card[0])


def card(code: str) -> str:
    """`9 of hearts`."""
    return f"{rank(code)} of {_SUITS[code[1]]}"


def ranks(cards: Sequence[str]) -> str:
    """`6-5-9`; letters for court cards and aces."""
    return "-".join("10" if one[0] == "T" else one[0] for one in cards)


def total(cards: Sequence[str], *, natural: str | None) -> str:
    """`20`, `soft 17`, `22 over`; a natural by the name that its game gives it."""
    if natural is not None:
        return f"{natural} natural"
    points, soft = hands.total(cards)
    if hands.is_over(points):
        return f"{points} over"
    return f"soft {points}" if soft and points < hands.LIMIT else str(points)


def hand_total(felt: Felt, hand: Hand) -> str:
    """What a hand makes."""
    return total(hand.known, natural=felt.offering.rules.natural if hand.is_natural else None)


def dealer_total(felt: Felt) -> str:
    """What the player-dealer's known cards make."""
    natural = felt.offering.rules.natural if felt.dealer_has_natural else None
    return total(felt.known_dealer_cards, natural=natural)


def place(felt: Felt, seat: int, number: int) -> str:
    """`seat 4`, or `seat 4, hand 2` once it was split."""
    split = len(felt.circles[seat].hands) > 1
    return f"seat {seat}, hand {number}" if split else f"seat {seat}"


def net(cents: int) -> str:
    """How the player-dealer came out."""
    if cents == 0:
        return "even"
    return f"{'up' if cents > 0 else 'down'} {money(abs(cents))}"


def listed(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    whole = text if text.endswith((".", "?", "!")) else f"{text}."
    return whole[:1].upper() + whole[1:]
