"""Loading a house: what a file says becomes versions, and only where it says something new."""

from collections.abc import Mapping
from datetime import datetime

from cardroom.house.games import GameFacts
from cardroom.house.history.recorder import OPERATOR, changing
from cardroom.house.items import Item
from cardroom.house.reading import read
from cardroom.house.versions import Change, changes, new_versions, newest


def load(
    text: str,
    *,
    path: str,
    games: Mapping[str, GameFacts],
    now: datetime,
    by: str = OPERATOR,
    reason: str | None = None,
) -> list[Change]:
    """Load a house file in one transaction, and say what has changed; nothing, the second time.

    What a newer file leaves out is kept and retired. `path` only names the file in a refusal.
    Raises Malformed for the first fault of the file, with its line.
    """
    return keep(read(text, path=path, games=games), now=now, by=by, reason=reason)


def keep(
    items: list[Item], *, now: datetime, by: str = OPERATOR, reason: str | None = None
) -> list[Change]:
    """Load what a house file says, once it was read."""
    house = items[0].code
    with changing(house, now=now, by=by, reason=reason, begins=True) as record:
        before = newest(house)
        rows = new_versions(items, before)
        record.versions(rows, before)
        return changes(rows, before)
