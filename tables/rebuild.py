"""Rebuild: a table's rows replayed from the log beside those in force, then switched to at once.

Recording goes on meanwhile; it waits only while the last few events are caught up with. A rebuild
that is killed leaves the old rows in force, and the next one removes what it had written.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import DatabaseError
from msgspec import Struct, structs

from cardroom import clock
from cardroom.errors import Conflict
from cardroom.house.history import replay
from cardroom.house.history.stream import STREAMS as HOUSES
from cardroom.log import store
from cardroom.log.records import Head
from cardroom.log.rows import rows
from ledger import box_periods, count_replay, reviews
from tables import history, offerings, projections, rebooking
from tables.custody import Changes
from tables.rotation import keeping
from tables.rounds.codec import Recorded
from tables.rounds.events import AboutRound, RoundOpened, RoundReportedLate
from tables.rounds.fold import fold
from tables.rounds.round_fold import fold_round
from tables.rounds.state import Round, Table

TABLES: Final = history.stream_of("")
_PASSES: Final = 4  # each reads what was recorded during the one before, the last behind the lock
_ROUNDS_AT_ONCE: Final = 200
_TRY_LOCK: Final = """
SELECT pg_try_advisory_lock('tables_roundrow'::regclass::oid::integer, %(stream_id)b::integer)
"""
_UNLOCK: Final = """
SELECT pg_advisory_unlock('tables_roundrow'::regclass::oid::integer, %(stream_id)b::integer)
"""


class Rebuilt(Struct, frozen=True):
    """What one table's rows were made from, and how many of its journals were missing."""

    house: str
    code: str
    events: int
    rounds: int
    journals: int = 0


def rebuild() -> Iterator[Rebuilt]:
    """Rebuild the rows of every table, one after the other."""
    projections.remove_strays()
    box_periods.remove_strays()
    heads = store.streams()
    for head in heads:  # first, for tables are replayed by the offerings that they bound
        if head.stream.startswith(HOUSES):
            replay.restore(head)
    for head in heads:
        if head.stream.startswith(count_replay.STREAMS):
            count_replay.restore(head)
            reviews.restore(head)
        if head.position and head.stream.startswith(TABLES):
            yield rebuild_table(head)


def rebuild_table(head: Head) -> Rebuilt:
    """Rebuild the rows of one table; Conflict when somebody else is at it."""
    with _alone(head):
        replay = Replay(head, generation=projections.in_force(head.stream_id) + 1)
        projections.remove_others(head.stream_id, replay.generation - 1)
        replay.read(until=head.position)
        for _ in range(_PASSES - 2):
            replay.read(until=_position(head))
        with store.recording():
            replay.read(until=store.lock(head.house, head.stream).position)
            replay.switch()
        projections.remove_others(head.stream_id, replay.generation)
        missing = rebooking.restore(structs.replace(head, position=replay.position))
        keeping.restore(structs.replace(head, position=replay.position), clock.now())
    return structs.replace(replay.result(), journals=missing)


@contextmanager
def _alone(head: Head) -> Iterator[None]:
    """One rebuild of a table at a time; the lock goes with the connection, however that ends."""
    ((is_free,),) = rows(_TRY_LOCK, {"stream_id": head.stream_id})
    if not is_free:
        raise Conflict(f"{head.house} {head.stream} is being rebuilt already", retryable=True)
    try:
        yield
    finally:
        rows(_UNLOCK, {"stream_id": head.stream_id})


def _position(head: Head) -> int:
    now = store.head(head.house, head.stream)
    return head.position if now is None else now.position


class Replay:
    """One table read from its beginning, its rounds written as soon as some of them are over."""

    def __init__(self, head: Head, *, generation: int) -> None:
        self.head = head
        self.generation = generation
        self.table = Table()
        self.position = 0
        self.over: dict[int, Round] = {}
        self.rounds = 0
        self.changes = Changes()

    def read(self, *, until: int) -> None:
        """Fold what follows up to a position."""
        head = self.head
        for stored in store.load(head.house, head.stream, after=self.position, until=until):
            try:
                event = history.recorded(stored)
                self.changes.note(stored, event)
                self._fold(event)
            except DatabaseError:
                raise
            except Exception as error:
                raise Conflict(
                    f"{head.house} {head.stream} can't be replayed at position {stored.position}"
                    f" ({type(error).__name__}: {error}); its rows stay as they are"
                ) from error
            if len(self.over) >= _ROUNDS_AT_ONCE:
                projections.write_rounds(
                    self.over.values(), stream_id=head.stream_id, generation=self.generation
                )
                self.over.clear()
        self.position = until

    def _fold(self, event: Recorded) -> None:
        before = self.table.round
        fold(self.table, event, offerings.offering)
        fact = event.fact
        now = before or self.table.round
        if isinstance(fact, RoundOpened | RoundReportedLate):
            self.rounds += 1
        if now is not None and now.number == event.round:
            if now.is_over:
                self.over[now.number] = now
        elif event.round is not None and isinstance(fact, AboutRound):
            self._fold_past(event, event.round, fact)

    def _fold_past(self, event: Recorded, number: int, fact: AboutRound) -> None:
        """What comes in after a round's end, fee money for instance, changes its row once more."""
        if number in self.over:
            fold_round(self.over[number], event, fact, offerings.offering)
        else:
            self.over[number] = history.round_at(self.head, number, until=event.position)

    def switch(self) -> None:
        """Write what is left, and put the generation in force."""
        now = self.table.round
        projections.project(
            self.head.house,
            _code(self.head),
            self.table,
            [*self.over.values(), *([] if now is None else [now])],
            stream_id=self.head.stream_id,
            last_position=self.position,
            generation=self.generation,
        )
        box_periods.replace(self.head.stream_id, self.changes.periods(self.head))

    def result(self) -> Rebuilt:
        """What it came to."""
        return Rebuilt(self.head.house, _code(self.head), self.position, self.rounds)


def _code(head: Head) -> str:
    return head.stream.removeprefix(TABLES)
