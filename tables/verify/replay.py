"""Replay: a table folded from its clients' events alone, and what is recorded beside it compared.

What the service decided (fees, settlements) is worked out again after each of them, and what is
stored of it is only compared; so are the names and the gaming day that recording added.
"""

from collections import deque
from datetime import datetime
from typing import Final

from django.db import DatabaseError
from msgspec import structs

from cardroom.log.records import Head, StoredEvent
from tables import custody, history, offerings, recasting, sessions, targets
from tables.rounds import codec
from tables.rounds.admit.facts import Scene
from tables.rounds.events import (
    EventCorrected,
    FeesAssessed,
    RoundOpened,
    RoundReportedLate,
    RoundSettled,
)
from tables.rounds.furniture import Box
from tables.rounds.state import Round
from tables.rounds.take import follow
from tables.rules.offering import Offering
from tables.verify import decisions
from tables.verify.additions import Additions
from tables.verify.counts import Counts
from tables.verify.findings import Difference, Finding
from tables.verify.in_force import Past
from tables.verify.journals import Journals

OPENED: Final = codec.NAMES[RoundOpened]


class Replay:
    """A table as far as it was folded, from a snapshot on; `stopped` says that it couldn't go on.

    `over` are the rounds that ended or changed, for their rows to be compared, and `snapshot` the
    table as it last was before a round.
    """

    def __init__(self, head: Head, counts: Counts, snapshot: bytes) -> None:
        self.head = head
        self.counts = counts
        past = Past(self._past_round, self._scene, self._bound, self._is_counted)
        self.additions = Additions(head, past, counts)
        self.snapshot = snapshot
        self.table, self.position = history.thaw(snapshot or None)
        since = structs.replace(head, position=self.position) if self.position else None
        self.journals = Journals(head, counts, boxes=self.table.boxes, since=since)
        self.over: dict[int, Round] = {}
        self.due: deque[codec.Recorded] = deque()
        self.found: list[Finding] = []
        self.stopped = False

    def take(self, stored: StoredEvent) -> list[Finding]:
        """Fold the next event; what is wrong with it."""
        self.position = stored.position
        self._event(stored)
        return self._take_found() if self.found else self.found

    def overdue(self) -> list[Finding]:
        """What the service should have decided by now and didn't."""
        self._overdue()
        return self._take_found()

    def is_between_rounds(self) -> bool:
        """Whether no round is open, and nothing is due."""
        return not (self.stopped or self.table.round or self.due)

    def _event(self, stored: StoredEvent) -> None:
        try:
            if stored.type in codec.SERVICE_TYPES:
                self._decided(stored)
            else:
                self._sent(stored)
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a forged event breaks is a finding
            self.stopped = True
            why = f"it cannot go on: {type(error).__name__}: {error}"
            self._add("replay", stored.position, detail=why)
            self.counts.not_checked.append(
                f"{self.head.house} {self.head.stream} behind position {stored.position}, but for"
                " its chain"
            )

    def _sent(self, stored: StoredEvent) -> None:
        """A client's event: what was added to it, and then what follows."""
        if self.due:
            self._overdue()
        event = history.recorded(stored)
        self.journals.books.begin(event.fact, self.table.round)
        for found in self.additions.differences(self.table, event, stored.recorded_at):
            self._add("noted", event.position, found)
        if isinstance(event.fact, RoundOpened | RoundReportedLate):
            self.counts.rounds += 1
        if isinstance(event.fact, RoundOpened):
            self.snapshot = history.freeze(self.table, event.position - 1)
        taken = follow(self.table, event, offerings.offering, self._past_round)
        records, rounds = taken.records, [taken.round]
        if isinstance(event.fact, EventCorrected):
            recast = self._recast(event, stored.recorded_at)
            records, rounds = [*records, *recast.records], [*recast.rounds]
        self.due.extend(records[1:])
        self.journals.note(records, *rounds)
        if taken.round is not None and taken.round.is_over:
            self.over[taken.round.number] = taken.round

    def _recast(self, event: codec.Recorded, recorded_at: datetime) -> recasting.Recast:
        """What a corrected table event changed, by the log and the house as they were then."""
        facts = self.additions.settings(event.position, recorded_at)
        return recasting.recast(self._then(), self.table, event, facts, {})

    def _decided(self, stored: StoredEvent) -> None:
        """What the service decided: exactly what is due now."""
        if not self.due:
            self._add("decision", stored.position, detail=f"{stored.type} follows from nothing")
            return
        due = self.due.popleft()
        if isinstance(due.fact, RoundSettled):
            self.counts.settlements += 1
        elif isinstance(due.fact, FeesAssessed):
            self.counts.assessments += 1
        for found in decisions.differences(stored, due):
            self._add("decision", stored.position, found, detail=stored.type)

    def _overdue(self) -> None:
        """What the service has to have decided before the next event of a client."""
        for due in self.due:
            missing = f"{codec.NAMES[type(due.fact)]} is missing"
            self._add("decision", due.position, detail=missing)
        self.due.clear()

    def _then(self) -> Head:
        """The stream's head before the present event."""
        return structs.replace(self.head, position=self.position - 1)

    def _scene(self, number: int) -> Scene:
        return sessions.scene_of(self._then(), self._past_round(number), self._past_round, {})

    def _bound(self, fact: EventCorrected) -> Offering | None:
        return targets.bound(self._then(), fact, {})

    def _is_counted(self, purpose: str, box: Box) -> bool:
        return custody.is_counted(self._then(), purpose, box)

    def _past_round(self, number: int) -> Round:
        """A round as it was before the present event; its row is compared again."""
        now = self.table.round
        if now is not None and now.number == number:
            return self.journals.books.watch(now)
        if number not in self.over:
            self.over[number] = history.round_at(self.head, number, until=self.position - 1)
        return self.journals.books.watch(self.over[number])

    def _take_found(self) -> list[Finding]:
        found, self.found = self.found, []
        return found

    def _add(
        self, kind: str, position: int, found: Difference | None = None, *, detail: str = ""
    ) -> None:
        self.found.append(Finding.at(self.head, kind, found, position=position, detail=detail))
