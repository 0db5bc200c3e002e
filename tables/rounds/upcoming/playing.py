"""What may come next from the first card on: cards, decisions, additions, the end."""

from collections.abc import Iterator
from typing import Any, Final

from tables.rounds.admit import cards, decisions
from tables.rounds.events import WITH_AMOUNT, Action, DecisionMade, Face
from tables.rounds.state import Round
from tables.rounds.upcoming.entry import Next
from tables.rules import hands, procedure
from tables.rules.felt import Circle, Felt, Hand, Wager

ACTIONS: Final[tuple[Action, ...]] = ("hit", "stand", "double", "split", "surrender")


def dealt(now: Round) -> Iterator[Next]:
    """The deal's next card; after it the player-dealer's first, where that lies face down."""
    felt = now.felt
    if not felt.circles:
        return
    seat = procedure.next_dealt(felt)
    if seat is None:
        yield Next(type="card.revealed", round=now.number, index=1, rule="P-10")
    elif seat == procedure.PLAYER_DEALER:
        yield _to_player_dealer(now, cards.opening_face(felt, len(felt.player_dealer_cards)))
    else:
        yield _to_hand(now, seat, 1)


def played(now: Round) -> Iterator[Next]:
    """Insurance and the peek, then hand after hand, then the hole card."""
    felt = now.felt
    turn = procedure.turn(felt)
    if procedure.peek_is_due(felt):
        yield from _insurances(now)
        yield Next(type="hole_card.checked", round=now.number, rule="peek_ranks")
    elif turn is None:
        yield Next(type="card.revealed", round=now.number, index=2)
    elif procedure.card_is_due(turn[1]):
        yield from _additions(now)
        yield _to_hand(now, turn[0].seat, turn[1].number)
    else:
        yield from _additions(now)
        yield _decision(now, *turn)
    yield from _button(now)


def drawn(now: Round) -> Iterator[Next]:
    """The player-dealer's cards by the chart, then the end."""
    yield from _button(now)
    if not now.felt.dealer_is_known:
        return  # let stand face down: the floor settles or voids
    if procedure.dealer_draws(now.felt):
        yield _to_player_dealer(now, "up", rule="G-02")
    else:
        yield Next(type="round.completed", round=now.number)


def _to_hand(now: Round, seat: int, hand: int) -> Next:
    return Next(type="card.dealt", round=now.number, to="seat", seat=seat, hand=hand, face="up")


def _to_player_dealer(now: Round, face: Face, rule: str | None = None) -> Next:
    return Next(type="card.dealt", round=now.number, to="player_dealer", face=face, rule=rule)


def _button(now: Round) -> Iterator[Next]:
    """From the hole card's reveal on, once."""
    seat = procedure.button_seat(now.felt)
    if seat is not None and now.felt.button_seat is None:
        yield Next(type="action_button.placed", round=now.number, seat=seat, rule="P-05")


def _insurances(now: Round) -> Iterator[Next]:
    """Bettors who may insure what they have in a circle."""
    for circle in now.felt.dealing_order():
        players = tuple(
            wager.player
            for wager in circle.of_kind("game")
            if _is_legal(now.felt, circle, circle.hands[0], "insurance", wager)
        )
        if players:
            yield _decided(now, circle, circle.hands[0], ("insurance",), players=players)


def _additions(now: Round) -> Iterator[Next]:
    """Backline bettors who may add to a double or split whose next card wasn't dealt yet (G-15)."""
    for circle in now.felt.dealing_order():
        for hand in circle.hands:
            players = tuple(
                wager.player
                for wager in circle.of_kind("game")
                if wager.backline and _may_add(hand, wager)
            )
            if players:
                yield Next(
                    type="wager.added",
                    round=now.number,
                    seat=circle.seat,
                    hand=hand.number,
                    players=players,
                )


def _may_add(hand: Hand, wager: Wager) -> bool:
    if hand.open_addition == "double":
        return hand.number in wager.stakes and hand.number not in wager.doubled_on
    is_split = hand.open_addition == "split"
    return is_split and hand.parent in wager.stakes and hand.number not in wager.stakes


def _decision(now: Round, circle: Circle, hand: Hand) -> Next:
    """Whose decision it is, those actions that nothing would be noted of, and what he must do."""
    original = next(circle.of_kind("game"))
    actions = tuple(
        action for action in ACTIONS if _is_legal(now.felt, circle, hand, action, original)
    )
    chart: dict[str, Any] = {}
    if hands.must_hit(hand.known):
        chart = {"must": "hit", "rule": "G-07"}
    elif hand.split_aces:
        chart = {"must": "stand", "rule": "F-23"}
    return _decided(now, circle, hand, actions, player=circle.player, **chart)


def _decided(
    now: Round, circle: Circle, hand: Hand, actions: tuple[Action, ...], **who: Any
) -> Next:
    return Next(
        type="decision.made",
        round=now.number,
        seat=circle.seat,
        hand=hand.number,
        actions=actions,
        **who,
    )


def _is_legal(felt: Felt, circle: Circle, hand: Hand, action: Action, wager: Wager) -> bool:
    """Whether a bettor may do this, with the least or the usual stake where one is needed."""
    stake_cents = 1 if action == "insurance" else wager.amount_cents
    return decisions.is_legal(
        felt,
        DecisionMade(
            seat=circle.seat,
            hand=hand.number,
            action=action,
            amount_cents=stake_cents if action in WITH_AMOUNT else None,
            player=wager.player,
        ),
    )
