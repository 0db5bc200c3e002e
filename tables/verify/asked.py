"""Asked: what one run of verification is to go through, and by which witness."""

from datetime import date
from enum import StrEnum

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from cardroom.log.checkpoints import Checkpoint


class Scope(StrEnum):
    """How far a run reaches."""

    FULL = "full"
    SINCE_CHECKPOINT = "since_checkpoint"
    DAY = "day"


class Asked(Struct, frozen=True, kw_only=True):
    """What is asked for; `checkpoint` comes from outside, and so do the keys it is held to.

    `day` is a gaming day, for that scope alone.
    """

    scope: Scope = Scope.FULL
    day: date | None = None
    checkpoint: Checkpoint | None = None
    keys: tuple[Ed25519PublicKey, ...] = ()
