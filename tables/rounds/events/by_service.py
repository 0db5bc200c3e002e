"""Facts that the service decides and appends: fees assessed, rounds settled."""

from typing import ClassVar
from uuid import UUID

from msgspec import field

from ledger.rules.fees import FeeLine
from tables.rounds.events.noted import Noted
from tables.rounds.events.values import Fact, OfRound
from tables.rounds.furniture import Box, Run, Seat, Shoe
from tables.rules.rotation.memory import Memory
from tables.rules.settlement import Settlement


class FeesAssessed(OfRound, frozen=True, kw_only=True):
    """The service's assessment of the collection fees, after the first card."""

    revision: int
    lines: tuple[FeeLine, ...]


class RoundReversed(OfRound, frozen=True, kw_only=True):
    """A settled round was voided: what this revision moved goes back."""

    revision: int


class RoundRefolded(OfRound, frozen=True, kw_only=True):
    """A corrected table event changed what a round's events stand for; `noted` is by event.

    `instead` are boxes as in a note: where money goes now whose own box is counted already.
    """

    event: UUID
    noted: tuple[Noted, ...]
    instead: dict[str, Box | None] = field(default_factory=dict)


class TableRefolded(Fact, frozen=True, kw_only=True):
    """How the table stands after a correction of one of its events, or of a round.

    `rotation` is what earlier hands left for the next one, or for the open round; None as it was.
    """

    offering: str
    offering_version: int
    ruleset_version: int
    is_open: bool
    game_runs: bool
    is_paused: bool
    dealer: str | None
    seats: dict[int, Seat]
    shoe: Shoe | None
    boxes: dict[str, Box]
    run: Run | None
    rotation: Memory | None = None


class RoundSettled(Settlement, frozen=True, kw_only=True):
    """The service's settlement."""

    of_round: ClassVar[bool | None] = True
