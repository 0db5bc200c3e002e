"""One entry of what may come next."""

from typing import Literal

from msgspec import Struct

from tables.rounds.events import Action, Face


class Next(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A legal next event of this `type`; the other fields say which, and absent ones leave it open.

    `player` is the only one who may, `players` are those who may, `seats`, `kinds` and `actions`
    what there is to choose from. `must` is what a hand has to do: `hit` means that it may not
    stand, `stand` that it takes no card; `rule` says why, by its id in the register.
    """

    type: str
    round: int | None = None
    to: Literal["seat", "player_dealer"] | None = None
    seat: int | None = None
    hand: int | None = None
    player: str | None = None
    face: Face | None = None
    index: Literal[1, 2] | None = None
    backline: bool = False
    seats: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()
    must: Literal["hit", "stand"] | None = None
    rule: str | None = None
