"""Told: an item's versions one below the other, each with who, when, why and what it changed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from cardroom.house.history.facts import VersionAdded
from cardroom.house.history.telling import Told, told
from cardroom.house.item_views import ItemView
from cardroom.pages.setup.in_words import Changed, bound, compared, lines
from cardroom.pages.setup.kinds.around import Around
from cardroom.pages.setup.kinds.every import shape_of


class Entry(NamedTuple):
    """A version: when it came, by whom and why where that is known, how it differs."""

    version: int
    since: datetime
    event: str
    who: "Who"
    reason: str
    changed: Sequence[Changed]


class Who(NamedTuple):
    """Who changed something, in words; `person` where it was one of the house's people."""

    said: str
    person: str = ""


def history(house: str, views: Sequence[ItemView], around: Around) -> list[Entry]:
    """The versions of one item, the newest first, as its views are."""
    (first, *_) = views
    known = {
        one.fact.version: one
        for one in told(house, kind=first.kind, code=first.code)
        if isinstance(one.fact, VersionAdded)
    }
    pairs = [*pairwise(views), (views[-1], None)]
    return [_entry(view, before, known, around) for view, before in pairs]


def who(recorded_by: str) -> Who:
    """Who is meant by what an event says of it."""
    kind, _, code = recorded_by.partition(":")
    if kind == "person" and code:
        return Who(code, code)
    words = {"operator": "a command on the machine"}
    return Who(words.get(recorded_by, recorded_by))


def difference(view: ItemView, before: ItemView, around: Around) -> list[Changed]:
    """How a version differs from the one before it."""
    old, new = (
        [*lines(shape_of(one.kind, of_game(around, one)), one.facts), *bound(one)]
        for one in (before, view)
    )
    return compared(old, new)


def of_game(around: Around, view: ItemView) -> Around:
    """Around an item: an offering's form is that of its game."""
    return around._replace(game=view.facts.get("game", ""))


def _entry(
    view: ItemView, before: ItemView | None, known: Mapping[int, Told], around: Around
) -> Entry:
    one = known.get(view.version)
    made_by = Who("not on record") if one is None or one.stood else who(one.recorded_by)
    return Entry(
        version=view.version,
        since=view.since,
        event=_event(view, before),
        who=made_by,
        reason=(one and one.reason) or "",
        changed=[] if before is None else difference(view, before, around),
    )


def _event(view: ItemView, before: ItemView | None) -> str:
    """What the version did, where it isn't a mere change."""
    if before is None:
        return "added"
    if view.retired:
        return "taken out of use"
    return "back in use" if before.retired else ""
