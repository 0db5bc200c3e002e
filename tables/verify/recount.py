"""Recount: a table's stream read once for its chain, what follows from its events, its rows."""

from collections.abc import Iterator
from datetime import date
from typing import Final, NamedTuple

from cardroom.log import store
from cardroom.log.chain import Chain
from cardroom.log.marks import Mark
from cardroom.log.records import Head, StoredEvent
from tables import history
from tables.verify import findings, heads
from tables.verify.cells import Cells
from tables.verify.findings import Finding
from tables.verify.replay import OPENED, Replay
from tables.verify.trail import Trail

_ROUNDS_AT_ONCE: Final = 500
_ENDLESS: Final = 2**62


class Between(NamedTuple):
    """Where no round was open: position and hash, and what had been gone through by then."""

    position: int
    link: bytes
    tally: dict[str, int]


class Recount:
    """One table on its way; `is_cut` once the gaming day that was asked for is over."""

    def __init__(self, head: Head, cells: Cells, trail: Trail, chain: Chain) -> None:
        self.head = head
        self.cells = cells
        self.trail = trail
        self.chain = chain
        self.counts = trail.counts
        snapshot = b"" if trail.start is None else trail.start.state
        self.replay = Replay(head, trail.counts, snapshot)
        self.cells.rounds_until = self.replay.table.last_round
        self.between = Between(self.replay.position, chain.previous, {})
        self.is_cut = False

    def read(self, *, until: int) -> Iterator[Finding]:
        """Follow the chain up to a position, fold what stands there, and compare on the way."""
        if self.is_cut:
            return
        head, replay, chain = self.head, self.replay, self.chain
        for stored in store.load(head.house, head.stream, after=chain.position, until=until):
            if self.trail.day is None or stored.gaming_day > self.trail.day:
                self._before_day(stored.gaming_day)
            if stored.type == OPENED:
                yield from self._before_round()
            yield from map(findings.of_log, chain.follow(stored))
            self.counts.events += 1
            if replay.stopped:
                continue
            yield from replay.take(stored)
            if len(replay.over) >= _ROUNDS_AT_ONCE:
                yield from self._compare_rounds()
            if replay.journals.is_due:
                yield from self._compare_journals()
            if self._is_beyond(stored):
                self.is_cut = True
                return

    def _before_day(self, day: date) -> None:
        """The first event of a gaming day; when a round is open then, the day has no mark."""
        if self.replay.is_between_rounds():
            self.trail.leave_day(day, *self._here())
        self.trail.day = day

    def _before_round(self) -> Iterator[Finding]:
        """Between two rounds is the place to leave a mark at."""
        if not self.replay.is_between_rounds():
            return
        chain = self.chain
        self.between = Between(chain.position, chain.previous, self.counts.numbers())
        if self.trail.is_due(chain.position):
            yield from self._compare_rounds()
            yield from self._compare_journals()
            self.trail.leave(*self._here())

    def _here(self) -> tuple[int, bytes, bytes]:
        """Position, hash and state between two rounds."""
        here = self.chain.position
        return here, self.chain.previous, history.freeze(self.replay.table, here)

    def _is_beyond(self, stored: StoredEvent) -> bool:
        """Whether a round opened here that comes after all that was asked for."""
        last = self.trail.run.asked.day
        return last is not None and stored.type == OPENED and stored.gaming_day > last

    def cut(self) -> Iterator[Finding]:
        """What can be compared before the stream's end."""
        yield from self._compare_rounds()
        yield from self._compare_journals()

    def finish(self, head: Head) -> Iterator[Finding]:
        """What can be compared at the stream's end alone, at the instant of this head."""
        replay = self.replay
        yield from replay.overdue()
        yield from map(findings.of_log, self.chain.end(head))
        yield from self._compare_rounds()
        yield from self._compare_journals()
        if replay.stopped:
            return
        now = replay.table.round
        yield from self.cells.rounds({} if now is None else {now.number: now}, until=_ENDLESS)
        yield from self.cells.table(replay.table, replay.position)
        if now is None:
            replay.snapshot = history.freeze(replay.table, replay.position)
        open_round = None if now is None else now.number
        for found in heads.differences(head, replay.snapshot, open_round):
            yield Finding.at(head, "head", found)

    def end_mark(self) -> Mark | None:
        """The last place to go on from, if nothing is wrong before it."""
        snapshot = self.replay.snapshot
        if self.replay.stopped:
            return None
        if self.replay.table.round is None:
            return self.trail.leave(self.chain.position, self.chain.previous, snapshot)
        tally = self.between.tally | {"rows": self.counts.rows}
        return self.trail.leave(self.between.position, self.between.link, snapshot, tally)

    def _compare_rounds(self) -> Iterator[Finding]:
        over, self.replay.over = self.replay.over, {}
        last = max(over, default=0)
        yield from self.cells.rounds(over, until=max(last, self.cells.rounds_until))

    def _compare_journals(self) -> Iterator[Finding]:
        """Of what couldn't be folded, nothing is known that it should have posted."""
        yield from self.replay.journals.compare(until=self.replay.position - self.replay.stopped)
