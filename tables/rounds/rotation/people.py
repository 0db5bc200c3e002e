"""People: those who sit at a table, as the rules of rotation know them."""

from collections.abc import Mapping

from tables.rounds.events import LateSeat
from tables.rounds.furniture import Seat
from tables.rules.rotation.facts import Deal, Person, Reference, Turn
from tables.rules.rotation.memory import Memory


def deal_of(turn: Turn, sitting: tuple[Person, ...], memory: Memory, reference: Reference) -> Deal:
    """A turn with those who sat at the table when it opened, or as it was reported late."""
    people = turn.late or sitting
    unknown = Person(turn.seat, turn.player)
    return Deal(
        turn=turn,
        player_dealer=next((p for p in people if p.player == turn.player), unknown),
        seats=people,
        memory=memory,
        reference=reference,
    )


def seated(seats: Mapping[int, Seat]) -> tuple[Person, ...]:
    """Everybody at the table, by seat."""
    return tuple(person_of(number, seat) for number, seat in sorted(seats.items()))


def person_of(number: int, seat: Seat | LateSeat) -> Person:
    """Who sits in a seat."""
    return Person(
        number, seat.player, seat.kind, seat.tppps, seat.badge, unidentified=seat.unidentified
    )
