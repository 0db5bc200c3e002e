"""Memory: what earlier hands and events leave for the next hand of a table.

It is small and bounded, whatever the table's age; hands and table events change it in place.
"""

from datetime import date, datetime
from typing import Final

from msgspec import Struct, field, structs

_KEPT: Final = 8  # of what is evidence only
_OTHERS: Final = 2
_MS: Final = 1_000


class Passage(Struct):
    """Time since the game began, less its pauses."""

    began_at: datetime | None = None
    paused_at: datetime | None = None
    paused_ms: int = 0

    def elapsed(self, at: datetime) -> tuple[int, int]:
        """Milliseconds of wall time and of play since the game began."""
        if self.began_at is None:
            return 0, 0
        wall = _milliseconds(self.began_at, at)
        paused = 0 if self.paused_at is None else _milliseconds(self.paused_at, at)
        return wall, wall - self.paused_ms - paused

    def pause(self, at: datetime) -> None:
        """Play pauses; a second time changes nothing."""
        self.paused_at = self.paused_at or at

    def resume(self, at: datetime) -> None:
        """Play goes on."""
        if self.paused_at is not None:
            self.paused_ms += _milliseconds(self.paused_at, at)
            self.paused_at = None


def _milliseconds(since: datetime, until: datetime) -> int:
    return round((until - since).total_seconds() * _MS)


class Became(Struct, frozen=True):
    """When a person became player-dealer, in milliseconds of the game: wall time and play."""

    player: str
    wall_ms: int
    play_ms: int


class Block(Struct):
    """A fixed span of the game with the first distinct people who were player-dealer in it."""

    number: int = 0
    players: list[str] = field(default_factory=list)

    def add(self, number: int, player: str | None) -> None:
        """A hand in a span, by somebody who counts, or by a TPPPS."""
        if number > self.number:
            self.number, self.players = number, []
        if player is not None and player not in self.players and len(self.players) < _OTHERS:
            self.players.append(player)


class Break(Struct, frozen=True):
    """What lay between two hands and is no intervening holder."""

    what: str
    position: int


class Memory(Struct):
    """The run of the last holder, the offers and breaks since, and the game's clocks.

    `seat` is where the position lay last, also for a round that was no hand.
    `offers` are the last answers by seat since the last hand; `came` the seats taken since one
    accepted; `is_begun` says that a game began since, `is_stopped` that it had stopped for want of
    a player-dealer; `became` has the latest first.
    """

    holder: str = ""
    hands: int = 0
    positions: list[int] = field(default_factory=list)
    player: str = ""
    seat: int = 0
    kind: str = ""
    day: date | None = None
    offers: dict[int, bool] = field(default_factory=dict)
    came: list[int] = field(default_factory=list)
    breaks: list[Break] = field(default_factory=list)
    is_begun: bool = False
    is_stopped: bool = False
    passage: Passage = field(default_factory=Passage)
    became: list[Became] = field(default_factory=list)
    wall_block: Block = field(default_factory=Block)
    play_block: Block = field(default_factory=Block)

    def copy(self) -> "Memory":
        """Another one, which changes by itself."""
        return structs.replace(
            self,
            positions=[*self.positions],
            offers={**self.offers},
            came=[*self.came],
            breaks=[*self.breaks],
            passage=structs.replace(self.passage),
            became=[*self.became],
            wall_block=Block(self.wall_block.number, [*self.wall_block.players]),
            play_block=Block(self.play_block.number, [*self.play_block.players]),
        )

    def note_break(self, what: str, position: int) -> None:
        """Something that doesn't end a run."""
        if self.holder:
            self.breaks = [*self.breaks, Break(what, position)][-_KEPT:]

    def begin(self, at: datetime) -> None:
        """A game begins: nobody is passed by, and its clocks run from now."""
        self.is_begun = True
        self.offers, self.came, self.became = {}, [], []
        self.passage, self.wall_block, self.play_block = Passage(at), Block(), Block()

    def hold(self, holder: str, position: int) -> None:
        """Another hand of a holder; a new one ends the run (R2)."""
        if holder != self.holder:
            self.holder, self.hands, self.positions, self.breaks = holder, 0, [], []
        self.hands += 1
        self.positions = [*self.positions, position][-_KEPT:]

    def take_over(self, player: str, wall_ms: int, play_ms: int) -> None:
        """A person became player-dealer: of each only the latest time is kept, of two people."""
        others = [became for became in self.became if became.player != player]
        self.became = [Became(player, wall_ms, play_ms), *others][:_OTHERS]
