"""What needs somebody: the worst first, and the tables that are silent in one line."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from cardroom.pages.floor.tiles import Need, Tile
from cardroom.pages.words import lasting

MOST: Final = 4  # what one takes in at a glance
_NAMED: Final = 6  # silent tables whose codes are said
_ORDER: Final = {"breach": 0, "warn": 2}


class Urgent(NamedTuple):
    """A line of what needs somebody; `code` is the table that it leads to."""

    code: str
    word: str
    need: Need


def urgent(tiles: Sequence[Tile]) -> list[Urgent]:
    """What needs somebody: breaches, then the silent tables, then the rest, each by table."""
    found = [(_ORDER[tile.need.kind], _of(tile, tile.need)) for tile in tiles if tile.need]
    silent = [tile for tile in tiles if tile.silent_for is not None]
    if silent:
        found.append((1, _silent(silent)))
    return [one for _, one in sorted(found, key=lambda each: each[0])]


def _of(tile: Tile, need: Need) -> Urgent:
    more = f"{need.more}; silent now" if tile.silent_for is not None else need.more
    return Urgent(tile.code, tile.code, need._replace(more=more))


def _silent(tiles: Sequence[Tile]) -> Urgent:
    """All silent tables in one line, the first of which it leads to."""
    longest = max((tile.silent_for or timedelta() for tile in tiles), default=timedelta())
    codes = ", ".join(tile.code for tile in tiles[:_NAMED])
    more = f" and {len(tiles) - _NAMED} more" if len(tiles) > _NAMED else ""
    if len(tiles) == 1:
        said = Need("silent", f"silent {lasting(longest)}", "call the table")
        return Urgent(tiles[0].code, tiles[0].code, said)
    said = Need("silent", f"{codes}{more}", f"nothing heard for up to {lasting(longest)}")
    return Urgent(tiles[0].code, f"{len(tiles)} silent", said)
