"""Reasons: what the cards say of a wager, in words, and the readings that it rests on.

The arms are those of `tables.rules.outcomes`, which alone decides.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from tables.rounds.replay import words
from tables.rules import hands, side_bets
from tables.rules.felt import Felt, Hand

_NO_RUN: Final = ("the player-dealer's first card is black", "only the first card is red in a row")


class Reason(NamedTuple):
    """What the cards say, and the readings beside the one that the line itself names."""

    text: str
    readings: tuple[str, ...] = ()


def game(felt: Felt, hand: Hand) -> Reason:
    """A hand against the player-dealer's."""
    points = hand.points
    if hand.surrendered:
        return _surrendered(felt, hand)
    if hand.is_natural:
        return _natural(felt, hand)
    if felt.dealer_has_natural:
        return _against_natural(felt, hand)
    dealer = hands.total(felt.known_dealer_cards).points
    if hands.is_over(points):
        return _over(felt, hand, dealer)
    made = ("G-06",) if hand.split and hands.is_natural(hand.known) else ()
    if hands.is_over(dealer):
        return Reason(
            f"the player-dealer is over with {dealer} and {points} is not", ("G-01", *made)
        )
    if points > dealer:
        return Reason(f"{points} beats the player-dealer's {dealer}", ("G-01", *made))
    if points == dealer:
        return Reason(f"{points} against the player-dealer's {dealer} is a push", ("G-05", *made))
    return Reason(f"the player-dealer's {dealer} beats {points}", ("G-05",))


def _surrendered(felt: Felt, hand: Hand) -> Reason:
    """Half of the stake, or all of it where a natural makes the surrender void."""
    if felt.offering.rules.surrender == "late" and felt.dealer_has_natural:
        return Reason("the player-dealer's natural makes the surrender void")
    return Reason(f"{hand.points} was surrendered for half of the stake")


def _natural(felt: Felt, hand: Hand) -> Reason:
    """The best hand there is; only another one stands against it."""
    rules = felt.offering.rules
    first, second = (words.rank(card) for card in hand.known)
    own = f"{first} and {second} on the first two cards, a natural {rules.natural},"
    if felt.dealer_has_natural:
        text = f"{own} against the player-dealer's natural is a push"
        return Reason(text, (rules.readings.natural_wins,))
    return Reason(f"{own} beat the player-dealer's {words.dealer_total(felt)}")


def _against_natural(felt: Felt, hand: Hand) -> Reason:
    """It beats everything, and all that was staked on doubles and splits (G-10, G-11)."""
    own = words.total(hand.known, natural=None)
    at_stake = ("G-11",) if hand.doubled or hand.split else ()
    of_21 = ("G-10",) if hand.points == hands.LIMIT else ()
    natural = felt.offering.rules.natural
    return Reason(
        f"the player-dealer's natural {natural} beats {own}",
        (*at_stake, *of_21),
    )


def _over(felt: Felt, hand: Hand, dealer: int) -> Reason:
    """It waited for the player-dealer's hand, and lost but for the pushes when both are over."""
    rules, points = felt.offering.rules, hand.points
    if not hands.is_over(dealer):
        text = (
            f"{points} is over and the player-dealer's {dealer} is not; the stake waited for that"
        )
        return Reason(text, ("G-04",))
    both = f"both are over, {points} against the player-dealer's {dealer}"
    if rules.dealer_888_push and words.ranks(felt.known_dealer_cards) == "8-8-8":
        at_stake = ("P-22",) if hand.doubled or hand.split else ()
        return Reason(f"{both}, which is exactly 8-8-8: a push", ("P-19", "P-21", *at_stake))
    closer = points < dealer and points in rules.push_totals
    if closer and len(hand.cards) == hands.OPENING_CARDS + 1:
        return Reason(f"{both}: a three-card {points} that is closer pushes", ("G-04",))
    return Reason(f"{both}: the player-dealer wins", ("G-04",))


def insurance(felt: Felt) -> Reason:
    """It asks for one thing only."""
    if felt.dealer_has_natural:
        return Reason("the player-dealer has the natural that was insured against")
    return Reason("the player-dealer has no natural to insure against")


def red_flex(felt: Felt) -> Reason:
    """Red cards in a row, from the player-dealer's first one on."""
    run, table = side_bets.red_run(felt.known_dealer_cards), felt.offering.paytables["red_flex"]
    if run < len(_NO_RUN):
        return Reason(_NO_RUN[run], ("P-10",))
    text = f"the player-dealer's first {run} cards are red; pay table {table.name}"
    return Reason(text, ("P-10", "P-29"))


def buster(felt: Felt) -> Reason:
    """How many cards the player-dealer's over hand has."""
    cards, table = felt.known_dealer_cards, felt.offering.paytables["buster"]
    if hands.is_over(hands.total(cards).points):
        text = f"the player-dealer is over with {len(cards)} cards; pay table {table.name}"
        return Reason(
            text, ("P-29", "P-30") if "red_flex" in felt.offering.paytables else ("N-04",)
        )
    if felt.dealer_has_natural:
        return Reason("the player-dealer's natural is no bust")
    return Reason(f"the player-dealer's {words.dealer_total(felt)} is not over")


SIDE_BETS: Final[dict[str, Callable[[Felt], Reason]]] = {"red_flex": red_flex, "buster": buster}
