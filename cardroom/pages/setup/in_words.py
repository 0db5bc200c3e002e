"""An item in words: a line for each of its facts, and what of them differs between two versions."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardroom.house.item_views import ItemView
from cardroom.pages.setup.fields import NONE, Facts, Field, Shape, said
from cardroom.pages.setup.filling import fact_at
from cardroom.pages.setup.kinds.around import wager


class Line(NamedTuple):
    """A fact: its name, and what it says; of rows, one sentence for each."""

    label: str
    said: tuple[str, ...]


class Changed(NamedTuple):
    """A fact that differs: what it said before that it doesn't now, and the other way round."""

    label: str
    was: tuple[str, ...]
    now: tuple[str, ...]


def lines(shape: Shape, facts: Facts) -> list[Line]:
    """The facts of an item as its form has them."""
    return [*_lines(shape, facts)]


def bound(view: ItemView) -> Iterator[Line]:
    """What an offering has bound beside what it says."""
    if view.schedule_version is not None:
        yield Line("Version of the fee schedule", (str(view.schedule_version),))
    for bet, rows in view.rows.items():
        pays = ", ".join(f"{count}: {odds} to 1" for count, odds in rows.items())
        yield Line(f"{wager(bet)} pays", (pays,))


def compared(old: Sequence[Line], new: Sequence[Line]) -> list[Changed]:
    """The facts that differ, in the order of the newer ones."""
    before, after = dict(old), dict(new)
    found = []
    for label in dict.fromkeys((*after, *before)):
        was, now = before.get(label, ()), after.get(label, ())
        if was != now:
            gone = tuple(one for one in was if one not in now and one != NONE)
            come = tuple(one for one in now if one not in was)
            found.append(Changed(label, gone, come or (() if gone else now)))
    return found


def _lines(shape: Shape, facts: Facts) -> Iterator[Line]:
    for part in shape:
        if isinstance(part, Field):
            label = part.label.removesuffix(", $")  # for the amount says it
            yield Line(label, (said(part, fact_at(facts, part.path)),))
            continue
        held = facts.get(part.name) or []
        rows = held.items() if isinstance(held, dict) else held
        yield Line(part.label, tuple(part.say(part.to(one)) for one in rows) or (NONE,))
