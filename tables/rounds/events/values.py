"""What events are made of: the values of their fields, and the base of their types."""

from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta, Struct

# The length keeps out a line's end, which `$` lets pass.
Card = Annotated[
    str,
    Meta(pattern="^[2-9TJQKA][SHDC]$", max_length=2, description="rank and suit: TD, AS"),
]
Cents = Annotated[int, Meta(gt=0, le=10**13, description="integer cents")]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
LAST_ROUND: Final = 2**31 - 1  # the highest number that a round can have
RoundNumber = Annotated[int, Meta(ge=1, le=LAST_ROUND, description="1, 2, 3 … at each table")]
Face = Literal["up", "down"]
Purpose = Literal["collection", "jackpot", "promo"]
WagerKind = Literal["game", "red_flex", "buster"]
Action = Literal["hit", "stand", "double", "split", "surrender", "insurance"]
Role = Literal["player", "player_dealer"]

WITH_AMOUNT = frozenset({"double", "split", "insurance"})


class Fact(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """What an event says; `of_round` is true for a round's, false for a table's, None for both."""

    of_round: ClassVar[bool | None] = False


class OfRound(Fact, frozen=True, kw_only=True):
    """A fact of one round."""

    of_round: ClassVar[bool | None] = True


class Reported(OfRound, frozen=True, kw_only=True):
    """What a table reports of a round, one event at a time."""


class Correcting(Fact, frozen=True, kw_only=True):
    """A fact that puts something right; it stands outside of the table's clock."""
