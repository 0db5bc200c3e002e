"""Facts of a table: opening, seats, shoe, box, offers."""

from datetime import date
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from cardroom.texts import Text, Token
from tables.rounds.events.values import Card, Count, Fact, Purpose


class TableOpened(Fact, frozen=True, kw_only=True):
    """The table opens with an offering; `gaming_day` is a declaration."""

    offering: Token
    gaming_day: date


class TableClosed(Fact, frozen=True, kw_only=True):
    """The table closes: seats and shoe are cleared."""

    reason: Text
    last_round: Count | None = None


class DayAttested(Fact, frozen=True, kw_only=True):
    """The table system attests which rounds a gaming day had."""

    gaming_day: date
    last_round: Count
    rounds_dealt: Count


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

    decks: Annotated[int, Meta(ge=1, le=2**31 - 1)]
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
