"""What stands at a table between rounds: the people in its seats, its shoe, and whose run it is."""

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
