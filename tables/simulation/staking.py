"""Staking: what a split or a double puts down again, the player and then whoever backs the hand."""

from tables.simulation.round import Circle, Hand, Round


def split(round_: Round, circle: Circle, number: int) -> None:
    """The second card begins the next free hand; who backs this hand may back that one as well."""
    hand = circle.hands[number - 1]
    round_.decide(circle, number, "split", circle.stake_cents)
    new = Hand(cards=[hand.cards.pop()], from_split=True)
    hand.from_split = True
    circle.hands.append(new)
    for bettor in hand.backers:
        if round_.chance(0.4):
            _back(round_, circle, len(circle.hands), bettor)
        elif round_.chance(0.2):
            new.hesitating.append(bettor)


def add_late(round_: Round, circle: Circle, number: int) -> None:
    """The last moment for the backline: a split hand's turn, before its next card."""
    hand = circle.hands[number - 1]
    for bettor in hand.hesitating:
        _back(round_, circle, number, bettor)
    hand.hesitating.clear()


def double(round_: Round, circle: Circle, number: int) -> None:
    """The wager once more or, where the game allows it, a part of it; backers as they like."""
    hand = circle.hands[number - 1]
    round_.decide(circle, number, "double", _again_cents(round_, circle.stake_cents))
    for bettor in hand.backers:
        if round_.chance(0.5):
            _add(round_, circle, number, bettor, _again_cents(round_, circle.backline[bettor]))
    hand.doubled = True


def _back(round_: Round, circle: Circle, number: int, bettor: str) -> None:
    """The backline wager again, on a new hand."""
    cents = circle.backline[bettor]
    circle.hands[number - 1].backers[bettor] = cents
    _add(round_, circle, number, bettor, cents)


def _again_cents(round_: Round, wager_cents: int) -> int:
    rules = round_.setting.rules
    if rules.double == "equal" or round_.chance(0.6):
        return wager_cents
    return round_.rng.randint(rules.limits["game"][0], wager_cents)


def _add(round_: Round, circle: Circle, number: int, bettor: str, cents: int) -> None:
    round_.tell("wager.added", seat=circle.seat, hand=number, player=bettor, amount_cents=cents)
