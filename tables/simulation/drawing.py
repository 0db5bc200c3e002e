"""Drawing: the hole card comes up, the action button may be placed, the player-dealer draws."""

from tables.simulation import reading
from tables.simulation.round import Round


def finish(round_: Round) -> None:
    """Complete the player-dealer's hand and ask for the settlement."""
    rules = round_.setting.rules
    if rules.hole_card:
        round_.tell("card.revealed", index=2, card=round_.player_dealer[1])
    if rules.action_button and round_.chance(0.6):
        hole_card, seat = round_.player_dealer[1], round_.player_dealer_seat
        round_.tell("action_button.placed", seat=reading.button_seat(hole_card, seat, rules.seats))
    if _matters(round_):
        while reading.player_dealer_draws(round_.player_dealer):
            round_.deal_to_player_dealer(face="up")
    round_.tell("round.completed")


def _matters(round_: Round) -> bool:
    """Whether anything still depends on the player-dealer's hand: a side bet, or a hand in play."""
    circles = round_.circles.values()
    hands = [hand for circle in circles for hand in circle.hands]
    undecided = any(not (hand.is_natural or hand.surrendered) for hand in hands)
    return undecided or any(circle.side_bets for circle in circles)
