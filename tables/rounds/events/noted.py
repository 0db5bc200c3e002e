"""What stands beside a fact: an override, and what the service noted."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from cardroom.texts import Text, Token
from tables.rounds.furniture import Box


class Override(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The floor lets a breach of procedure stand; the one-time `code` is never stored."""

    authorised_by: Token
    reason: Text
    code: str | None = None


class Irregularity(Struct, frozen=True):
    """What was noted when an event was recorded."""

    code: str
    detail: str


class Noted(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What the service added to a record: notes, whose authority, and what a default stood for.

    `boxes` are the drop boxes of a round that opens, by purpose. `instead` are those in which fee
    money lies whose own box is counted already, None for a purpose that had none at the table.
    `events` has the same for each event of a whole round given at once.
    """

    irregularities: tuple[Irregularity, ...] = ()
    authorisation: Literal["claimed", "confirmed"] | UnsetType = UNSET
    player: str | UnsetType = UNSET
    holder: str | UnsetType = UNSET
    offering_version: int | UnsetType = UNSET
    ruleset_version: int | UnsetType = UNSET
    void_fee: Literal["refunded"] | UnsetType = UNSET
    boxes: dict[str, Box] | UnsetType = UNSET
    instead: dict[str, Box | None] | UnsetType = UNSET
    events: "tuple[Noted, ...]" = ()
