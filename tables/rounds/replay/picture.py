"""Pictures: what lies on the table after a step, ready to be drawn."""

from typing import Literal

from msgspec import Struct

from tables.rounds.replay import words
from tables.rounds.state import Round
from tables.rules import hands, procedure
from tables.rules.felt import Circle, Felt, Hand, Wager

Place = Literal["up", "hole", "drawn"]


class DealerCard(Struct, frozen=True):
    """A card of the player-dealer's; None lies face down."""

    card: str | None
    place: Place


class HandPicture(Struct, frozen=True, kw_only=True):
    """A hand; `state` is a word or two: `over, held`, `stands`, `doubled`, `to act`."""

    number: int
    cards: tuple[str | None, ...]
    total: str
    state: str
    is_next: bool


class Bet(Struct, frozen=True, kw_only=True):
    """A wager; `stakes` are hand and cents, of a game wager alone."""

    player: str
    kind: str
    backline: bool
    amount_cents: int
    stakes: tuple[tuple[int, int], ...]


class SeatPicture(Struct, frozen=True, kw_only=True):
    """A circle in play."""

    seat: int
    player: str
    hands: tuple[HandPicture, ...]
    bets: tuple[Bet, ...]


class Picture(Struct, frozen=True, kw_only=True):
    """The table after a step; `follows` says in a sentence what comes next."""

    phase: str
    player_dealer_seat: int
    player_dealer: str
    wager_cents: int
    cards: tuple[DealerCard, ...]
    total: str
    state: str
    peek: str
    button_seat: int | None
    button_placed: int | None
    seats: tuple[SeatPicture, ...]
    follows: str


def picture(now: Round) -> Picture:
    """What lies there now."""
    felt = now.felt
    return Picture(
        phase=now.phase,
        player_dealer_seat=felt.player_dealer_seat,
        player_dealer=felt.player_dealer,
        wager_cents=felt.wager_cents,
        cards=tuple(
            DealerCard(card, ("up", "hole")[at] if at < hands.OPENING_CARDS else "drawn")
            for at, card in enumerate(felt.player_dealer_cards)
        ),
        total=words.dealer_total(felt) if felt.known_dealer_cards else "",
        state=_dealer_state(now),
        peek=felt.peek,
        button_seat=procedure.button_seat(felt),
        button_placed=felt.button_seat,
        seats=tuple(_seat(now, felt.circles[seat]) for seat in sorted(felt.circles)),
        follows=follows(now),
    )


def _dealer_state(now: Round) -> str:
    felt = now.felt
    if not felt.dealer_is_known:
        return {"clear": "no natural", "natural": "a natural"}.get(felt.peek, "")
    if now.is_over or procedure.turn(felt) is not None:
        return ""
    return "draws" if procedure.dealer_draws(felt) else "stands"


def _seat(now: Round, circle: Circle) -> SeatPicture:
    turn = None if now.is_over else _turn(now.felt)
    return SeatPicture(
        seat=circle.seat,
        player=circle.player,
        hands=tuple(
            HandPicture(
                number=hand.number,
                cards=tuple(hand.cards),
                total=words.hand_total(now.felt, hand) if hand.known else "",
                state=_state(now.felt, circle, hand),
                is_next=turn == (circle.seat, hand.number),
            )
            for hand in circle.hands
        ),
        bets=tuple(_bet(wager) for wager in circle.wagers),
    )


def _turn(felt: Felt) -> tuple[int, int] | None:
    """The seat and hand that the next card or decision is of."""
    if not felt.circles or not felt.dealt:
        return None
    dealt = procedure.next_dealt(felt)
    if dealt is not None:
        return dealt, 1
    turn = procedure.turn(felt)
    return None if turn is None or procedure.peek_is_due(felt) else (turn[0].seat, turn[1].number)


def _state(felt: Felt, circle: Circle, hand: Hand) -> str:
    """How a hand stands, in a word or two."""
    for is_so, word in (
        (hand.surrendered, "surrendered"),
        (hand.is_known and hands.is_over(hand.points), "held until settlement"),
        (hand.due, "a card is due"),
        (hand.doubled, "doubled"),
        (hand.stood, "stands"),
        (procedure.deal_is_done(felt) and procedure.is_ended(felt, circle, hand), "ended"),
    ):
        if is_so:
            return word
    return ""


def _bet(wager: Wager) -> Bet:
    return Bet(
        player=wager.player,
        kind=wager.kind,
        backline=wager.backline,
        amount_cents=wager.amount_cents,
        stakes=tuple(sorted(wager.stakes.items())),
    )


def follows(now: Round) -> str:
    """What comes next by the rules."""
    felt = now.felt
    if now.voided:
        return "Nothing more: the round is voided, and every wager was returned."
    if now.settlement is not None:
        return f"Nothing more: the round is settled, revision {now.settlement.revision}."
    if now.ended_position is not None:
        return "The service settles the round."
    phase = procedure.phase(felt)
    if phase == "wagering":
        return "Wagers, and then the first card."
    if phase == "dealing":
        return _deal(felt)
    return _drawing(felt) if phase == "drawing" else _play(felt)


def _deal(felt: Felt) -> str:
    seat = procedure.next_dealt(felt)
    if seat is None:
        return "The player-dealer's first card is turned up."
    whose = "the player-dealer" if seat == procedure.PLAYER_DEALER else f"seat {seat}"
    return f"The next card of the deal goes to {whose}."


def _play(felt: Felt) -> str:
    turn = procedure.turn(felt)
    if procedure.peek_is_due(felt):
        first = "insurance may be taken, then " if _insures(felt) else ""
        return words.sentence(f"{first}the hole card is checked for a natural")
    if turn is None:
        return "The hole card is turned up."
    circle, hand = turn
    where = words.place(felt, circle.seat, hand.number)
    if procedure.card_is_due(hand):
        return f"A card is due to {where}."
    if hands.must_hit(hand.known):
        return f"{circle.player} decides for {where} and may not stand on {hand.points}."
    return f"{circle.player} decides for {where} on {words.hand_total(felt, hand)}."


def _insures(felt: Felt) -> bool:
    return felt.offering.rules.may_insure and procedure.insurance_is_open(felt)


def _drawing(felt: Felt) -> str:
    if not felt.dealer_is_known:
        return "A card of the player-dealer's lies face down: the floor settles or voids."
    total = words.dealer_total(felt)
    if procedure.dealer_draws(felt):
        return f"The player-dealer draws on {total}."
    return f"The player-dealer takes no card on {total}; the round is completed."
