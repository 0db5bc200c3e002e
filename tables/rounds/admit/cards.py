"""Admission of cards: the order of the deal, faces, copies, reveals, the peek, the draws."""

from cardroom.errors import RuleViolation
from tables.rounds import events as e
from tables.rounds.admit.facts import Breaches
from tables.rounds.admit.places import hand_at
from tables.rounds.furniture import Shoe
from tables.rules import hands, procedure
from tables.rules.felt import Felt


def dealt(shoe: Shoe | None, felt: Felt, fact: e.CardDealt) -> Breaches:
    """A card from the shoe to a hand or to the player-dealer."""
    breaches = _to_player_dealer(felt, fact) if fact.to == "player_dealer" else _to_seat(felt, fact)
    return breaches + copies(shoe, fact.card)


def _to_seat(felt: Felt, fact: e.CardDealt) -> Breaches:
    circle, hand = hand_at(felt, fact.seat or 0, fact.hand or 0)
    breaches: Breaches = []
    if not procedure.deal_is_done(felt):
        if procedure.next_dealt(felt) != circle.seat:
            breaches.append(out_of_turn(felt))
    elif procedure.is_ended(felt, circle, hand):
        breaches.append(("hand_ended", f"hand {hand.number} of seat {circle.seat} has ended"))
    elif procedure.turn(felt) != (circle, hand) or not procedure.card_is_due(hand):
        breaches.append(out_of_turn(felt))
    if fact.face == "down":
        breaches.append(("face", "a seat's card has to be dealt face up"))
    return breaches


def _to_player_dealer(felt: Felt, fact: e.CardDealt) -> Breaches:
    number = len(felt.player_dealer_cards)
    if number < hands.OPENING_CARDS:
        in_turn = procedure.next_dealt(felt) == procedure.PLAYER_DEALER
        breaches = [] if in_turn else [out_of_turn(felt)]
    else:
        breaches = _drawn(felt)
    face = opening_face(felt, number)
    if fact.face != face:
        breaches.append(
            ("face", f"the player-dealer's card {number + 1} has to be dealt face {face}")
        )
    return breaches


def opening_face(felt: Felt, number: int) -> e.Face:
    """How the player-dealer's next card lies: down if a hole card, or the first in 000 (P-10)."""
    rules = felt.offering.rules
    is_down = (number == 0 and rules.first_card_down) or (number == 1 and rules.hole_card)
    return "down" if is_down else "up"


def _drawn(felt: Felt) -> Breaches:
    """A draw comes after the players' hands and the reveal, and only as the chart says."""
    if not procedure.deal_is_done(felt) or not felt.dealer_is_known or procedure.turn(felt):
        return [out_of_turn(felt)]
    if not procedure.dealer_draws(felt):
        points = hands.total(felt.known_dealer_cards).points
        why = "no wager needs it" if not procedure.must_complete(felt) else f"stands on {points}"
        return [("dealer_draw", f"the player-dealer draws no card: {why}")]
    return []


def out_of_turn(felt: Felt) -> tuple[str, str]:
    """The breach, and who is next instead."""
    seat = procedure.next_dealt(felt)
    if seat is not None:
        whose = f"seat {seat}" if seat else "the player-dealer"
        return "out_of_turn", f"the next card of the deal is {whose}'s"
    turn = procedure.turn(felt)
    if turn is not None:
        return "out_of_turn", f"it's the turn of hand {turn[1].number} of seat {turn[0].seat}"
    return "out_of_turn", "the player-dealer's cards come next"


def copies(shoe: Shoe | None, card: str | None, *, instead_of: str | None = None) -> Breaches:
    """A card of which every copy is out of the shoe already."""
    if shoe is None or card is None or card == instead_of or not shoe.lacks(card):
        return []
    return [("copies", f"all {shoe.decks} copies of {card} are out of the shoe")]


def revealed(shoe: Shoe | None, felt: Felt, fact: e.CardRevealed) -> Breaches:
    """The first card after the deal, the hole card when the players are done and peeked for."""
    if len(felt.player_dealer_cards) < fact.index:
        raise RuleViolation(
            f"the player-dealer has no card {fact.index} yet", pointer="/data/index"
        )
    before = felt.player_dealer_cards[fact.index - 1]
    breaches: Breaches = []
    if before is not None:
        breaches.append(("reveal", f"card {fact.index} lies open already"))
    elif procedure.next_dealt(felt) is not None or (
        fact.index == hands.OPENING_CARDS and not _players_are_done(felt)
    ):
        breaches.append(("reveal", "too early: others act first"))
    if fact.index == hands.OPENING_CARDS and procedure.peek_is_due(felt):
        breaches.append(("peek", "the hole card wasn't checked for a natural"))
    if _contradicts(felt, fact):
        breaches.append(("hole_contradicts", f"the peek said `{felt.peek}`"))
    return breaches + copies(shoe, fact.card, instead_of=before)


def _players_are_done(felt: Felt) -> bool:
    return procedure.deal_is_done(felt) and procedure.turn(felt) is None


def _contradicts(felt: Felt, fact: e.CardRevealed) -> bool:
    """Whether the cards as they would lie say otherwise than the peek (P-08)."""
    cards = list(felt.player_dealer_cards[: hands.OPENING_CARDS])
    cards[fact.index - 1] = fact.card
    first, *rest = cards
    if felt.peek not in {"clear", "natural"} or first is None or rest in ([], [None]):
        return False
    is_natural = hands.is_natural([card for card in cards if card is not None])
    return is_natural != (felt.peek == "natural")


def checked(felt: Felt) -> Breaches:
    """The peek belongs to an ace or ten up, once, before anyone decides (P-08, N-02, F-15)."""
    if procedure.peek_is_due(felt):
        return []
    return [
        ("peek", "no peek is due: once after the deal, and only under a card that calls for it")
    ]
