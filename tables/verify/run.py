"""A run of verification: where it goes on from, and what it leaves for the next.

An interrupted run is gone on with when the same is asked for again within a day. Where a whole run
found nothing wrong is where `--since-checkpoint` goes on.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Final

from msgspec import structs

from cardroom.log.marks import Mark, Marks, day_name
from tables.verify.asked import Asked, Range, Scope
from tables.verify.counts import Counts
from tables.verify.unread import Unread

SOUND: Final = "sound"
_FRESH: Final = timedelta(days=1)
_DAYS_KEPT: Final = 40


@contextmanager
def begun(asked: Asked, counts: Counts, now: datetime) -> Iterator["Run"]:
    """A run; one at a time leaves marks, and any other at the same time goes without."""
    counts.range = Range(asked.scope, asked.day)
    if asked.marks is None:
        yield Run(asked, counts, None, now, leaves=False)
        return
    try:
        asked.marks.prepare()
    except OSError as error:
        counts.notes.append(f"nothing can be kept to go on from: {error}")
        yield Run(asked, counts, None, now, leaves=False)
        return
    with asked.marks.alone() as is_alone:
        if not is_alone:
            counts.notes.append(
                "another verification is running; this one can't be gone on with when interrupted"
            )
        yield Run(asked, counts, asked.marks, now, leaves=is_alone)


class Run:
    """One run; without marks it goes on from nothing and leaves nothing."""

    def __init__(
        self, asked: Asked, counts: Counts, marks: Marks | None, now: datetime, *, leaves: bool
    ) -> None:
        self.asked = asked
        self.counts = counts
        self.marks = marks
        self.leaves = leaves
        self.begun_at = now
        self.ends: dict[tuple[str, str], Mark | None] = {}
        self.unread = Unread()
        self.name = f"run-{asked.scope}-{asked.day}" if asked.day else f"run-{asked.scope}"
        if leaves and marks is not None:
            self._begin(marks)

    def _begin(self, marks: Marks) -> None:
        """Go on with the run of this name, or begin it."""
        before = marks.get("", "", self.name)
        if before is not None and self.begun_at - before.begun_at < _FRESH:
            self.begun_at = self.counts.range.goes_on_from = before.begun_at
        else:
            marks.put(self.name, self.mark("", "", 0, b"", b""))

    @property
    def goes_on(self) -> bool:
        """Whether it goes on with one that was interrupted."""
        return self.counts.range.goes_on_from is not None

    def mark(self, house: str, stream: str, position: int, link: bytes, state: bytes) -> Mark:
        """A mark of this run."""
        return Mark(
            house=house,
            stream=stream,
            position=position,
            hash=link,
            state=state,
            begun_at=self.begun_at,
        )

    def candidates(self, house: str, stream: str) -> Iterator[Mark]:
        """From where a stream may be gone on with, the furthest first."""
        if self.marks is None:
            return
        mine = self.marks.get(house, stream, self.name) if self.goes_on else None
        if mine is not None and mine.begun_at == self.begun_at:
            yield mine
        if self.asked.scope is Scope.SINCE_CHECKPOINT:
            sound = self.sound(house, stream)
            if sound is not None and not sound.spoiled:
                yield sound
        elif self.asked.day is not None:
            yield from self._before(self.marks, house, stream, self.asked.day)

    def _before(self, marks: Marks, house: str, stream: str, wanted: date) -> Iterator[Mark]:
        """What was left before any event of a gaming day, the last first."""
        days = [day for day in marks.days(house, stream) if day <= wanted]
        found = [marks.get(house, stream, day_name(day)) for day in days[-1:]]
        sound = self.sound(house, stream)
        if sound is not None and not sound.spoiled and sound.day and sound.day < wanted:
            found.append(sound)
        yield from sorted(filter(None, found), key=lambda mark: mark.position, reverse=True)

    def sound(self, house: str, stream: str) -> Mark | None:
        """Where the last whole run ended, when it found nothing wrong in the stream."""
        return self.marks.get(house, stream, SOUND) if self.marks else None

    def lost(self) -> Iterator[Mark]:
        """The sound marks of streams that aren't there any more."""
        places = self.marks.places(SOUND) if self.marks else []
        for house, stream in places:
            mark = None if (house, stream) in self.ends else self.sound(house, stream)
            if mark is not None and mark.position:
                yield mark

    def leave_day(self, day: date, mark: Mark) -> None:
        """Leave a mark before a gaming day's first event; those of the last weeks are kept."""
        self.leave(day_name(day), mark)
        if self.leaves and self.marks is not None:
            for old in self.marks.days(mark.house, mark.stream)[:-_DAYS_KEPT]:
                self.marks.drop(mark.house, mark.stream, day_name(old))

    def leave(self, name: str, mark: Mark) -> None:
        """Leave a mark, if this run leaves any; where there is no room, it goes on without."""
        if self.leaves and self.marks is not None:
            try:
                self.marks.put(name, mark)
            except OSError as error:
                self.leaves = False
                self.counts.notes.append(f"nothing more can be kept to go on from: {error}")

    def finish(self) -> None:
        """All was gone through: the next run of this kind begins anew."""
        self.counts.relied = list(self.unread.lines(self.counts.range))
        self.counts.not_checked.extend(self.counts.relied)
        if self.marks is not None:
            for path in dict.fromkeys(self.marks.unusable):
                self.counts.notes.append(f"not used, for this installation didn't sign it: {path}")
        if not self.leaves or self.marks is None:
            return
        self.marks.drop("", "", self.name)
        for (house, stream), end in self.ends.items():
            if self.asked.scope is not Scope.DAY:
                self._conclude(house, stream, end)
            self.marks.drop(house, stream, self.name)

    def _conclude(self, house: str, stream: str, end: Mark | None) -> None:
        """The sound mark of a stream moves on, or is no more to be gone on from."""
        before = self.sound(house, stream)
        if end is not None:
            self.leave(SOUND, structs.replace(end, tally={}))
        elif before is not None and self.asked.scope is Scope.FULL:
            self.leave(SOUND, structs.replace(before, spoiled=True))


def instant(mark: Mark) -> str:
    """When the run began that left a mark, as people read it."""
    return f"{mark.begun_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
