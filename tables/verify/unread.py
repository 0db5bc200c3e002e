"""Unread: what a run didn't read, because it relies on what was found before."""

from collections.abc import Iterator

from msgspec import Struct

from cardroom.log.marks import Mark
from cardroom.texts import counted
from tables.verify.asked import Range, Scope


class Unread(Struct):
    """Events before the marks that a run went on from.

    It read some itself `before_the_break`, and `earlier` runs the others.
    """

    before_the_break: int = 0
    earlier: int = 0

    def rely(self, mark: Mark) -> None:
        """Count what lies before a mark."""
        own = mark.tally.get("events", 0)
        self.before_the_break += own
        self.earlier += mark.position - own

    def lines(self, read: Range) -> Iterator[str]:
        """What a run of this range didn't check, in sentences."""
        if read.goes_on_from is not None:
            read_before = counted(self.before_the_break, "event")
            yield f"again, what was read before the run was interrupted: {read_before}"
        if read.scope is Scope.DAY:
            yield (
                f"what isn't of gaming day {read.day}, what was recorded later about its rounds"
                " but for their rows, and the feed"
            )
        elif read.scope is Scope.SINCE_CHECKPOINT:
            relied = counted(self.earlier, "event")
            yield (
                f"what earlier verifications found nothing wrong in: {relied}, of"
                " which only the last of each stream is compared, and rows that nothing changed"
                " since (--full reads all)"
            )
