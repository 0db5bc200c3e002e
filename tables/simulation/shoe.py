"""The shoe: real copies of real cards; now and then a wanted one comes up, while copies last."""

from random import Random
from typing import NamedTuple

from cardroom.cards import DECK, is_red


class Want(NamedTuple):
    """Ranks that would be welcome, red ones only if `red`; nothing wanted takes the next card."""

    ranks: str = ""
    red: bool = False

    def likes(self, card: str) -> bool:
        """Whether a card is one of those."""
        return (not self.ranks or card[0] in self.ranks) and (not self.red or is_red(card))


ANY = Want()


class Shoe:
    """Cards of 1 to 8 decks; a continuous shuffler takes all of them back after each round."""

    def __init__(self, rng: Random, *, decks: int, continuous: bool) -> None:
        self.rng = rng
        self.decks = decks
        self.continuous = continuous
        self.cards: list[str] = []

    def load(self) -> None:
        """Put all decks together and shuffle."""
        self.cards = list(DECK) * self.decks
        self.rng.shuffle(self.cards)

    def draw(self, want: Want = ANY) -> str:
        """Take the next card, or the next one that is wanted if there is one."""
        for index in range(len(self.cards) - 1, -1, -1):
            if want.likes(self.cards[index]):
                return self.cards.pop(index)
        return self.cards.pop()

    def __len__(self) -> int:
        return len(self.cards)
