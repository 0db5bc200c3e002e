"""What stands at a table between rounds: people in its seats, shoe, boxes, and whose run it is."""

from msgspec import Struct, field


class Seat(Struct):
    """Who sits there; `kind` is `patron`, `tppps` or `house`."""

    player: str
    kind: str
    tppps: str | None = None
    badge: str | None = None
    unidentified: bool = False

    @property
    def holder(self) -> str:
        """Who holds the player-dealer position from this seat: the company, else the person."""
        return self.tppps if self.kind == "tppps" and self.tppps else self.player


class Box(Struct, frozen=True):
    """A drop box on the table since a position; box and position together are its box period."""

    box: str
    since: int


class Run(Struct):
    """The present holder of the player-dealer position and his consecutive hands."""

    holder: str
    hands: int


class Shoe(Struct):
    """The cards that left the shoe, by card; a continuous shuffler counts by round.

    `since` is the position at which it was loaded.
    """

    decks: int
    continuous: bool = False
    out: dict[str, int] = field(default_factory=dict)
    since: int = 0

    def take(self, card: str) -> None:
        """A copy leaves the shoe."""
        self.out[card] = self.out.get(card, 0) + 1

    def put_back(self, card: str) -> None:
        """A card was taken for another."""
        if self.out.get(card, 0):  # none, when another shoe came meanwhile
            self.out[card] -= 1

    def lacks(self, card: str) -> bool:
        """Whether every copy is out already."""
        return self.out.get(card, 0) >= self.decks
