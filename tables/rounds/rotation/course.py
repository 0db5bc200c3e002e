"""Course: a table's hands in the order of their numbers, judged with what happened between them.

The incremental watch and the count from scratch both go this way, and so come to the same.
"""

from collections.abc import Callable
from copy import deepcopy
from datetime import date, datetime

from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.fold import fold_table
from tables.rounds.furniture import Seat
from tables.rounds.rotation.opening import Opening, opening
from tables.rounds.rotation.people import person_of, seated
from tables.rounds.rotation.presence import Presence
from tables.rounds.rotation.unknown import Unknown
from tables.rounds.round_fold import Offerings
from tables.rounds.state import Table
from tables.rules.rotation import findings
from tables.rules.rotation.facts import Person, Reference, Turn
from tables.rules.rotation.findings import Finding, Place

References = Callable[[datetime], Reference]


class Course:
    """A table on its way; `turn` is the last round that opened, `opening` what that found."""

    def __init__(
        self, code: str, table: Table, offerings: Offerings, references: References
    ) -> None:
        self.code = code
        self.table = table
        self.offerings = offerings
        self.references = references
        self.turn: Turn | None = None
        self.opening: Opening | None = None
        self.unknown = Unknown()
        self.presence = Presence()
        self._seats: dict[int, Seat] = {}
        self._seated: tuple[Person, ...] = ()

    def copy(self) -> "Course":
        """Another one from here, which goes its own way."""
        other = Course(self.code, deepcopy(self.table), self.offerings, self.references)
        other.turn, other.opening = self.turn, deepcopy(self.opening)
        other.unknown = self.unknown.copy()
        other.presence = self.presence.copy()
        return other

    def happened(self, event: Recorded) -> list[Finding]:
        """A table event, with what is wrong with a seat that it changed."""
        found: list[Finding] = []
        if isinstance(event.fact, e.SeatTaken):
            found = self._taken(event, event.fact)
        elif isinstance(event.fact, e.SeatLeft):
            found = self._left(event, event.fact)
        elif isinstance(event.fact, e.GameEnded | e.GameStarted):
            self.unknown.turned(event, self.table, self._people())
        if not isinstance(event.fact, e.TableFact):
            raise TypeError(f"position {event.position} is no table event")
        fold_table(self.table, event, event.fact)
        self.presence.seen(self.table.seats, event, self.code)
        if self.opening is not None:
            self.opening.during.append(event)
        return found

    def stands(self, turn: Turn) -> list[Finding]:
        """The last round, or the next one, as it stands now, with what is wrong with its hand."""
        found: list[Finding] = []
        if self.opening is None or self.turn is None or turn.round != self.turn.round:
            people = turn.late if turn.is_late else self._people()
            self.opening = opening(self.table.rotation, people)
            self.unknown.opened(turn, self.table)
            found = self._seating(turn)
        self.turn = turn
        if turn.is_dealt or turn.ended_position is not None:
            self.table.rotation = self.opening.after(turn)
        deal = self.opening.deal(turn, self.references(turn.at))
        self.unknown.stands(deal)
        if not turn.counts:
            return found
        return found + findings.of_hand(deal, self.code)

    def _people(self) -> tuple[Person, ...]:
        """Everybody at the table; the same ones as long as nobody comes or goes."""
        if self._seats != self.table.seats:
            self._seats = dict(self.table.seats)
            self._seated = seated(self._seats)
        return self._seated

    @property
    def hands(self) -> int:
        """How long the run is by now."""
        return self.table.rotation.hands

    def _seating(self, turn: Turn) -> list[Finding]:
        """What is wrong with the seating that a late round brings; the others' came one by one."""
        found: list[Finding] = []
        for number, person in enumerate(turn.late):
            place = self._place(person, turn.at, turn.gaming_day, turn.position, turn.round)
            others = turn.late[:number]
            found += findings.of_seat(person, others, profile=turn.profile, place=place)
        return found

    def _taken(self, event: Recorded, fact: e.SeatTaken) -> list[Finding]:
        seat = Seat(fact.player, fact.kind, fact.tppps, fact.badge, fact.unidentified)
        person = person_of(fact.seat, seat)
        others = seated(self.table.seats)
        place = self._placed(person, event, self._now(event))
        return [*findings.of_seat(person, others, profile=self._profile(), place=place)]

    def _left(self, event: Recorded, fact: e.SeatLeft) -> list[Finding]:
        number, seat = self._now(event), self.table.seats.get(fact.seat)
        if number is None or seat is None or self.turn is None or self.turn.player != seat.player:
            return []
        person = person_of(fact.seat, seat)
        place = self._placed(person, event, number)
        return [*findings.of_leaving(person, profile=self.turn.profile, place=place)]

    def _now(self, event: Recorded) -> int | None:
        """The round that was on when something happened."""
        turn = self.turn
        if turn is None or turn.is_late:
            return None
        is_over = turn.ended_position is not None and turn.ended_position < event.position
        return None if is_over else turn.round

    def _placed(self, person: Person, event: Recorded, number: int | None) -> Place:
        return self._place(person, event.occurred_at, event.gaming_day, event.position, number)

    def _place(
        self, person: Person, at: datetime, day: date, position: int, number: int | None
    ) -> Place:
        return Place(
            table=self.code,
            round=number,
            holder=person.holder("company"),
            at=at,
            day=day,
            positions=(position,),
        )

    def _profile(self) -> str:
        """What the table's offering names."""
        table = self.table
        return self.offerings(table.offering_version, table.ruleset_version).rotation_profile
