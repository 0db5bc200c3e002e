"""Procedure: whose turn it is, which cards are due, and when a hand, the deal and the play end."""

from tables.rules import hands
from tables.rules.felt import Circle, Felt, Hand

PLAYER_DEALER = 0


def next_dealt(felt: Felt) -> int | None:
    """The seat that the deal's next card goes to, PLAYER_DEALER for his, None when it is done."""
    if _everyone_has(felt, hands.OPENING_CARDS):
        return None
    cards = 2 if _everyone_has(felt, 1) else 1
    for circle in felt.dealing_order():
        if len(circle.hands) == 1 and len(circle.hands[0].cards) < cards:
            return circle.seat
    return PLAYER_DEALER


def _everyone_has(felt: Felt, cards: int) -> bool:
    """Asked with each event of the play, where the order matters no more."""
    return len(felt.player_dealer_cards) >= cards and all(
        len(circle.hands) != 1 or len(circle.hands[0].cards) >= cards
        for circle in felt.circles.values()
    )


def deal_is_done(felt: Felt) -> bool:
    """Whether everyone has two cards and the up card lies open (P-10)."""
    return bool(felt.circles) and next_dealt(felt) is None and felt.up_card is not None


def play_is_stopped(felt: Felt) -> bool:
    """A natural found by the peek, or open where there is no hole card, ends all hands (P-08)."""
    return felt.peek == "natural" or (
        not felt.offering.rules.hole_card and felt.dealer_was_dealt_natural
    )


def may_split_again(felt: Felt, circle: Circle, hand: Hand) -> bool:
    """An ace drawn to a split ace stays open while another hand may be made (F-23)."""
    if [card[0] for card in hand.known] != ["A", "A"]:
        return False
    return len(circle.hands) < felt.offering.rules.max_hands.aces


def is_ended(felt: Felt, circle: Circle, hand: Hand) -> bool:
    """Whether nothing more can happen to a hand (G-04, G-08, G-09, P-35)."""
    if card_is_due(hand):
        return False
    if hand.stood or hand.surrendered or hand.doubled or play_is_stopped(felt):
        return True
    if not hand.is_known:
        return False
    if hand.points >= hands.LIMIT:
        return True
    return hand.split_aces and not may_split_again(felt, circle, hand)


def turn(felt: Felt) -> tuple[Circle, Hand] | None:
    """The hand whose card or decision is next: one that a card is due on, else the first open."""
    first = None
    for circle in felt.dealing_order():
        for hand in circle.hands:
            if hand.due:
                return circle, hand
            if first is None and not is_ended(felt, circle, hand):
                first = circle, hand
    return first


def card_is_due(hand: Hand) -> bool:
    """A card after a hit or double, or the second card of a split hand."""
    return hand.due or len(hand.cards) < hands.OPENING_CARDS


def peek_is_due(felt: Felt) -> bool:
    """Whether the hole card must be checked before anyone decides (P-08, N-02)."""
    rules = felt.offering.rules
    return (
        felt.peek == ""
        and rules.hole_card
        and felt.hole_card is None
        and felt.up_card is not None
        and felt.up_card[0] in rules.peek_ranks
        and deal_is_done(felt)
    )


def insurance_is_open(felt: Felt) -> bool:
    """After the deal and before the peek, under an ace (N-21)."""
    return peek_is_due(felt) and felt.up_card is not None and felt.up_card[0] == "A"


def must_complete(felt: Felt) -> bool:
    """The player-dealer completes his hand unless all is decided and no side bet open (G-03)."""
    return any(
        wager.kind not in {"game", "insurance"}
        for circle in felt.circles.values()
        for wager in circle.wagers
    ) or not all(
        hand.is_natural or hand.surrendered
        for circle in felt.circles.values()
        for hand in circle.hands
    )


def dealer_draws(felt: Felt) -> bool:
    """Whether the player-dealer takes another card (G-02, G-03)."""
    return must_complete(felt) and hands.player_dealer_draws(felt.known_dealer_cards)


def phase(felt: Felt) -> str:
    """`wagering`, `dealing`, `playing` or `drawing`."""
    if not felt.dealt:
        return "wagering"
    if not deal_is_done(felt):
        return "dealing"
    return "drawing" if felt.hole_card is not None and turn(felt) is None else "playing"


def button_seat(felt: Felt) -> int | None:
    """The seat of the action button by the player-dealer's second card (P-05, N-10), or None."""
    rules = felt.offering.rules
    if not rules.action_button or felt.hole_card is None:
        return None
    number = "A23456789TJQK".index(felt.hole_card[0]) + 1
    steps = (number - 1) % (rules.seats - 1) + 1
    return (felt.player_dealer_seat - 1 + steps) % rules.seats + 1
