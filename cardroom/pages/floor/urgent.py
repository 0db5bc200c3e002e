"""What needs somebody: the worst first, at most as many as one takes in at a glance."""

from collections.abc import Iterable
from typing import Final

from cardroom.pages.floor.tiles import Tile

MOST: Final = 4
_ORDER: Final = {"breach": 0, "silent": 1, "warn": 2}


def urgent(tiles: Iterable[Tile]) -> list[Tile]:
    """The tables that need somebody, worst first, in the order of the tables among equals."""
    needing = [tile for tile in tiles if tile.need is not None]
    return sorted(needing, key=lambda tile: _ORDER[tile.need.kind])  # type: ignore[union-attr]
