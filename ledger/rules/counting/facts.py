"""Facts of a count: what counters and signers send, and what the service adds. Amounts in cents."""

from datetime import date, datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from msgspec import Meta, Struct

from cardroom.texts import Text, Token
from ledger.rules.cash import Denominations

Role = Literal["counter", "signer"]


class Said(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody sends."""


class SignedException(Said, frozen=True, kw_only=True):
    """A supervisor lets a deviation from the house's policy stand; `code` is never stored."""

    authorised_by: Token
    reason: Text
    code: str | None = None


class CountStarted(Said, frozen=True, kw_only=True):
    """A box that was taken off a table is opened; `boxes` are those in this count altogether."""

    table: Token
    removed_position: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    box: Token
    started_at: Annotated[datetime, Meta(tz=True, description="RFC 3339, in UTC with Z")]
    counters: Annotated[tuple[Token, ...], Meta(min_length=1, max_length=10)]
    received_by: Token | None = None
    boxes: Annotated[int, Meta(ge=1, le=10_000)] = 1
    exception: SignedException | None = None


class AmountsEntered(Said, frozen=True, kw_only=True):
    """What lay in the box."""

    denominations: Denominations
    by: Token


class CountCorrected(Said, frozen=True, kw_only=True):
    """What lay in it after all; the former figure stays visible, and is signed no more."""

    denominations: Denominations
    by: Token
    reason: Text


class CountSigned(Said, frozen=True, kw_only=True):
    """Somebody signs the figure in force by a one-time code, which is never stored."""

    by: Token
    code: str | None = None
    exception: SignedException | None = None


class CountAdjusted(Said, frozen=True, kw_only=True):
    """What an accepted count should have been; a supervisor who didn't count approves of it."""

    denominations: Denominations
    by: Token
    reason: Text
    authorised_by: Token
    code: str | None = None


class CountAccepted(Said, frozen=True, kw_only=True):
    """The service's own: every signature is there.

    `recorded_cents` is what the box should hold by the events of its table up to `table_position`.
    """

    revision: int
    total_cents: int
    recorded_cents: int
    table_position: int


SentFact = CountStarted | AmountsEntered | CountCorrected | CountSigned | CountAdjusted
CountFact = SentFact | CountAccepted

SENT_TYPES: Final[dict[str, type[SentFact]]] = {
    "count.started": CountStarted,
    "count.amounts_entered": AmountsEntered,
    "count.corrected": CountCorrected,
    "count.signed": CountSigned,
    "count.adjusted": CountAdjusted,
}
TYPES: Final[dict[str, type[CountFact]]] = {**SENT_TYPES, "count.accepted": CountAccepted}
NAMES: Final = {fact: name for name, fact in TYPES.items()}
VERSION: Final = 1


class Drop(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the table's stream says of the box, noted when its count starts."""

    purpose: str
    removed_at: datetime
    gaming_day: date
    collector: str
    witness: str | None = None
    put_on_position: int | None = None
    shift: str | None = None


class CountNoted(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the service adds to a fact: whose count it is, and what it took from elsewhere.

    `revision` numbers the figures of a count, or its adjustments. `deviations` are the rules of
    the policy that a signed exception lets be broken, `policy_version` the house's version.
    `by_password` are those who signed in person, by the password that they sign in with.
    """

    count: UUID
    revision: int = 0
    role: Role | None = None
    drop: Drop | None = None
    policy_version: int | None = None
    deviations: tuple[str, ...] = ()
    by_password: tuple[str, ...] = ()


class CountRecord(Struct, frozen=True, kw_only=True):
    """A count's event at its place in the stream of the cage."""

    id: UUID
    position: int
    recorded_at: datetime
    house: str
    fact: CountFact
    noted: CountNoted
