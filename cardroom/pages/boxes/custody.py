"""A drop as it is shown: its state in colour, shape and word, and what is odd about it.

Nobody is told here what an uncounted box holds or should hold, whoever looks.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from cardroom.pages.words import lasting
from ledger.drops import Drop
from ledger.queries import drops
from ledger.views.drop import DropView


class State(NamedTuple):
    """A colour, a shape and a word; the sentence says what happened."""

    kind: str
    word: str
    sentence: str = ""


class Shown(NamedTuple):
    """A drop, its state, what is odd about it, and how long that lasts."""

    view: DropView
    state: State
    flags: list[State]
    age: str

    @property
    def box(self) -> str:
        """The box that is meant: the one that came off, else the one that was put on."""
        return self.view.came_off or self.view.box

    @property
    def is_breach(self) -> bool:
        """Whether the chain of custody is broken here."""
        return any(flag.kind == "breach" for flag in self.flags)


_STATES: Final = {
    "on_table": State("run", "On the table"),
    "removed": State("warn", "Not counted"),
    "swapped": State("breach", "Swapped"),
    "missing": State("breach", "Missing"),
    "counting": State("run", "Counting"),
    "counted": State("off", "Counted"),
}


def all_shown(house: str, found: Iterable[Drop], now: datetime) -> list[Shown]:
    """Drops as they are shown to whoever may see where the boxes are."""
    return [shown(view, now) for view in drops.views(house, [*found], is_blind=True)]


def shown(view: DropView, now: datetime) -> Shown:
    """A drop as it is shown."""
    since = view.removed_at or view.put_on_at
    until = view.accepted_at or now
    return Shown(
        view=view,
        state=_STATES[view.status],
        flags=[_flag(name, view) for name in view.flags],
        age="" if since is None else lasting(until - since),
    )


def _flag(name: str, view: DropView) -> State:
    """What is odd, in the words of the trade."""
    match name:
        case "swapped":
            said = f"{view.box} was put on, {view.came_off} came off"
            return State("breach", "Swapped", said)
        case "missing":
            return State(
                "breach", "Missing", f"{view.box} was put on, and nobody named what came off"
            )
        case "two_tables":
            return State("breach", "Two places", "the same box hung at another place as well")
        case "other_purpose":
            return State(
                "breach", "Mixed", "it still held another purpose's money when it was hung"
            )
        case "not_counted_before":
            return State("warn", "Hung uncounted", "it was hung again before it was counted")
        case "unknown_start":
            return State("warn", "Start unknown", "no table said when it was put on")
        case "no_witness":
            return State("warn", "No witness", "nobody is named who saw it come off")
        case _:
            return State("warn", "No second person", "who took it off is named as witness too")
