"""The rotation: the position is offered clockwise and held for at most two hands in a row."""

from random import Random

from tables.simulation.people import People, Person
from tables.simulation.stream import Stream

_MOST_HANDS = 2


class Rotation:
    """Where the position is, and how many hands in a row its last holder has had."""

    people: People

    def __init__(self, rng: Random, stream: Stream, holder: str, hands: int) -> None:
        self.rng = rng
        self.stream = stream
        self.seat = 0
        self._there: Person | None = None
        self._holder = holder
        self._hands = hands

    def begin(self, people: People) -> None:
        """Another evening: other people, but the last holder's hands still count."""
        self.people = people
        self.seat, self._there = 0, None

    def dealt(self) -> None:
        """Count a settled round for the present holder."""
        holder = self.people.seated[self.seat].holder
        self._hands = self._hands + 1 if holder == self._holder else 1
        self._holder = holder

    def next_seat(self) -> int:
        """Keep the position, pass it on, or stop the game when nobody takes it."""
        present = self.people.seated.get(self.seat)
        is_his = present is not None and present is self._there
        if present and is_his and self._may_hold(present) and self.rng.random() < 0.7:
            if self.rng.random() < 0.5:
                self._offer(self.seat, accepted=True)
            return self.seat
        for seat in self.people.clockwise_from(self.seat):
            if self._may_hold(self.people.seated[seat]):
                accepted = self.rng.random() < 0.8
                self._offer(seat, accepted=accepted)
                if accepted:
                    return seat
        return self._stop_and_start_again()

    def _may_hold(self, person: Person) -> bool:
        return person.holder != self._holder or self._hands < _MOST_HANDS

    def _offer(self, seat: int, *, accepted: bool) -> None:
        self.stream.write("player_dealer.offered", {"seat": seat, "accepted": accepted})
        if accepted:
            self.seat, self._there = seat, self.people.seated[seat]

    def _stop_and_start_again(self) -> int:
        """After a stop the first player-dealer is another holder."""
        self.stream.write("game.ended", {"reason": "no_player_dealer"})
        self.stream.wait(self.rng.randint(30, 300))
        self.stream.write("game.started", {"reason": "player_dealer_found"})
        others = [
            seat
            for seat in self.people.clockwise_from(self.seat)
            if self.people.seated[seat].holder != self._holder
        ]
        self._offer(others[0], accepted=True)
        return others[0]
