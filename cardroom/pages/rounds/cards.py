"""Cards drawn: a face with its rank and suits, or a back."""

from typing import Final, NamedTuple

# A card's width and height, and how far the next one is moved.
WHOLE: Final = (34, 46, 21)
SMALL: Final = (24, 32, 13)
_TEN: Final = "T"


class CardAt(NamedTuple):
    """A card and its place; a rank is None where it lies face down."""

    x: float
    y: float
    width: int
    height: int
    rank: str | None
    kind: str
    red: bool
    below: str = ""

    @property
    def middle(self) -> float:
        """The middle of the card."""
        return self.x + self.width / 2

    @property
    def rank_x(self) -> float:
        """The left of the rank."""
        return self.x + 3

    @property
    def rank_y(self) -> float:
        """The line that the rank stands on."""
        return self.y + 17 if self.height > SMALL[1] else self.y + 13

    @property
    def suit(self) -> tuple[float, float, int]:
        """Left, top and size of the suit below the rank, where the next card leaves it free."""
        is_large = self.height > SMALL[1]
        return self.x + 3, self.y + (22 if is_large else 17), 13 if is_large else 10

    @property
    def corner(self) -> tuple[float, float, int]:
        """The same of the small one in the corner."""
        return self.x + self.width - 13, self.y + self.height - 13, 9

    @property
    def text(self) -> str:
        """The class of the rank's type."""
        return "x16" if self.height > SMALL[1] else "x13"


def card_at(
    card: str | None, x: float, y: float, form: tuple[int, int, int], *, below: str = ""
) -> CardAt:
    """A card in a form, at a place."""
    width, height, _ = form
    x = round(x, 1)
    if card is None:
        return CardAt(x, y, width, height, None, "", red=False, below=below)
    return CardAt(x, y, width, height, rank_of(card), card[1], red=card[1] in "HD", below=below)


def rank_of(card: str) -> str:
    """As it stands on a card."""
    return "10" if card[0] == _TEN else card[0]
