"""A round as readers get it, rebuilt from its own events."""

from datetime import date, datetime
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from tables.rounds.events import RoundSettled
from tables.rounds.state import Round
from tables.rules import hands, procedure
from tables.rules.felt import Circle, Felt, Hand, Wager
from tables.views.fees import FeesView, fees_view


class RoundSummary(Struct, frozen=True, kw_only=True):
    """A round as an answer names it; the settlement is null until there is one, and when voided.

    So it is, and `withheld` says so, for scope `cage` while a box is uncounted that it lies in.
    """

    round: int
    phase: str
    settlement: RoundSettled | None
    withheld: bool | UnsetType = UNSET


class HandView(Struct, frozen=True, kw_only=True):
    """A hand; a card is null while it lies face down, an `over` one is pending (G-04)."""

    seat: int
    hand: int
    player: str
    cards: tuple[str | None, ...]
    total: int
    soft: bool
    natural: bool
    over: bool
    split: bool
    doubled: bool
    surrendered: bool
    ended: bool


class PlayerDealerView(Struct, frozen=True, kw_only=True):
    """The player-dealer's seat, wager W in cents, and cards."""

    seat: int
    player: str
    wager_cents: int
    cards: tuple[str | None, ...]
    total: int
    soft: bool
    natural: bool
    over: bool


class WagerView(Struct, frozen=True, kw_only=True):
    """A wager as placed, and its stakes by hand after doubles and splits, in cents."""

    seat: int
    player: str
    kind: str
    backline: bool
    amount_cents: int
    stakes: dict[int, int]


class RoundView(Struct, frozen=True, kw_only=True):
    """A round rebuilt from its events.

    For scope `cage` it is empty but for its number, present phase and day, whatever position is
    asked for, and `withheld` says so, while a box is uncounted that it lies in.
    """

    table: str
    round: int
    phase: str
    game: str
    gaming_day: date
    opened_at: datetime
    first_position: int | None
    last_position: int | None
    peek: str | None
    action_button_seat: int | None
    player_dealer: PlayerDealerView | None
    hands: tuple[HandView, ...]
    wagers: tuple[WagerView, ...]
    fees: FeesView | None
    settlement: RoundSettled | None
    withheld: bool | UnsetType = UNSET


def summary(now: Round) -> RoundSummary:
    """A round with its present settlement."""
    return RoundSummary(round=now.number, phase=now.phase, settlement=now.in_force)


def round_view(code: str, now: Round) -> RoundView:
    """Everything about a round."""
    felt = now.felt
    circles = list(felt.dealing_order())
    return RoundView(
        table=code,
        round=now.number,
        phase=now.phase,
        game=felt.offering.rules.game,
        gaming_day=now.gaming_day,
        opened_at=now.opened_at,
        first_position=now.first_position,
        last_position=now.last_position,
        peek=felt.peek or None,
        action_button_seat=procedure.button_seat(felt),
        player_dealer=_player_dealer(felt),
        hands=tuple(_hand(felt, circle, hand) for circle in circles for hand in circle.hands),
        wagers=tuple(_wager(wager) for circle in circles for wager in circle.wagers),
        fees=fees_view(now),
        settlement=now.in_force,
    )


def _cards(known: list[str], *, natural: bool) -> dict[str, Any]:
    points, soft = hands.total(known)
    return {"total": points, "soft": soft, "natural": natural, "over": hands.is_over(points)}


def _player_dealer(felt: Felt) -> PlayerDealerView:
    return PlayerDealerView(
        seat=felt.player_dealer_seat,
        player=felt.player_dealer,
        wager_cents=felt.wager_cents,
        cards=tuple(felt.player_dealer_cards),
        **_cards(felt.known_dealer_cards, natural=felt.dealer_has_natural),
    )


def _hand(felt: Felt, circle: Circle, hand: Hand) -> HandView:
    return HandView(
        seat=circle.seat,
        hand=hand.number,
        player=circle.player,
        cards=tuple(hand.cards),
        split=hand.split,
        doubled=hand.doubled,
        surrendered=hand.surrendered,
        ended=procedure.is_ended(felt, circle, hand),
        **_cards(hand.known, natural=hand.is_natural),
    )


def _wager(wager: Wager) -> WagerView:
    return WagerView(
        seat=wager.seat,
        player=wager.player,
        kind=wager.kind,
        backline=wager.backline,
        amount_cents=wager.amount_cents,
        stakes=wager.stakes,
    )
