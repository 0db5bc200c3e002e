"""The drills by name; a drill yields what it saw, and raises when that is wrong."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple


class Seen(NamedTuple):
    """One fault: how it was provoked, and what was seen of it and where."""

    fault: str
    found: str


class UnableError(Exception):
    """Raised by a drill that this machine or user cannot play; the text says why."""


Play = Callable[[], Iterator[Seen]]


class Drill(NamedTuple):
    """A drill that can be called for; `about` says what it is that may not happen."""

    name: str
    about: str
    play: Play


DRILLS: Final[dict[str, Drill]] = {}


def drill(name: str, about: str) -> Callable[[Play], Play]:
    """Register a drill."""

    def keep(play: Play) -> Play:
        assert name not in DRILLS
        DRILLS[name] = Drill(name, about, play)
        return play

    return keep
