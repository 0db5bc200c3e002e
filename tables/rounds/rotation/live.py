"""Live: the rotation's memory at a table, kept up to date by the fold of its events."""

from typing import TYPE_CHECKING

from tables.rounds.furniture import Run
from tables.rounds.rotation.opening import opening
from tables.rounds.rotation.people import seated
from tables.rounds.rotation.turns import turn_of
from tables.rules.rotation.memory import Memory

if TYPE_CHECKING:
    from tables.rounds.state import Round, Standing, Table


def opened(table: "Table") -> None:
    """A round opens, with what it finds at the table."""
    table.opening = opening(table.rotation, seated(table.seats))


def stands(table: "Table", now: "Round") -> None:
    """The open round has its first card, is void, or was made anew: its hand counts or doesn't."""
    found = table.opening or opening(table.rotation, seated(table.seats))
    remember(table, found.after(turn_of(now)))


def refolded(table: "Table", memory: Memory | None) -> None:
    """What earlier hands left was corrected, for the open round as well; None for nothing."""
    if memory is None:
        return
    remember(table, memory.copy())
    if table.opening is not None and table.round is not None:
        table.opening.memory = memory.copy()
        stands(table, table.round)


def remember(table: "Standing", memory: Memory) -> None:
    """The table's memory, and the run that its row and its readers are told."""
    table.rotation = memory
    table.run = Run(memory.holder, memory.hands) if memory.holder else None
