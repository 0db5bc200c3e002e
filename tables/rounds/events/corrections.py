"""Facts that put things right: whole rounds given at once, corrections, floor settlements."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from msgspec import Meta, Raw, Struct

from cardroom.texts import Text, Token
from tables.rounds.events.noted import Override
from tables.rounds.events.values import Cents, Correcting, Reported, RoundNumber

# No event of a table has data of more than one level.
LEVELS: Final = 8

Moved = Annotated[int, Meta(ge=0, le=10**13, description="integer cents, or nothing")]
LineKind = Literal["game", "insurance", "red_flex", "buster"]
Result = Literal["win", "lose", "push", "surrender", "no_action"]


class Given(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One event of a whole round given at once."""

    type: str
    occurred_at: Annotated[datetime, Meta(tz=True)]
    data: Raw
    override: Override | None = None


Whole = Annotated[tuple[Given, ...], Meta(min_length=1, max_length=1000)]


class LateSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sat where in a round that is reported late."""

    seat: int
    player: Token
    kind: Literal["patron", "tppps", "house"]
    tppps: Token | None = None
    badge: Token | None = None
    unidentified: bool = False


class WholeRound(Correcting, frozen=True, kw_only=True):
    """A whole round at once."""

    round: RoundNumber
    events: Whole


class RoundCorrected(WholeRound, frozen=True, kw_only=True):
    """The whole round as it should have been; the last correction wins."""

    reason: Text
    authorised_by: Token
    code: str | None = None


class RoundReportedLate(WholeRound, frozen=True, kw_only=True):
    """A whole round with a missing number, in its own seating and with a shoe of its own."""

    seats: Annotated[tuple[LateSeat, ...], Meta(min_length=1, max_length=64)]


class EventCorrected(Correcting, frozen=True, kw_only=True):
    """A table event as it should have been; `data` is null to withdraw it."""

    event: UUID
    data: dict[str, Any] | None
    reason: Text
    authorised_by: Token
    code: str | None = None

    def __post_init__(self) -> None:
        if not _is_shallow(self.data, LEVELS):
            raise ValueError(f"`data` is nested deeper than {LEVELS} levels")


def _is_shallow(value: object, levels: int) -> bool:
    """Whether nothing is nested deeper; what is typed can't be, and this is typed only later."""
    if isinstance(value, dict):
        return levels > 0 and all(_is_shallow(each, levels - 1) for each in value.values())
    if isinstance(value, list):
        return levels > 0 and all(_is_shallow(each, levels - 1) for each in value)
    return True


class FloorLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One wager as the floor settled it."""

    seat: int
    player: Token
    kind: LineKind
    stake_cents: Cents
    result: Result
    paid_cents: Moved
    collected_cents: Moved
    returned_cents: Moved
    due_cents: Moved = 0
    hand: int | None = None
    backline: bool = False
    order: int | None = None


class RoundSettledByFloor(Reported, frozen=True, kw_only=True):
    """How a round ends that the rules cannot settle."""

    lines: Annotated[tuple[FloorLine, ...], Meta(min_length=1, max_length=200)]
    reason: Text
    authorised_by: Token
    code: str | None = None


class WagerPaid(Reported, frozen=True, kw_only=True):
    """What really moved on one line of a settlement."""

    seat: int
    kind: LineKind
    player: Token
    paid_cents: Moved
    collected_cents: Moved
    hand: int | None = None
