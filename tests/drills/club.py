"""The house that drills are played in: a table in play, and clients with keys of it."""

from typing import NamedTuple

from tests.api.club import issue, load_house
from tests.drills.witness import Witness
from tests.played import Evening, Event


class Club(NamedTuple):
    """Tables with their codes, each with an evening to be played at it, and two keys."""

    evenings: dict[str, Evening]
    key: str
    audit: str

    @property
    def tables(self) -> list[str]:
        """The codes of the tables."""
        return list(self.evenings)

    def opening(self) -> tuple[str, list[Event]]:
        """The first table, and what opens it."""
        table = self.tables[0]
        return table, self.evenings[table].opening

    def next_round(self) -> tuple[str, list[Event]]:
        """The first table, and the next round to be played there."""
        table = self.tables[0]
        return table, self.evenings[table].next_round()

    def client(self, port: int, *, patient: bool = False) -> Witness:
        """A table system that may record at every table."""
        return Witness(port, self.key, patience=PATIENT if patient else ())

    def auditor(self, port: int) -> Witness:
        """Who reads everything."""
        return Witness(port, self.audit, patience=PATIENT)


# A minute and more, as long as anything here takes to come back.
PATIENT = (0.1, 0.2, 0.5, *[1.0] * 90)


def a_club(tables: int = 1) -> Club:
    """The house of the cases with so many tables; nothing is recorded at them yet."""
    codes = load_house(tables)
    evenings = {code: Evening(code) for code in codes}
    return Club(evenings, issue("tables", *codes), issue("audit"))


def a_thousand(evening: Evening) -> list[Event]:
    """The largest batch: 28 rounds of 35 events and 20 notes."""
    events = [event for _ in range(28) for event in evening.next_round()]
    notes = [evening.event("incident.noted", {"text": f"note {number}"}) for number in range(20)]
    return [*events, *notes]
