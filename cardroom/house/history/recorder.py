"""The recorder: the one way by which anything of a house changes, each change with its event.

Whoever changes something holds the head of the house's stream, so changes come one after the other.
The first change since there are such events records what stands as well, for nobody recorded how
that came about.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, time
from typing import Final

from cardroom.errors import Malformed
from cardroom.gaming_day import gaming_day
from cardroom.house import in_force
from cardroom.house.history import facts
from cardroom.house.history.facts import Fact
from cardroom.house.history.rows import version_added
from cardroom.house.history.standing import standing
from cardroom.house.history.stream import is_on_record, stream_of
from cardroom.house.models import House, Version
from cardroom.house.versions import Before
from cardroom.log import store
from cardroom.log.records import Head

# Who changes something by a command of the machine that Cardroom runs on.
OPERATOR: Final = "operator"

_LONGEST: Final = 500


class Recorder:
    """Changes of one house by somebody, behind the locked head of its stream."""

    def __init__(self, head: Head, *, now: datetime, by: str, reason: str | None) -> None:
        self.head = head
        self.now = now
        self.by = _said(by)
        self.reason = None if reason is None else _said(reason)
        self._facts: list[tuple[str, Fact, datetime]] = []

    def add(self, name: str, fact: Fact, occurred_at: datetime | None = None) -> None:
        """A change that is made now, or stood since an instant."""
        self._facts.append((name, fact, self.now if occurred_at is None else occurred_at))

    def versions(self, rows: list[Version], before: Before) -> None:
        """Keep these new versions of items; `before` are the ones in force."""
        for row in rows:
            row.house_id, row.created_at = self.head.house, self.now
        for row in Version.objects.bulk_create(rows):
            self.add(f"{row.kind}.changed", version_added(row, before, reason=self.reason))

    def write(self) -> None:
        """Append what was changed; nothing when nothing was."""
        if not self._facts:
            return
        settings = in_force.settings(self.head.house, self.now).record
        starts = time.fromisoformat(settings.gaming_day_starts)
        day = gaming_day(self.now, settings.timezone, starts)
        events = [
            facts.new_event(self.head.house, name, fact, occurred_at=occurred_at, gaming_day=day)
            for name, fact, occurred_at in self._facts
        ]
        store.append(
            self.head,
            events,
            recorded_at=self.now,
            recorded_by=self.by,
            snapshot=None,
            open_round=None,
        )


@contextmanager
def changing(
    house: str,
    *,
    now: datetime,
    by: str = OPERATOR,
    reason: str | None = None,
    begins: bool = False,
) -> Iterator[Recorder]:
    """One transaction in which a house changes; a house that `begins` comes to be if need be."""
    with store.recording():
        if begins:
            House.objects.bulk_create([House(code=house, created_at=now)], ignore_conflicts=True)
        head = store.lock(house, stream_of(house))
        recorder = Recorder(head, now=now, by=by, reason=reason)
        if not is_on_record(head):
            for name, fact, since in standing(house):
                recorder.add(name, fact, since)
        yield recorder
        recorder.write()


def _said(text: str) -> str:
    """A reason or a name as one line, which every reader of the log may print."""
    if not 1 <= len(text) <= _LONGEST or not text.isprintable():
        raise Malformed(f"who changes something and why is one line of 1 to {_LONGEST} characters")
    return text
