"""The people: who sits where, who comes and goes between rounds."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from tables.simulation.setting import Provider
from tables.simulation.stream import Stream

_LEAST_SEATED = 3


class Person(NamedTuple):
    """A seated person; a provider's players hold the player-dealer position for their company."""

    token: str
    provider: str = ""
    badge: str = ""

    @property
    def holder(self) -> str:
        """Whose hands in the position are counted together."""
        return self.provider or self.token

    def taking(self, seat: int) -> dict[str, Any]:
        """The data of `seat.taken`."""
        data = {"seat": seat, "player": self.token, "kind": "patron"}
        if self.provider:
            data |= {"kind": "tppps", "tppps": self.provider, "badge": self.badge}
        return data


class People:
    """The seats of one table; their tokens say no more than a number."""

    def __init__(self, rng: Random, stream: Stream, *, table: str, seats: int) -> None:
        self.rng = rng
        self.stream = stream
        self.table = table
        self.seats = seats
        self.seated: dict[int, Person] = {}
        self._known = 0

    def arrive(self, providers: tuple[Provider, ...] = ()) -> None:
        """Some people sit down at a table just opened, at most one of them a provider's."""
        count = self.rng.randint(min(_LEAST_SEATED, self.seats), self.seats)
        seats = self.rng.sample(range(1, self.seats + 1), count)
        for number, seat in enumerate(sorted(seats)):
            by_provider = number == 0 and providers and self.rng.random() < 0.5
            self._sit(seat, self._sent_by(self.rng.choice(providers)) if by_provider else None)

    def come_and_go(self) -> None:
        """Now and then somebody leaves, moves to another seat, or sits down."""
        taken, free = sorted(self.seated), self.free()
        chance = self.rng.random()
        if chance < 0.03 and len(self.seated) > _LEAST_SEATED:
            self._leave(self.rng.choice(taken))
        elif chance < 0.04 and free:
            person = self._leave(self.rng.choice(taken))
            self._sit(self.rng.choice(free), person)
        elif chance < 0.09 and free:
            self._sit(self.rng.choice(free), None)

    def free(self) -> list[int]:
        """Seats without a person."""
        return [seat for seat in range(1, self.seats + 1) if seat not in self.seated]

    def clockwise_from(self, seat: int) -> Iterator[int]:
        """Taken seats after this one, all around, itself the last."""
        for step in range(1, self.seats + 1):
            following = (seat - 1 + step) % self.seats + 1
            if following in self.seated:
                yield following

    def _sit(self, seat: int, person: Person | None) -> None:
        if person is None:
            self._known += 1
            person = Person(f"P-{self.table}-{self._known}")
        self.seated[seat] = person
        self.stream.write("seat.taken", person.taking(seat))

    def _leave(self, seat: int) -> Person:
        self.stream.write("seat.left", {"seat": seat})
        return self.seated.pop(seat)

    def _sent_by(self, provider: Provider) -> Person:
        badge = self.rng.choice(provider.badges)
        return Person(f"P-{self.table}-{provider.code}", provider.code, badge)
