"""Deciding: a random strategy among what the rules let a hand do."""

from tables.simulation import reading, staking
from tables.simulation.round import Circle, Hand, Round
from tables.simulation.shoe import ANY, Want

# A shoe this low is not drawn from for pleasure.
_LOW = 22
_LIMIT = 21


def play(round_: Round) -> None:
    """Every circle in turn, hand by hand; a split adds hands to the circle being played."""
    for circle in round_.in_order():
        number = 0
        while number < len(circle.hands):
            number += 1
            _play_hand(round_, circle, number)


def _play_hand(round_: Round, circle: Circle, number: int) -> None:
    hand = circle.hands[number - 1]
    while not hand.ended:
        if len(hand.cards) == 1:
            staking.add_late(round_, circle, number)
            round_.deal_to(circle, number, _wish(round_, hand))
        _end_by_itself(round_, circle, hand)
        if not hand.ended:
            _decide(round_, circle, number)
    if round_.chance(0.02):
        # Dealers tap the felt for a hand that is over anyway; it changes nothing.
        round_.decide(circle, number, "stand")


def _wish(round_: Round, hand: Hand) -> Want:
    """What the round's fate would like this hand to draw."""
    fate = round_.fate
    if fate.splits and round_.chance(0.6):
        return fate.later
    missing = fate.aim - hand.points
    if fate.aim and 1 <= missing <= 10:
        return Want(reading.TENS if missing == 10 else "_A23456789"[missing])
    if fate.aim and missing > 10:
        return Want("2345")
    return ANY


def _end_by_itself(round_: Round, circle: Circle, hand: Hand) -> None:
    """21 and more, a natural, a double's card, a split ace's one card unless it can be split."""
    ace = hand.from_split and hand.cards[0][0] == "A" and not _may_split(round_, circle, hand)
    hand.ended = hand.doubled or hand.points >= _LIMIT or ace


def _may_split(round_: Round, circle: Circle, hand: Hand) -> bool:
    rules = round_.setting.rules
    if not reading.is_pair(hand.cards, rules.split_by):
        return False
    rank = hand.cards[0][0]
    caps = rules.max_hands
    cap = caps.aces if rank == "A" else caps.tens if rank in reading.TENS else caps.plain
    return len(circle.hands) < cap


def _may_surrender(round_: Round, hand: Hand) -> bool:
    if round_.setting.rules.surrender == "any_time":
        return hand.points <= round_.setting.rules.surrender_max_total
    late = round_.setting.rules.surrender == "late"
    return late and len(hand.cards) == 2 and not hand.from_split


def _weights(round_: Round, circle: Circle, hand: Hand) -> dict[str, float]:
    """How much this hand is drawn to each action that is open to it."""
    fate, low = round_.fate, len(round_.shoe) < _LOW
    must_hit = hand.points <= 11 and not reading.is_soft(hand.cards)
    weights = {}
    if _may_split(round_, circle, hand) and not low:
        weights["split"] = 8.0 if fate.splits else 1.0
    if hand.from_split and hand.cards[0][0] == "A":
        # A split ace that drew an ace may be split again or stand, nothing else (F-23).
        return weights | {"stand": 0.3}
    if not must_hit:
        weights["stand"] = 0.2 if fate.aim > hand.points else 1.0
    if must_hit or not low:
        weights["hit"] = 1.2 if hand.points < 17 else 0.12
        weights["hit"] = 3.0 if fate.aim > hand.points else weights["hit"]
    if len(hand.cards) == 2 and not low:
        weights["double"] = 0.35
    if _may_surrender(round_, hand):
        weights["surrender"] = 20.0 if fate.surrenders else 0.15
    return weights


def _decide(round_: Round, circle: Circle, number: int) -> None:
    hand = circle.hands[number - 1]
    weights = _weights(round_, circle, hand)
    (action,) = round_.rng.choices(list(weights), list(weights.values()))
    match action:
        case "split":
            staking.split(round_, circle, number)
        case "double":
            staking.double(round_, circle, number)
        case _:
            round_.decide(circle, number, action)
    hand.surrendered = action == "surrender"
    hand.ended = action in {"stand", "surrender"}
    if action in {"hit", "double"}:
        round_.deal_to(circle, number, _wish(round_, hand))
