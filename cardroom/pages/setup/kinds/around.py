"""What a form draws on: the house as it is in force, and the games that there are."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from cardroom.house.games import GameFacts
from cardroom.house.written import Document
from cardroom.pages.setup.fields import OWN_CODE, Field, Options
from cardroom.pages.words import GAMES

CODE_HELP: Final = (
    "Letters, digits and . _ - ; it stays for ever, on every record. Never somebody's name."
)
WAGERS: Final = {
    "game": "Game wager",
    "red_flex": "Red Flex",
    "buster": "Buster",
    "player_dealer": "Player-dealer's W",
}


class Around(NamedTuple):
    """The house's content by section, the games by name, and the one that an offering is of."""

    document: Document
    games: Mapping[str, GameFacts]
    game: str = ""

    def codes(self, section: str) -> Options:
        """The codes in use of a section, to choose from."""
        return tuple((one["code"], one["code"]) for one in self.document[section])

    @property
    def game_options(self) -> Options:
        """The games, to choose from."""
        return tuple((slug, GAMES.get(slug, slug)) for slug in self.games)

    @property
    def wager_options(self) -> Options:
        """The kinds of wager that some game takes."""
        kinds = dict.fromkeys(kind for game in self.games.values() for kind in game.wager_kinds)
        return tuple((kind, wager(kind)) for kind in kinds)


def wager(kind: str) -> str:
    """A kind of wager in words."""
    return WAGERS.get(kind, kind.replace("_", " "))


def code(label: str = "Code", help: str = CODE_HELP) -> Field:  # noqa: A002 - as a field calls it
    """The code of an item."""
    return Field(OWN_CODE, label, help)
