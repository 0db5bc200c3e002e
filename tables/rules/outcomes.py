"""Outcomes: whether one wager wins, loses or pushes, and the reading that says so."""

from collections.abc import Callable
from typing import NamedTuple

from tables.rules import hands, side_bets
from tables.rules.felt import Felt, Hand
from tables.rules.ruleset import Odds

EVEN = Odds(1, 1)  # G-01
INSURANCE = Odds(2, 1)  # N-21


class Outcome(NamedTuple):
    """`win` (with odds), `lose`, `push` or `surrender`, and the reading that decided it."""

    result: str
    reading: str
    odds: Odds | None = None

    def due_cents(self, stake_cents: int) -> int:
        """What the outcome moves between the two, before coverage (G-17: always whole cents)."""
        if self.odds is not None:
            return stake_cents * self.odds.pays // self.odds.stake
        return {"lose": stake_cents, "surrender": stake_cents // 2, "push": 0}[self.result]


def game(felt: Felt, hand: Hand) -> Outcome:
    """A hand against the player-dealer's (G-10, G-11, P-16 to P-22, N-04 to N-08, F-06 to F-12)."""
    readings = felt.offering.rules.readings
    if hand.surrendered:
        return _surrendered(felt)
    if hand.is_natural:
        if felt.dealer_has_natural:
            return Outcome("push", readings.natural_push)
        return Outcome("win", readings.natural_wins, felt.offering.rules.natural_odds)
    if felt.dealer_has_natural:
        over = hands.is_over(hand.points)
        return Outcome(
            "lose", readings.over_against_natural if over else readings.player_dealer_natural
        )
    points, dealer = hand.points, hands.total(felt.known_dealer_cards).points
    if hands.is_over(points):
        return _over(felt, hand, dealer)
    if hands.is_over(dealer):
        return Outcome("win", readings.player_dealer_over, EVEN)
    if points > dealer:
        return Outcome("win", readings.closer_wins, EVEN)
    if points == dealer:
        return Outcome("push", readings.equal_push)
    return Outcome("lose", readings.closer_loses)


def _surrendered(felt: Felt) -> Outcome:
    """Late surrender is void against a natural (N-18); the other is final (F-15)."""
    rules = felt.offering.rules
    if rules.surrender == "late" and felt.dealer_has_natural:
        return Outcome("lose", rules.readings.surrender_void)
    return Outcome("surrender", rules.readings.surrender)


def _over(felt: Felt, hand: Hand, dealer: int) -> Outcome:
    """An over hand loses, but for the pushes when both are over (P-19, P-21, N-07, F-11)."""
    rules = felt.offering.rules
    if not hands.is_over(dealer):
        return Outcome("lose", rules.readings.over_loses)
    eights = [card[0] for card in felt.known_dealer_cards] == ["8", "8", "8"]
    closer = (
        len(hand.cards) == 3  # noqa: PLR2004 - "a three card hand"
        and hand.points in rules.push_totals
        and hand.points < dealer
    )
    if closer or (rules.dealer_888_push and eights):
        return Outcome("push", rules.readings.both_over_push)
    return Outcome("lose", rules.readings.both_over_loses)


def insurance(felt: Felt) -> Outcome:
    """Insurance wins 2:1 against a natural and loses at once without one (N-21)."""
    readings = felt.offering.rules.readings
    if felt.dealer_has_natural:
        return Outcome("win", readings.insurance_wins, INSURANCE)
    return Outcome("lose", readings.insurance_loses)


def red_flex(felt: Felt) -> Outcome:
    """Red Flex, by the player-dealer's finished cards (P-24 to P-29)."""
    readings = felt.offering.rules.readings
    odds = side_bets.red_flex(felt.known_dealer_cards, felt.offering.paytables["red_flex"])
    return _side_bet(odds, readings.red_flex_wins, readings.red_flex_loses)


def buster(felt: Felt) -> Outcome:
    """Buster, by the player-dealer's finished cards (P-30, P-31, N-25, N-26)."""
    readings = felt.offering.rules.readings
    odds = side_bets.buster(felt.known_dealer_cards, felt.offering.paytables["buster"])
    return _side_bet(odds, readings.buster_wins, readings.buster_loses)


def _side_bet(odds: int | None, wins: str, loses: str) -> Outcome:
    return Outcome("lose", loses) if odds is None else Outcome("win", wins, Odds(odds))


SIDE_BETS: dict[str, Callable[[Felt], Outcome]] = {"red_flex": red_flex, "buster": buster}
