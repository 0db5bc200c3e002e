"""The kinds of work that fall due, and a row in the hands of whoever works on it."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Final

from msgspec import Struct

from cardroom.due import rows

FAST: Final = "fast"
REPORTS: Final = "reports"
QUEUES: Final = (FAST, REPORTS)


class Kind(Struct, frozen=True, kw_only=True):
    """One kind of work, and who does it.

    `run` does the work and calls `Taken.done` in the transaction of its effect; what writes
    nothing may leave that out. Whoever holds a row longer than the `lease` may be overtaken. A
    kind that `follows` another falls due for the same house, day and purpose when that is done.
    Without `most_attempts` it is tried for ever.
    """

    name: str
    run: "Callable[[Taken], None]"
    queue: str = FAST
    lease: timedelta = timedelta(minutes=1)
    most_attempts: int | None = 8
    follows: str | None = None


class Taken(Struct, kw_only=True):
    """A row that was taken; `fence` tells this lease from any other."""

    id: int
    kind: str
    house: str
    gaming_day: date
    purpose: str
    due_at: datetime
    attempts: int
    fence: int
    kinds: Mapping[str, Kind]
    now: Callable[[], datetime]
    is_done: bool = False

    def done(self) -> None:
        """Mark it done, and plan what follows, in the transaction of the effect.

        Raises Overtaken when somebody else has taken the row since; then nothing may be kept.
        """
        now = self.now()
        rows.done(self.id, self.fence, now)
        for kind in self.kinds.values():
            if kind.follows == self.kind:
                rows.plan(kind.name, self.house, self.gaming_day, now=now, purpose=self.purpose)
        self.is_done = True

    def __str__(self) -> str:
        purpose = f" {self.purpose}" if self.purpose else ""
        return f"{self.house} {self.gaming_day} {self.kind}{purpose}"
