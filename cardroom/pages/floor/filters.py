"""Filters of the floor: which tables are shown; kept in the address, so that it can be saved."""

from collections.abc import Sequence
from typing import Final

from cardroom.pages.floor.tiles import Tile

FILTERS: Final = {
    "all": "All",
    "needs": "Need you",
    "must_pass": "Must pass",
    "irregular": "Irregular",
    "silent": "Silent",
    "closed": "Closed",
}


def shown(tiles: Sequence[Tile], name: str) -> list[Tile]:
    """The tables that a filter lets through, in their order; an unknown one lets all."""
    return [tile for tile in tiles if _passes(tile, name)]


def _passes(tile: Tile, name: str) -> bool:
    match name:
        case "needs":
            return tile.need is not None or tile.silent_for is not None
        case "must_pass":
            return tile.must_pass
        case "irregular":
            return bool(tile.irregular)
        case "silent":
            return tile.state.kind == "silent"
        case "closed":
            return not tile.is_open
        case _:
            return True
