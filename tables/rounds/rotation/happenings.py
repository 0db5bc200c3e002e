"""Happenings: what a table's events between hands make of the rotation's memory."""

from typing import TYPE_CHECKING, Final

from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rules.rotation.memory import Memory
from tables.rules.rotation.profiles import most_hands

if TYPE_CHECKING:
    from tables.rounds.state import Table

# The reason of a stop that R3 speaks of, whatever the holder's hands.
NOBODY: Final = "no_player_dealer"


def happened(table: "Table", event: Recorded, fact: object) -> None:
    """A table event, remembered by the table and by what its open round found."""
    happen(table.rotation, event, fact)
    if table.opening is not None:
        table.opening.during.append(event)


def happen(memory: Memory, event: Recorded, fact: object) -> None:
    """What a table event makes of it; most make nothing."""
    match fact:
        case e.TableOpened():
            memory.note_break("the table opened again", event.position)
            memory.begin(event.occurred_at)
        case e.TableClosed():
            memory.note_break("the table closed", event.position)
            memory.offers, memory.came = {}, []
        case e.GameEnded(reason=reason):
            memory.note_break("the game ended", event.position)
            is_full = memory.hands >= most_hands(event.gaming_day)
            memory.is_stopped = memory.is_stopped or is_full or reason == NOBODY
        case e.GameStarted():
            memory.begin(event.occurred_at)
        case e.PlayPaused():
            memory.note_break("a pause", event.position)
            memory.passage.pause(event.occurred_at)
        case e.PlayResumed():
            memory.passage.resume(event.occurred_at)
        case e.SeatTaken(seat=seat):
            _taken(memory, event, fact, seat)
        case e.SeatLeft(seat=seat):
            memory.offers.pop(seat, None)
            if seat == memory.seat:
                memory.note_break(f"seat {seat} was left", event.position)
        case e.PlayerDealerOffered(seat=seat, accepted=accepted):
            _offered(memory, event, seat, accepted=accepted)
        case _:
            pass


def _taken(memory: Memory, event: Recorded, fact: e.SeatTaken, seat: int) -> None:
    """Somebody new, who was asked nothing yet; nobody passes him by who accepted before he came."""
    memory.offers.pop(seat, None)
    if True in memory.offers.values():
        memory.came = [*memory.came, seat]
    if fact.player == memory.player:
        memory.note_break(f"seat {seat} was taken", event.position)


def _offered(memory: Memory, event: Recorded, seat: int, *, accepted: bool) -> None:
    memory.offers[seat] = accepted
    if accepted:
        memory.came = []
    if seat != memory.seat:
        answer = "accepted" if accepted else "declined"
        memory.note_break(f"seat {seat} was offered the position and {answer}", event.position)
