"""One batch on its way: the table as it becomes, what is to be appended, what is answered."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import TypeVar
from uuid import UUID, uuid5

from cardroom.errors import CardroomError, IdReused, PositionConflict, RuleViolation
from cardroom.house.codes import Checker
from cardroom.log import store
from cardroom.log.records import Head, Known, NewEvent
from ledger.queries.seen import told_until
from tables import history, offerings, projections, queries, recasting, sessions, targets
from tables.bookkeeping import Bookkeeping
from tables.custody import Custody
from tables.rounds import codec, fee_places
from tables.rounds import events as e
from tables.rounds.admit.facts import Facts, Scene
from tables.rounds.admit.judge import number_of
from tables.rounds.codec import Batch, Event, Recorded
from tables.rounds.state import Round
from tables.rounds.take import noting, take
from tables.views import Answer, Appended, NotedAt, summary

Found = TypeVar("Found")


class Recording:
    """A batch behind a locked head; it takes events one by one, then writes them all."""

    def __init__(
        self,
        head: Head,
        known: dict[UUID, Known],
        checker: Checker,
        *,
        scope: str,
        recorded_at: datetime,
        is_blind: bool = False,
    ) -> None:
        self.head = head
        self.is_blind = is_blind
        self.known = known
        self.recorded_at = recorded_at
        self.table = history.table_at(head)
        self.seats_before = dict(self.table.seats)
        self.rounds: dict[int, Round] = {}
        self.touched: set[int] = set()
        self.paid: set[int] = set()
        self.corrections: dict[UUID, Recorded] = {}
        self.new: list[NewEvent] = []
        self.positions: list[int] = []
        self.appended: list[Appended] = []
        self.notes: list[NotedAt] = []
        self.duplicates: list[int] = []
        self.snapshot: bytes | None = None
        self.custody = Custody(head, is_blind=is_blind)
        self.given: set[int] = set()
        self.bookkeeping = Bookkeeping(head, self.table.boxes, is_blind=is_blind)
        self.facts = Facts(
            house=offerings.house(head.house),
            scope=scope,
            recorded_at=recorded_at,
            offering=offerings.offering,
            past_round=self._past_round,
            scene=self._scene,
            bound=lambda fact: targets.bound(head, fact, self.corrections),
            words=partial(history.words, head),
            is_confirmed=partial(checker.is_confirmed, at=recorded_at),
            is_counted=self.custody.is_counted,
        )

    @property
    def is_in_use(self) -> bool:
        """Whether the house has the table now; what happened at one that it had is put right."""
        return self.bookkeeping.code in self.facts.house.tables

    @property
    def position(self) -> int:
        """Where the stream ends with what is to be appended."""
        return self.head.position + len(self.new)

    def take_all(self, events: Sequence[Event], batch: Batch) -> None:
        """Take every event in turn; the first faulty one is named and nothing remains."""
        events = self._read(events)
        self._check_position(events, batch.expected_position)
        for _ in _in_turn(events, self._take):
            pass

    def _check_position(self, events: Sequence[Event], expected: int | None) -> None:
        """PositionConflict where the table went on; for the blind, where they can see that."""
        if expected is None or all(event.id in self.known for event in events):
            return
        seen = told_until(self.head.stream_id) if self.is_blind else None
        position = self.head.position if seen is None else seen
        if expected < position or (seen is None and expected > position):
            raise PositionConflict(
                f"the table stands at {position}, not {expected}", position=position
            )

    def _read(self, events: Sequence[Event]) -> Sequence[Event]:
        """Read what corrections say, now that it is known of what; malformed comes before all."""
        if not any(isinstance(event.fact, e.EventCorrected) for event in events):
            return events
        return list(_in_turn(events, lambda _, event: targets.read(self.head, event)))

    def _take(self, index: int, event: Event) -> None:
        if self._is_known(event):
            self.duplicates.append(index)
            return
        if not self.is_in_use and isinstance(event.fact, e.TableOpened):
            raise RuleViolation("the house uses this table no more: it isn't opened again")
        if isinstance(event.fact, e.RoundOpened) and self.table.round is None:
            self.snapshot = history.freeze(self.table, self.position)
        self.bookkeeping.books.begin(event.fact, self.table.round)
        taken = take(self.table, event, self.facts, position=self.position + 1)
        own, *decided = taken.records
        if taken.round is not None:
            self._touch(taken.round)
        if isinstance(event.fact, e.EventCorrected):
            self.custody.check(own, event.fact)
            recast = recasting.recast(self.head, self.table, own, self.facts, self.corrections)
            decided += recast.records
            own = noting(own, recast.brought)
            self._touch(*recast.rounds)
            self.corrections[event.fact.event] = own
        self.positions.append(own.position)
        kept = self.known[event.id] = Known(self.head.stream, own.position, event.sameness)
        self._note(index, own.position, own.noted)
        if event.round is None:  # no other event is about boxes, or gives a round as a whole
            self.custody.note(index, own)
            self._note_given(own)
        self.bookkeeping.note([own, *decided], self.rounds)
        self.paid |= fee_places.changed([own, *decided])
        self._keep(event, own, kept.sameness)
        for fact in decided:
            self._decide(event, fact)

    def _is_known(self, event: Event) -> bool:
        """Whether it was recorded before, as the same; IdReused when it was another."""
        known = self.known.get(event.id)
        if known is None:
            return False
        if known.stream != self.head.stream or known.sameness != event.sameness:
            raise self._refusal(known, event)
        self.positions.append(known.position)
        number = number_of(event)
        if number is not None and self.table.has_round(number):
            self._touch(self._past_round(number))
        return True

    def _refusal(self, known: Known, event: Event) -> IdReused:
        """What is said of an id that is taken: by what is recorded, or by this very batch."""
        if known.stream != self.head.stream or known.position <= self.head.position:
            return known.refusal(event.id, event.sameness)
        said = f"two events of this batch have the id {event.id}, with other content"
        return IdReused(said, event_id=event.id)

    def _touch(self, *rounds: Round) -> None:
        """Rounds whose rows are written again, and which the answer lists."""
        for now in rounds:
            self.rounds[now.number] = now
            self.touched.add(now.number)

    def _past_round(self, number: int) -> Round:
        """A round of this batch, the open one, or one of the log."""
        if number not in self.rounds:
            now = self.table.round
            is_open = now is not None and now.number == number
            self.rounds[number] = now if is_open and now else history.round_at(self.head, number)
        return self.bookkeeping.books.watch(self.rounds[number])

    def _scene(self, number: int) -> Scene:
        """The table as it was when a round opened, for judging that round afresh."""
        now = self._past_round(number)
        return sessions.scene_of(self.head, now, self._past_round, self.corrections)

    def _note(self, index: int, position: int, noted: e.Noted) -> None:
        """What was noted of an event, and of each event of a whole round that it brought."""
        found: list[e.Irregularity] = [*noted.irregularities]
        for given in noted.events:
            found += given.irregularities
        self.notes += [
            NotedAt(index=index, position=position, code=note.code, detail=note.detail)
            for note in found
        ]

    def _note_given(self, own: Recorded) -> None:
        """Rounds that this batch gives as a whole, and nothing changes behind that."""
        if isinstance(own.fact, e.RoundCorrected):
            self.given.add(own.fact.round)
        elif isinstance(own.fact, e.EventCorrected):
            self.given.clear()

    def _keep(self, event: Event, own: Recorded, sameness: bytes) -> None:
        """The client's event as it is stored: as it was sent, with what was noted beside it."""
        body = codec.encode_body(
            event.data, round_number=own.round, override=event.override, noted=own.noted
        )
        self.new.append(
            NewEvent(
                id=event.id,
                type=event.type,
                version=event.version,
                occurred_at=event.occurred_at,
                gaming_day=own.gaming_day,
                round=own.round,
                body=body,
                sameness=sameness,
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
                id=uuid5(event.id, f"{name} {decided.round}"),
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
        self._note_duplicates()
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
            self.bookkeeping.code,
            self.table,
            [self.rounds[number] for number in self.touched],
            stream_id=self.head.stream_id,
            last_position=self.position,
            seats_before=self.seats_before,
            fees_of=self.paid,
        )
        self.bookkeeping.write()
        self.custody.write(self.position)

    def _note_duplicates(self) -> None:
        """A retry is told again what was noted the first time, when that answer may be lost."""
        wanted = {self.positions[index]: index for index in self.duplicates}
        for stored in store.load_positions(self.head, list(wanted)) if wanted else ():
            index = wanted[stored.position]
            self._note(index, stored.position, history.recorded(stored).noted)
        self.notes.sort(key=lambda note: note.index)

    def answer(self, code: str) -> Answer:
        """What the sender is told, once it is durable."""
        return Answer(
            table=code,
            last_position=self.position,
            recorded=len(self.positions) - len(self.duplicates),
            duplicates=len(self.duplicates),
            positions=tuple(self.positions),
            appended=tuple(self.appended),
            irregularities=tuple(self.notes),
            rounds=tuple(summary(self.rounds[number]) for number in sorted(self.touched)),
            state=queries.live(code, self.table, self.position),
        )


def _in_turn(events: Sequence[Event], act: Callable[[int, Event], Found]) -> Iterator[Found]:
    """What is found of each event; a refusal names its event by the place in the batch."""
    for index, event in enumerate(events):
        try:
            yield act(index, event)
        except CardroomError as refusal:
            refusal.pointer = f"/events/{index}{refusal.pointer}"
            raise
