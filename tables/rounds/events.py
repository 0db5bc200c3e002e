"""Events: every type that a table's history can hold, as a frozen type with a chosen name."""

from datetime import date
from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ledger.rules.fees import FeeLine
from tables.rules.settlement import Settlement

Card = Annotated[str, Meta(pattern="^[2-9TJQKA][SHDC]$", description="rank and suit: TD, AS")]
Cents = Annotated[int, Meta(gt=0, le=10**13, description="integer cents")]
Token = Annotated[str, Meta(min_length=1, max_length=64, description="an opaque token")]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
RoundNumber = Annotated[int, Meta(ge=1, le=2**31 - 1, description="1, 2, 3 … at each table")]
Face = Literal["up", "down"]
Purpose = Literal["collection", "jackpot", "promo"]
WagerKind = Literal["game", "red_flex", "buster"]
Action = Literal["hit", "stand", "double", "split", "surrender", "insurance"]
Role = Literal["player", "player_dealer"]

WITH_AMOUNT = frozenset({"double", "split", "insurance"})


class Fact(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an event says; `of_round` is true for a round's, false for a table's, None for both."""

    of_round: ClassVar[bool | None] = False


class TableOpened(Fact, frozen=True, kw_only=True):
    """The table opens with an offering; `gaming_day` is a declaration."""

    offering: Token
    gaming_day: date


class TableClosed(Fact, frozen=True, kw_only=True):
    """The table closes: seats and shoe are cleared."""

    reason: Text
    last_round: int | None = None


class DayAttested(Fact, frozen=True, kw_only=True):
    """The table system attests which rounds a gaming day had."""

    gaming_day: date
    last_round: Annotated[int, Meta(ge=0)]
    rounds_dealt: Annotated[int, Meta(ge=0)]


class GameStarted(Fact, frozen=True, kw_only=True):
    """The game starts again after a stop."""

    reason: Text


class GameEnded(Fact, frozen=True, kw_only=True):
    """The game stops, for instance because nobody takes the player-dealer position."""

    reason: Text


class PlayPaused(Fact, frozen=True, kw_only=True):
    """Play pauses."""

    reason: Text


class PlayResumed(Fact, frozen=True, kw_only=True):
    """Play goes on."""

    reason: Text


class DealerChanged(Fact, frozen=True, kw_only=True):
    """Another dealer, a house employee, stands at the table."""

    dealer: Token


class SeatTaken(Fact, frozen=True, kw_only=True):
    """A player takes a seat."""

    seat: int
    player: Token
    kind: Literal["patron", "tppps", "house"]
    tppps: Token | None = None
    badge: Token | None = None
    unidentified: bool = False


class SeatLeft(Fact, frozen=True, kw_only=True):
    """A player leaves a seat."""

    seat: int


class NoticeChecked(Fact, frozen=True, kw_only=True):
    """Whether the notice of fees and limits is posted at the table."""

    present: bool
    checked_by: Token


class ShoeLoaded(Fact, frozen=True, kw_only=True):
    """A fresh shoe, or a continuous shuffler whose copies are counted by round."""

    decks: Annotated[int, Meta(ge=1)]
    continuous: bool = False


class CardBurned(Fact, frozen=True, kw_only=True):
    """A card leaves the shoe without being played."""

    of_round: ClassVar[bool | None] = None
    card: Card | None = None


class BoxChanged(Fact, frozen=True, kw_only=True):
    """A drop box is taken off, put on, or both."""

    purpose: Purpose
    removed_by: Token
    box_out: Token | None = None
    box_in: Token | None = None
    witness: Token | None = None


class PlayerDealerOffered(Fact, frozen=True, kw_only=True):
    """A seat is offered the player-dealer position."""

    seat: int
    accepted: bool


class IncidentNoted(Fact, frozen=True, kw_only=True):
    """Something worth a note; changes no state."""

    of_round: ClassVar[bool | None] = None
    text: Text
    authorised_by: Token | None = None
    code: str | None = None


class OfRound(Fact, frozen=True, kw_only=True):
    """A fact of one round."""

    of_round: ClassVar[bool | None] = True


class RoundOpened(OfRound, frozen=True, kw_only=True):
    """A round opens with the player-dealer's wager W."""

    player_dealer_seat: int
    wager_cents: Cents


class PlayerDealerWagered(OfRound, frozen=True, kw_only=True):
    """W again, before the first card."""

    wager_cents: Cents


class WagerPlaced(OfRound, frozen=True, kw_only=True):
    """A wager is placed; `player` is the seat's unless said."""

    seat: int
    kind: WagerKind
    amount_cents: Cents
    player: Token | None = None
    backline: bool = False


class WagerWithdrawn(OfRound, frozen=True, kw_only=True):
    """A wager is taken back before the first card."""

    seat: int
    kind: WagerKind
    player: Token | None = None


class WagerAdded(OfRound, frozen=True, kw_only=True):
    """A backline bettor adds to a double or a split (G-15)."""

    seat: int
    hand: int
    player: Token
    amount_cents: Cents


class FeeCollected(OfRound, frozen=True, kw_only=True):
    """A collection fee goes into the box."""

    seat: int
    role: Role
    amount_cents: Cents
    player: Token | None = None
    purpose: Purpose = "collection"


class FeeWaived(OfRound, frozen=True, kw_only=True):
    """The floor waives a fee."""

    seat: int
    role: Role
    amount_cents: Cents
    reason: Text
    authorised_by: Token
    player: Token | None = None
    purpose: Purpose = "collection"
    code: str | None = None


class FeeRefunded(OfRound, frozen=True, kw_only=True):
    """A fee goes back to the payer."""

    seat: int
    role: Role
    amount_cents: Cents
    reason: Text
    authorised_by: Token
    player: Token | None = None
    purpose: Purpose = "collection"
    code: str | None = None


class CardDealt(OfRound, frozen=True, kw_only=True):
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


class CardRevealed(OfRound, frozen=True, kw_only=True):
    """The player-dealer's first or second card is turned up."""

    index: Literal[1, 2]
    card: Card


class HoleCardChecked(OfRound, frozen=True, kw_only=True):
    """The peek for a natural, the hole card itself staying sealed (P-08)."""

    natural: bool


class DecisionMade(OfRound, frozen=True, kw_only=True):
    """A player decides; `player` says who insures, by default the seat's."""

    seat: int
    action: Action
    hand: int = 1
    amount_cents: Cents | None = None
    player: Token | None = None

    def __post_init__(self) -> None:
        if (self.amount_cents is not None) != (self.action in WITH_AMOUNT):
            raise ValueError("double, split and insurance, and only they, name `amount_cents`")


class ActionButtonPlaced(OfRound, frozen=True, kw_only=True):
    """The action button lies before a seat."""

    seat: int


class RoundCompleted(OfRound, frozen=True, kw_only=True):
    """The round is over; asks for the settlement."""


class RoundVoided(OfRound, frozen=True, kw_only=True):
    """The round does not count: every wager is returned (G-28)."""

    reason: Text
    authorised_by: Token
    code: str | None = None


class FeesAssessed(OfRound, frozen=True, kw_only=True):
    """The service's assessment of the collection fees, after the first card."""

    revision: int
    lines: tuple[FeeLine, ...]


class RoundSettled(Settlement, frozen=True, kw_only=True):
    """The service's settlement."""

    of_round: ClassVar[bool | None] = True


TableFact = (
    TableOpened
    | TableClosed
    | DayAttested
    | GameStarted
    | GameEnded
    | PlayPaused
    | PlayResumed
    | DealerChanged
    | SeatTaken
    | SeatLeft
    | NoticeChecked
    | ShoeLoaded
    | CardBurned
    | BoxChanged
    | PlayerDealerOffered
    | IncidentNoted
)
WagerFact = PlayerDealerWagered | WagerPlaced | WagerWithdrawn | WagerAdded
FeeFact = FeeCollected | FeeWaived | FeeRefunded
CardFact = CardDealt | CardRevealed | HoleCardChecked
# What needs the round to be open.
PlayFact = WagerFact | CardFact | DecisionMade | ActionButtonPlaced | RoundCompleted
ServiceFact = FeesAssessed | RoundSettled
RoundFact = RoundOpened | PlayFact | FeeFact | RoundVoided | ServiceFact
ClientFact = TableFact | RoundOpened | PlayFact | FeeFact | RoundVoided
AnyFact = ClientFact | ServiceFact


class Override(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The floor lets a breach of procedure stand; the one-time `code` is never stored."""

    authorised_by: Token
    reason: Text
    code: str | None = None


class Irregularity(Struct, frozen=True):
    """What was noted when an event was recorded."""

    code: str
    detail: str


class Noted(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the service added to a record: notes, whose authority, and what a default stood for."""

    irregularities: tuple[Irregularity, ...] = ()
    authorisation: Literal["claimed", "confirmed"] | UnsetType = UNSET
    player: str | UnsetType = UNSET
    holder: str | UnsetType = UNSET
    offering_version: int | UnsetType = UNSET
    ruleset_version: int | UnsetType = UNSET
