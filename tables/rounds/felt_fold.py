"""The fold of what lies on the felt: wagers, cards and decisions, taken as they were recorded."""

from typing import assert_never

from tables.rounds import events as e
from tables.rules import hands, procedure
from tables.rules.felt import Circle, Felt, Hand, Wager


def fold_wager(felt: Felt, fact: e.WagerFact, player: str) -> None:
    """W, a wager, its withdrawal, or a backline bettor's addition."""
    match fact:
        case e.PlayerDealerWagered(wager_cents=wager_cents):
            felt.wager_cents = wager_cents
        case e.WagerPlaced(seat=seat):
            circle = felt.circles.setdefault(seat, Circle(seat, player))
            stakes = {1: fact.amount_cents} if fact.kind == "game" else {}
            circle.wagers.append(
                Wager(seat, player, fact.kind, fact.amount_cents, fact.backline, stakes)
            )
        case e.WagerWithdrawn(seat=seat, kind=kind):
            _withdraw(felt, seat, player, kind)
        case e.WagerAdded():
            _add(felt.circles[fact.seat], fact)
        case _:
            assert_never(fact)


def _withdraw(felt: Felt, seat: int, player: str, kind: str) -> None:
    circle = felt.circles[seat]
    circle.wagers = [w for w in circle.wagers if (w.player, w.kind) != (player, kind)]
    if not circle.wagers:
        del felt.circles[seat]


def _add(circle: Circle, fact: e.WagerAdded) -> None:
    """An addition joins the bettor's stake on a doubled hand, or follows a split to the new one."""
    wager = next(w for w in circle.of_kind("game") if w.player == fact.player)
    wager.stakes[fact.hand] = wager.stakes.get(fact.hand, 0) + fact.amount_cents
    if circle.hands[fact.hand - 1].doubled:
        wager.doubled_on.add(fact.hand)


def fold_card(felt: Felt, fact: e.CardFact) -> None:
    """A card dealt or revealed, or the outcome of the peek."""
    match fact:
        case e.CardDealt(to="player_dealer", card=card):
            felt.dealt = True
            felt.player_dealer_cards.append(card)
        case e.CardDealt(seat=seat, hand=number, card=card):
            felt.dealt = True
            hand = felt.circles[seat or 0].hands[(number or 1) - 1]
            hand.cards.append(card)
            hand.due = False
            hand.open_addition = ""
        case e.CardRevealed(index=index, card=card):
            if index == hands.OPENING_CARDS and procedure.peek_is_due(felt):
                felt.peek = "skipped"
            felt.player_dealer_cards[index - 1] = card
        case e.HoleCardChecked(natural=natural):
            felt.peek = "natural" if natural else "clear"
        case _:
            assert_never(fact)
    _check_peek(felt)


def _check_peek(felt: Felt) -> None:
    """A peek that the hole card contradicts falls away: open hands are played after all."""
    said = {"natural": True, "clear": False}.get(felt.peek)
    opening = felt.player_dealer_cards[: hands.OPENING_CARDS]
    is_known = len(opening) == hands.OPENING_CARDS and None not in opening
    if said is not None and is_known and said != felt.dealer_was_dealt_natural:
        felt.peek = "contradicted"


def fold_decision(felt: Felt, fact: e.DecisionMade) -> None:
    """A decision; whether it was due is what `admit` said of it."""
    circle = felt.circles[fact.seat]
    hand = circle.hands[fact.hand - 1]
    amount_cents = fact.amount_cents or 0
    if fact.action == "insurance":
        player = fact.player or circle.player
        backline = any(w.backline for w in circle.of_kind("game") if w.player == player)
        circle.wagers.append(Wager(fact.seat, player, "insurance", amount_cents, backline))
        return
    if fact.action == "stand" and procedure.is_ended(felt, circle, hand):
        return
    if procedure.peek_is_due(felt):
        felt.peek = "skipped"
    match fact.action:
        case "hit":
            hand.due = True
        case "stand":
            hand.stood = True
        case "surrender":
            hand.surrendered = True
        case "double":
            hand.doubled = hand.due = True
            hand.open_addition = "double"
            _stake(circle)[hand.number] += amount_cents
        case "split":
            _split(circle, hand, amount_cents)
        case _:
            assert_never(fact.action)


def _stake(circle: Circle) -> dict[int, int]:
    """The stakes by hand of the one who decides for the circle: the first game wager there."""
    return next(circle.of_kind("game")).stakes


def _split(circle: Circle, hand: Hand, amount_cents: int) -> None:
    """The first card stays, the second moves to the next free number (contract, Splitting)."""
    aces = [card and card[0] for card in hand.cards[:2]] == ["A", "A"]
    new = Hand(len(circle.hands) + 1, hand.cards[1:], hand.number, split=True, split_aces=aces)
    new.open_addition = "split"
    hand.cards = hand.cards[:1]
    hand.split, hand.split_aces, hand.due = True, aces, False
    circle.hands.append(new)
    _stake(circle)[new.number] = amount_cents
