"""Dealing: two cards each, the player-dealer last in each pass; then insurance and the peek."""

from tables.simulation import reading
from tables.simulation.round import Circle, Hand, Round
from tables.simulation.shoe import ANY, Want


def deal(round_: Round) -> None:
    """Two passes, and the first card turned up where it was dealt face down."""
    rules = round_.setting.rules
    faces = ("down" if rules.first_card_down else "up", "down" if rules.hole_card else "up")
    for circle in round_.circles.values():
        circle.hands = [Hand(backers=dict(circle.backline))]
    for dealt, face in enumerate(faces):
        for circle in round_.in_order():
            round_.deal_to(circle, 1, _wish(round_, dealt))
        round_.deal_to_player_dealer(face=face)
    if rules.first_card_down:
        round_.tell("card.revealed", index=1, card=round_.player_dealer[0])


def _wish(round_: Round, dealt: int) -> Want:
    """Not every circle gets the cards that the round's fate would like."""
    return round_.fate.for_hand(dealt) if round_.chance(0.8) else ANY


def insure(round_: Round) -> None:
    """Against an ace, whoever wants to and in any order, up to half of the wager."""
    rules = round_.setting.rules
    if not (rules.insurance and rules.hole_card and round_.player_dealer[0][0] == "A"):
        return
    wagers = [
        (circle, player, cents)
        for circle in round_.circles.values()
        for player, cents in ((circle.player, circle.stake_cents), *circle.backline.items())
    ]
    round_.rng.shuffle(wagers)
    for circle, player, cents in wagers:
        if round_.chance(0.6):
            _insure(round_, circle, player, cents // 2)


def _insure(round_: Round, circle: Circle, player: str, half_cents: int) -> None:
    amount = half_cents if round_.chance(0.8) else round_.rng.randint(1, half_cents)
    naming = {} if circle.seated and player == circle.player else {"player": player}
    round_.tell(
        "decision.made", seat=circle.seat, action="insurance", amount_cents=amount, **naming
    )


def peek(round_: Round) -> bool:
    """Look at the hole card where the up card asks for it; whether play stops there."""
    rules = round_.setting.rules
    natural = reading.is_natural(round_.player_dealer)
    if not rules.hole_card:
        return natural
    if round_.player_dealer[0][0] not in rules.peek_ranks:
        return False
    round_.tell("hole_card.checked", natural=natural)
    return natural
