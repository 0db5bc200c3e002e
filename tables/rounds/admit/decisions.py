"""Admission of decisions: turn, chart, and the limits on double, split, surrender, insurance."""

from cardroom.cards import TENS
from cardroom.errors import RuleViolation
from cardroom.money import dollars
from tables.rounds import events as e
from tables.rounds.admit import cards
from tables.rounds.admit.facts import Breaches
from tables.rounds.admit.places import hand_at
from tables.rounds.admit.wagers import check_whole_cents, double_stake, split_stake
from tables.rules import hands, procedure
from tables.rules.felt import Circle, Felt, Hand


def made(felt: Felt, fact: e.DecisionMade) -> Breaches:
    """A decision of the one who decides for the circle, or an insurance of any bettor there."""
    circle, hand = hand_at(felt, fact.seat, fact.hand)
    if fact.action == "insurance":
        return _insured(felt, circle, fact)
    _check_applies(felt, circle, fact)
    has_ended = procedure.is_ended(felt, circle, hand)
    if fact.action == "stand" and has_ended:
        return []
    breaches: Breaches = []
    if has_ended:
        breaches.append(("hand_ended", f"hand {hand.number} of seat {circle.seat} has ended"))
    elif not _is_turn(felt, circle, hand):
        breaches.append(cards.out_of_turn(felt))
    if procedure.peek_is_due(felt):
        breaches.append(("peek", "the hole card wasn't checked for a natural"))
    return breaches + _by_action(felt, circle, hand, fact)


def is_legal(felt: Felt, fact: e.DecisionMade) -> bool:
    """Whether nothing is wrong with a decision."""
    try:
        return not made(felt, fact)
    except RuleViolation:
        return False


def _check_applies(felt: Felt, circle: Circle, fact: e.DecisionMade) -> None:
    """What cannot be applied to any state."""
    rules = felt.offering.rules
    if fact.player is not None and fact.player != circle.player:
        raise RuleViolation(
            f"{circle.player} decides for seat {circle.seat}", pointer="/data/player"
        )
    if fact.action == "surrender" and rules.surrender == "none":
        raise RuleViolation(
            f"{rules.title} has no surrender", pointer="/data/action", rule="surrender"
        )
    if fact.action == "split":
        check_whole_cents(fact.amount_cents or 0, rules.split_cents_step)


def _is_turn(felt: Felt, circle: Circle, hand: Hand) -> bool:
    """A decision has its turn when the deal is done, on the first open hand, with no card due."""
    return (
        procedure.deal_is_done(felt)
        and procedure.turn(felt) == (circle, hand)
        and not procedure.card_is_due(hand)
    )


def _by_action(felt: Felt, circle: Circle, hand: Hand, fact: e.DecisionMade) -> Breaches:
    amount_cents = fact.amount_cents or 0
    match fact.action:
        case "hit":
            return _must_stand(felt, circle, hand)
        case "stand":
            return _must_hit(hand)
        case "double":
            return _must_stand(felt, circle, hand) + _doubled(felt, circle, hand, amount_cents)
        case "split":
            return _split(felt, circle, hand, amount_cents)
        case _:
            return _surrendered(felt, hand)


def _must_hit(hand: Hand) -> Breaches:
    """Hard 11 or less may not stand (G-07); a hand short of cards is a matter of turn."""
    if len(hand.cards) >= hands.OPENING_CARDS and hands.must_hit(hand.known):
        return [("must_hit", f"{hand.points} must be hit")]
    return []


def _must_stand(felt: Felt, circle: Circle, hand: Hand) -> Breaches:
    """An ace drawn to a split ace is split again or stands (F-23)."""
    if hand.split_aces and procedure.may_split_again(felt, circle, hand):
        return [("must_stand", "a split ace takes one card: split again, or stand")]
    return []


def _doubled(felt: Felt, circle: Circle, hand: Hand, amount_cents: int) -> Breaches:
    breaches: Breaches = []
    if len(hand.cards) != hands.OPENING_CARDS:
        breaches.append(("double_cards", f"a double is on two cards, not {len(hand.cards)}"))
    original = next(circle.of_kind("game")).amount_cents
    return breaches + double_stake(felt.offering, original, amount_cents)


def _split(felt: Felt, circle: Circle, hand: Hand, amount_cents: int) -> Breaches:
    breaches: Breaches = []
    if not _is_pair(felt, hand):
        breaches.append(("unlike_split", f"{' '.join(hand.known)} is no pair to split"))
    caps = felt.offering.rules.max_hands
    rank = hand.known[0][0] if hand.known else ""
    most = caps.aces if rank == "A" else caps.tens if rank in TENS else caps.plain
    if len(circle.hands) >= most:
        breaches.append(("split_cap", f"at most {most} hands"))
    original = next(circle.of_kind("game")).amount_cents
    return breaches + split_stake(original, amount_cents)


def _is_pair(felt: Felt, hand: Hand) -> bool:
    """Two cards of one rank, or of value ten where the rule set splits by value (P-34, F-21)."""
    if len(hand.cards) != hands.OPENING_CARDS or not hand.is_known:
        return False
    first, second = (card[0] for card in hand.known)
    by_value = felt.offering.rules.split_by == "value"
    return first == second or (by_value and first in TENS and second in TENS)


def _surrendered(felt: Felt, hand: Hand) -> Breaches:
    """Late: the original two cards. Any time: up to a total, no double (N-18, F-16, F-17)."""
    rules = felt.offering.rules
    if rules.surrender == "late":
        in_time = len(hand.cards) == hands.OPENING_CARDS and not hand.split and not hand.doubled
    else:
        in_time = hand.points <= rules.surrender_max_total and not hand.doubled
    return [] if in_time else [("surrender_time", "this hand can't be surrendered now")]


def _insured(felt: Felt, circle: Circle, fact: e.DecisionMade) -> Breaches:
    """After the deal and before the peek, by a bettor there, up to half his wager (N-21, N-13)."""
    rules = felt.offering.rules
    if not rules.may_insure:
        raise RuleViolation(
            f"{rules.title} has no insurance", pointer="/data/action", rule="insurance"
        )
    player = fact.player or circle.player
    wager = circle.wager(player, "game")
    if wager is None:
        raise RuleViolation(f"{player} has no game wager there", pointer="/data/player")
    if circle.wager(player, "insurance") is not None:
        raise RuleViolation(f"{player} is insured there already")
    breaches: Breaches = []
    if not procedure.insurance_is_open(felt):
        when = "insurance is taken after the deal and before the peek, under an ace"
        breaches.append(("insurance_time", when))
    if 2 * (fact.amount_cents or 0) > wager.amount_cents:
        most = dollars(wager.amount_cents // 2)
        breaches.append(("insurance_stake", f"insurance is at most {most}"))
    return breaches
