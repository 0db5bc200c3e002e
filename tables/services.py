"""Use cases: recording a batch of a table's events, in one durable transaction."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from uuid import UUID, uuid5

from cardroom import clock
from cardroom.errors import CardroomError, IdReused, Missing, PositionConflict
from cardroom.house import houses
from cardroom.log import store
from cardroom.log.records import Head, Known, NewEvent
from tables import history, offerings, projections, queries
from tables.rounds import codec
from tables.rounds.admit.facts import Facts
from tables.rounds.codec import Batch, Event, Recorded
from tables.rounds.events import RoundOpened
from tables.rounds.state import Round
from tables.rounds.take import take
from tables.views import Answer, Appended, NotedAt, summary


def record(*, house: str, table: str, content: bytes, recorded_by: str) -> Answer:
    """Record a batch: all of it or nothing, and what is known already not again.

    Raises Malformed, RuleViolation, ProcedureViolation, PositionConflict, IdReused, Missing,
    Forbidden; each names its event by `pointer`.
    """
    batch = codec.read_batch(content)
    events = codec.read_events(batch)
    if table not in houses.facts(house).tables:
        raise Missing(f"house {house} has no table {table}")
    with store.recording():
        head = store.lock(house, history.stream_of(table))
        known = store.known(house, [event.id for event in events])
        recording = Recording(head, known, recorded_at=clock.now())
        recording.take_all(events, batch)
        recording.write(recorded_by)
    return recording.answer(table)


class Recording:
    """One batch on its way: the table as it becomes, and what is to be appended."""

    def __init__(self, head: Head, known: dict[UUID, Known], *, recorded_at: datetime) -> None:
        self.head = head
        self.known = known
        self.recorded_at = recorded_at
        self.table = history.table_at(head)
        self.seats_before = dict(self.table.seats)
        self.rounds: dict[int, Round] = {}
        self.new: list[NewEvent] = []
        self.positions: list[int] = []
        self.appended: list[Appended] = []
        self.notes: list[NotedAt] = []
        self.duplicates = 0
        self.snapshot: bytes | None = None
        self.facts = Facts(
            house=offerings.house(head.house),
            recorded_at=recorded_at,
            offering=offerings.offering,
            past_round=self._past_round,
            is_confirmed=lambda _person, _code: False,
        )

    @property
    def position(self) -> int:
        """Where the stream ends with what is to be appended."""
        return self.head.position + len(self.new)

    def take_all(self, events: Sequence[Event], batch: Batch) -> None:
        """Take every event in turn; the first faulty one is named and nothing remains."""
        expected = batch.expected_position
        if expected not in {None, self.head.position} and not all(
            event.id in self.known for event in events
        ):
            raise PositionConflict(
                f"the table stands at {self.head.position}, not {expected}",
                position=self.head.position,
            )
        for index, event in enumerate(events):
            try:
                self._take(index, event)
            except CardroomError as refusal:
                refusal.pointer = f"/events/{index}{refusal.pointer}"
                raise

    def _take(self, index: int, event: Event) -> None:
        if self._is_known(event):
            self.duplicates += 1
            return
        if isinstance(event.fact, RoundOpened) and self.table.round is None:
            self.snapshot = history.freeze(self.table, self.position)
        self._touch(event.round)
        own, *decided = take(self.table, event, self.facts, position=self.position + 1)
        self._touch(event.round)
        self.positions.append(own.position)
        self.known[event.id] = Known(self.head.stream, own.position, event.sameness)
        self._keep(event, own)
        self.notes += [
            NotedAt(index=index, position=own.position, code=note.code, detail=note.detail)
            for note in own.noted.irregularities
        ]
        for fact in decided:
            self._decide(event, fact)

    def _is_known(self, event: Event) -> bool:
        """Whether it was recorded before, as the same; IdReused when it was another."""
        known = self.known.get(event.id)
        if known is None:
            return False
        if known.stream != self.head.stream or known.sameness != event.sameness:
            table = known.stream.removeprefix("table:")
            raise IdReused(
                f"id {event.id} is recorded at table {table}, position {known.position},"
                " with other content",
                pointer="/id",
            )
        self.positions.append(known.position)
        self._touch(event.round)
        return True

    def _touch(self, number: int | None) -> None:
        if number is not None and number not in self.rounds and self.table.has_round(number):
            self._past_round(number)

    def _past_round(self, number: int) -> Round:
        """A round of this batch, the open one, or one of the log."""
        if number not in self.rounds:
            now = self.table.round
            is_open = now is not None and now.number == number
            self.rounds[number] = now if is_open and now else history.round_at(self.head, number)
        return self.rounds[number]

    def _keep(self, event: Event, own: Recorded) -> None:
        """The client's event as it is stored: as it was sent, with what was noted beside it."""
        body = codec.encode_body(
            event.data, round_number=event.round, override=event.override, noted=own.noted
        )
        self.new.append(
            NewEvent(
                id=event.id,
                type=event.type,
                version=event.version,
                occurred_at=event.occurred_at,
                gaming_day=own.gaming_day,
                round=event.round,
                body=body,
                sameness=event.sameness,
            )
        )

    def _decide(self, event: Event, decided: Recorded) -> None:
        """An event of the service's own, behind the one that asked for it."""
        name = codec.NAMES[type(decided.fact)]
        body = codec.encode_body(
            codec.encode_fact(decided.fact),
            round_number=decided.round,
            override=None,
            noted=decided.noted,
        )
        self.new.append(
            NewEvent(
                id=uuid5(event.id, name),
                type=name,
                version=codec.VERSION,
                occurred_at=decided.occurred_at,
                gaming_day=decided.gaming_day,
                round=decided.round,
                body=body,
                sameness=sha256(body).digest(),
            )
        )
        self.appended.append(Appended(position=decided.position, type=name))

    def write(self, recorded_by: str) -> None:
        """Append, and bring the read models to the same position."""
        if not self.new:
            return
        now = self.table.round
        if now is None:
            self.snapshot = history.freeze(self.table, self.position)
        store.append(
            self.head,
            self.new,
            recorded_at=self.recorded_at,
            recorded_by=recorded_by,
            snapshot=self.snapshot,
            open_round=None if now is None else now.number,
        )
        projections.project(
            self.head.house,
            self.head.stream.removeprefix("table:"),
            self.table,
            list(self.rounds.values()),
            stream_id=self.head.stream_id,
            last_position=self.position,
            seats_before=self.seats_before,
        )

    def answer(self, code: str) -> Answer:
        """What the sender is told, once it is durable."""
        return Answer(
            table=code,
            last_position=self.position,
            recorded=len(self.positions) - self.duplicates,
            duplicates=self.duplicates,
            positions=tuple(self.positions),
            appended=tuple(self.appended),
            irregularities=tuple(self.notes),
            rounds=tuple(summary(self.rounds[number]) for number in sorted(self.rounds)),
            state=queries.live(code, self.table, self.position),
        )
