"""Editing a house item by item, as the admin's pages do; a change is a new version, as by a file.

What is in force is written down as a house file would say it, the item is put into it, and the
whole is checked and kept by the very code that loads a file. So no item can be made that a file
couldn't say, and nothing can be taken away that something else needs.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from cardroom.house import drafts, houses
from cardroom.house.games import GameFacts
from cardroom.house.history.recorder import OPERATOR, changing
from cardroom.house.items import Kind
from cardroom.house.versions import Change, changes, newest


def put(
    *,
    house: str,
    kind: Kind,
    facts: Mapping[str, Any],
    games: Mapping[str, GameFacts],
    now: datetime,
    by: str = OPERATOR,
    reason: str | None = None,
    seen: int | None = None,
) -> list[Change]:
    """Add an item, or change it, saying all of it in the words of a house file.

    `seen` is the version on which the change was decided, 0 for none. What binds the item changes
    with it. Raises RuleViolation for the first fault, whose `pointer` leads into `facts` and is
    empty when the fault is elsewhere; Conflict when another version is the newest by now.
    """
    houses.facts(house)
    with changing(house, now=now, by=by, reason=reason) as record:
        before = newest(house)
        rows = drafts.put(before, house, kind=kind, facts=facts, games=games, seen=seen)
        record.versions(rows, before)
        return changes(rows, before)


def would_put(
    *,
    house: str,
    kind: Kind,
    facts: Mapping[str, Any],
    games: Mapping[str, GameFacts],
    seen: int | None = None,
) -> list[Change]:
    """What `put` would change by now; refuses what it would refuse, and keeps nothing."""
    houses.facts(house)
    before = newest(house)
    return changes(
        drafts.put(before, house, kind=kind, facts=facts, games=games, seen=seen), before
    )


def retire(
    *,
    house: str,
    kind: Kind,
    code: str,
    games: Mapping[str, GameFacts],
    now: datetime,
    by: str = OPERATOR,
    reason: str | None = None,
    seen: int | None = None,
) -> list[Change]:
    """Take an item out of use; it keeps its data and may come back.

    Raises Missing for what isn't in use, RuleViolation for what something else needs, Conflict as
    `put` does.
    """
    houses.facts(house)
    with changing(house, now=now, by=by, reason=reason) as record:
        before = newest(house)
        rows = drafts.retire(before, house, kind=kind, code=code, games=games, seen=seen)
        record.versions(rows, before)
        return changes(rows, before)


def would_retire(
    *,
    house: str,
    kind: Kind,
    code: str,
    games: Mapping[str, GameFacts],
    seen: int | None = None,
) -> list[Change]:
    """What `retire` would change by now; refuses what it would refuse, and keeps nothing."""
    houses.facts(house)
    before = newest(house)
    return changes(
        drafts.retire(before, house, kind=kind, code=code, games=games, seen=seen), before
    )
