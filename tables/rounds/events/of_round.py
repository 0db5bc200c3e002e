"""Facts of a round: wagers, fees, cards, decisions, its end."""

from typing import Literal

from cardroom.texts import Text, Token
from tables.rounds.events.values import (
    WITH_AMOUNT,
    Action,
    Card,
    Cents,
    Face,
    Purpose,
    Reported,
    Role,
    WagerKind,
)


class RoundOpened(Reported, frozen=True, kw_only=True):
    """A round opens with the player-dealer's wager W."""

    player_dealer_seat: int
    wager_cents: Cents


class PlayerDealerWagered(Reported, frozen=True, kw_only=True):
    """W again, before the first card."""

    wager_cents: Cents


class WagerPlaced(Reported, frozen=True, kw_only=True):
    """A wager is placed; `player` is the seat's unless said."""

    seat: int
    kind: WagerKind
    amount_cents: Cents
    player: Token | None = None
    backline: bool = False


class WagerWithdrawn(Reported, frozen=True, kw_only=True):
    """A wager is taken back before the first card."""

    seat: int
    kind: WagerKind
    player: Token | None = None


class WagerAdded(Reported, frozen=True, kw_only=True):
    """A backline bettor adds to a double or a split (G-15)."""

    seat: int
    hand: int
    player: Token
    amount_cents: Cents


class FeeCollected(Reported, frozen=True, kw_only=True):
    """A collection fee goes into the box."""

    seat: int
    role: Role
    amount_cents: Cents
    player: Token | None = None
    purpose: Purpose = "collection"


class FeeWaived(Reported, frozen=True, kw_only=True):
    """The floor waives a fee."""

    seat: int
    role: Role
    amount_cents: Cents
    reason: Text
    authorised_by: Token
    player: Token | None = None
    purpose: Purpose = "collection"
    code: str | None = None


class FeeRefunded(Reported, frozen=True, kw_only=True):
    """A fee goes back to the payer."""

    seat: int
    role: Role
    amount_cents: Cents
    reason: Text
    authorised_by: Token
    player: Token | None = None
    purpose: Purpose = "collection"
    code: str | None = None


class CardDealt(Reported, frozen=True, kw_only=True):
    """A card comes from the shoe; `card` is null when, and only when, it lies face down."""

    to: Literal["seat", "player_dealer"]
    card: Card | None
    face: Face
    seat: int | None = None
    hand: int | None = None

    def __post_init__(self) -> None:
        if (self.card is None) != (self.face == "down"):
            raise ValueError("`card` is null when, and only when, `face` is `down`")
        given = self.seat is not None and self.hand is not None
        if self.to == "seat" and not given:
            raise ValueError("a card to a seat names `seat` and `hand`")
        if self.to == "player_dealer" and (self.seat is not None or self.hand is not None):
            raise ValueError("a card to the player-dealer names no `seat` or `hand`")


class CardRevealed(Reported, frozen=True, kw_only=True):
    """The player-dealer's first or second card is turned up."""

    index: Literal[1, 2]
    card: Card


class HoleCardChecked(Reported, frozen=True, kw_only=True):
    """The peek for a natural, the hole card itself staying sealed (P-08)."""

    natural: bool


class DecisionMade(Reported, frozen=True, kw_only=True):
    """A player decides; `player` says who insures, by default the seat's."""

    seat: int
    action: Action
    hand: int = 1
    amount_cents: Cents | None = None
    player: Token | None = None

    def __post_init__(self) -> None:
        if (self.amount_cents is not None) != (self.action in WITH_AMOUNT):
            raise ValueError("double, split and insurance, and only they, name `amount_cents`")


class ActionButtonPlaced(Reported, frozen=True, kw_only=True):
    """The action button lies before a seat."""

    seat: int


class RoundCompleted(Reported, frozen=True, kw_only=True):
    """The round is over; asks for the settlement."""


class RoundVoided(Reported, frozen=True, kw_only=True):
    """The round does not count: every wager is returned (G-28)."""

    reason: Text
    authorised_by: Token
    code: str | None = None
