"""Recount: a table's stream folded from its clients' events alone.

What the service decided (fees, settlements) is worked out again after each of them, and what is
stored of it is only compared; so are the names and the gaming day that recording added.
"""

from collections import deque
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db import DatabaseError
from msgspec import structs

from cardroom.log import store
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
from tables.rounds.state import Round, Table
from tables.rounds.take import follow
from tables.rules.offering import Offering
from tables.verify import decisions, heads
from tables.verify.additions import Additions
from tables.verify.cells import Cells
from tables.verify.counts import Counts
from tables.verify.findings import Difference, Finding
from tables.verify.in_force import Past
from tables.verify.journals import Journals

_ROUNDS_AT_ONCE: Final = 500
_ENDLESS: Final = 2**62


class Recount:
    """One table on its way through its stream; `stopped` says why it couldn't go on."""

    def __init__(self, head: Head, cells: Cells, counts: Counts) -> None:
        self.head = head
        self.cells = cells
        self.counts = counts
        past = Past(self._past_round, self._scene, self._bound, self._is_counted)
        self.additions = Additions(head.house, past, counts)
        self.journals = Journals(head, counts)
        self.table = Table()
        self.position = 0
        self.snapshot = b""
        self.over: dict[int, Round] = {}
        self.due: deque[codec.Recorded] = deque()
        self.found: list[Finding] = []
        self.stopped = False

    def read(self, *, until: int) -> Iterator[Finding]:
        """Fold what follows up to a position, and compare on the way."""
        head = self.head
        for stored in store.load(head.house, head.stream, after=self.position, until=until):
            if self.stopped:
                return
            self.position = stored.position
            self.counts.events += 1
            self._event(stored)
            if self.found:
                yield from self._take_found()
            if len(self.over) >= _ROUNDS_AT_ONCE:
                yield from self._compare_rounds()
            if self.journals.is_due:
                yield from self.journals.compare(until=self.position)

    def finish(self, head: Head) -> Iterator[Finding]:
        """What can be compared at the stream's end alone, at the instant of this head."""
        self._overdue()
        yield from self._take_found()
        yield from self._compare_rounds()
        yield from self.journals.compare(until=self.position - self.stopped)
        if self.stopped:
            return
        now = self.table.round
        yield from self.cells.rounds({} if now is None else {now.number: now}, until=_ENDLESS)
        yield from self.cells.table(self.table, self.position)
        if now is None:
            self.snapshot = history.freeze(self.table, self.position)
        open_round = None if now is None else now.number
        for found in heads.differences(head, self.snapshot, open_round):
            yield Finding.at(head, "head", found)

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
                f"{self.head.house} {self.head.stream} behind position {stored.position}"
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
        *_, facts = self.additions.in_force.at(recorded_at)
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

    def _compare_rounds(self) -> Iterator[Finding]:
        over, self.over = self.over, {}
        last = max(over, default=0)
        yield from self.cells.rounds(over, until=max(last, self.cells.rounds_until))

    def _take_found(self) -> list[Finding]:
        found, self.found = self.found, []
        return found

    def _add(
        self, kind: str, position: int, found: Difference | None = None, *, detail: str = ""
    ) -> None:
        self.found.append(Finding.at(self.head, kind, found, position=position, detail=detail))
