"""A trail: one stream, or feed, in a run: the mark that it goes on from, and those it leaves."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Final

from msgspec import structs

from cardroom.log.marks import Mark
from tables.verify.asked import Stretch
from tables.verify.counts import Counts
from tables.verify.findings import Finding
from tables.verify.run import Run, instant

EVERY: Final = 20_000  # events from one mark to the next
FEED: Final = "feed"


class Trail:
    """What was gone through of a stream; `is_clean` until something is found wrong in it.

    `start` is the mark that it goes on from, whose event is still the same one, or None; `day` the
    last gaming day of an event so far.
    """

    def __init__(
        self,
        run: Run,
        house: str,
        stream: str,
        hash_at: Callable[[int], bytes | None],
        is_usable: Callable[[Mark], bool],
    ) -> None:
        self.run = run
        self.house = house
        self.stream = stream
        self.is_clean = True
        self.counts = Counts(not_checked=run.counts.not_checked, notes=run.counts.notes)
        self._hash_at = hash_at
        candidates = run.candidates(house, stream)
        self.start = next((m for m in candidates if self._holds(m) and is_usable(m)), None)
        self.left_at = self.began_at = 0
        self.day: date | None = None
        if self.start is not None:
            self.day = self.start.day
            self.left_at = self.began_at = self.start.position
            self.counts.add(self.start.tally)
            if stream != FEED:
                run.unread.rely(self.start)
        self.counts.streams = int(stream != FEED)

    def _holds(self, mark: Mark) -> bool:
        """Whether the event at a mark is the one that was there when it was left."""
        return not mark.position or self._hash_at(mark.position) == mark.hash

    def watch(self, found: Iterator[Finding]) -> Iterator[Finding]:
        """The findings, which spoil the trail."""
        for one in found:
            self.is_clean = False
            yield one

    def contradictions(self) -> Iterator[Finding]:
        """Whether what was found sound before is still there."""
        sound = self.run.sound(self.house, self.stream)
        if sound is not None and not self._holds(sound):
            yield not_there(sound)

    def is_due(self, position: int) -> bool:
        """Whether it is time to leave a mark."""
        return self.run.leaves and self.is_clean and position - self.left_at >= EVERY

    def leave(
        self, position: int, link: bytes, state: bytes, tally: dict[str, int] | None = None
    ) -> Mark | None:
        """Leave a mark to go on from, unless something is wrong before it."""
        if not self.is_clean:
            return None
        mark = self.run.mark(self.house, self.stream, position, link, state)
        mark = structs.replace(mark, day=self.day, tally=tally or self.counts.numbers())
        self.run.leave(self.run.name, mark)
        self.left_at = position
        return mark

    def leave_day(self, day: date, position: int, link: bytes, state: bytes) -> None:
        """Leave a mark before a gaming day's first event."""
        if self.is_clean:
            mark = self.run.mark(self.house, self.stream, position, link, state)
            self.run.leave_day(day, structs.replace(mark, day=self.day))

    def end(self, until: int, mark: Mark | None) -> None:
        """The stream was gone through, to this position."""
        stretch = Stretch(self.house, self.stream, self.began_at, until)
        self.run.counts.range.streams.append(stretch)
        self.run.counts.add(self.counts.numbers())
        self.run.ends[self.house, self.stream] = mark


def not_there(mark: Mark) -> Finding:
    """What stood at a mark is something else now, or nothing."""
    return Finding(
        kind="mark",
        house=mark.house,
        stream=mark.stream,
        position=mark.position,
        detail=f"not what was verified here at {instant(mark)}: rewritten, or cut off",
    )
