"""Asking: whether the holder must pass the position on, and whose turn it is to be asked."""

from collections.abc import Iterator

from msgspec import Struct

from tables.rounds.rotation.people import seated
from tables.rounds.state import Table
from tables.rules.rotation.memory import Memory
from tables.rules.rotation.profiles import most_hands
from tables.rules.rotation.settings import Settings


class Asking(Struct, frozen=True, kw_only=True):
    """What is known of the next hand's player-dealer.

    `offer_next` is None when one has `accepted` or nobody is left who might; then, if the holder
    must pass, the game `must_stop` (R3).
    """

    limit: int
    must_pass: bool
    accepted: int | None
    declined: tuple[int, ...]
    offer_next: int | None
    must_stop: bool


def asking(table: Table) -> Asking | None:
    """The asking at a table as it is; None before its first hand."""
    memory = table.rotation
    if not memory.holder or memory.day is None:
        return None
    limit = most_hands(table.gaming_day or memory.day)
    must_pass = memory.hands >= limit
    accepted = next((seat for seat, took in memory.offers.items() if took), None)
    following = [] if accepted is not None else list(_able(table, memory, must_pass=must_pass))
    return Asking(
        limit=limit,
        must_pass=must_pass,
        accepted=accepted,
        declined=tuple(sorted(seat for seat, took in memory.offers.items() if not took)),
        offer_next=following[0] if following else None,
        must_stop=must_pass and accepted is None and not following and table.game_runs,
    )


def _able(table: Table, memory: Memory, *, must_pass: bool) -> Iterator[int]:
    """Seats that may take the position and were not asked yet, clockwise from the last one."""
    by, people = Settings().holder, seated(table.seats)
    for person in sorted(people, key=lambda each: (each.seat <= memory.seat, each.seat)):
        is_out = person.kind == "house" or (must_pass and person.holder(by) == memory.holder)
        if not is_out and person.seat not in memory.offers:
            yield person.seat
