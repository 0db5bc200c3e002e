"""Asked: what one run of verification is to go through, and what it then went through."""

from datetime import date, datetime
from enum import StrEnum

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct, field

from cardroom.log.checkpoints import Checkpoint
from cardroom.log.marks import Marks


class Scope(StrEnum):
    """How far a run reaches."""

    FULL = "full"
    SINCE_CHECKPOINT = "since_checkpoint"
    DAY = "day"


class Asked(Struct, frozen=True, kw_only=True):
    """What is asked for; `checkpoint` comes from outside, and so do the keys it is held to.

    `day` is a gaming day, for that scope alone. Without `marks` a run goes on from nothing and
    leaves nothing to go on from.
    """

    scope: Scope = Scope.FULL
    day: date | None = None
    checkpoint: Checkpoint | None = None
    keys: tuple[Ed25519PublicKey, ...] = ()
    marks: Marks | None = None


class Stretch(Struct, frozen=True):
    """What was read of a stream, or of a feed: behind one position, to another inclusive."""

    house: str
    stream: str
    after: int
    until: int


class Range(Struct):
    """What was read; `goes_on_from` is when the interrupted run began that this one continues."""

    scope: Scope = Scope.FULL
    day: date | None = None
    goes_on_from: datetime | None = None
    streams: list[Stretch] = field(default_factory=list)

    def __str__(self) -> str:
        match self.scope:
            case Scope.DAY:
                return f"gaming day {self.day}"
            case Scope.SINCE_CHECKPOINT:
                return "what came after the last verification that found nothing wrong"
            case _:
                return "everything"
