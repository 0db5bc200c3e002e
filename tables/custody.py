"""Custody: the drop boxes of a table, from the events that put them on to those that took them off.

A batch writes the periods that it begins and ends. When a `box.changed` is corrected, all of the
table's periods are found again; once somebody counts a box, what the count was told of it stays.
So does a box that late money of counted ones was laid in.
"""

from collections.abc import Iterable
from functools import partial
from uuid import UUID

from msgspec import structs

from cardroom.errors import RuleViolation
from cardroom.log import store
from cardroom.log.records import Head, StoredEvent
from ledger import box_periods, count_records
from ledger.queries import late_money
from ledger.rules import boxes
from ledger.rules.boxes import BoxChange, PeriodCells
from tables import history, sessions, targets
from tables.rounds.codec import Recorded
from tables.rounds.events import BoxChanged, EventCorrected
from tables.rounds.furniture import Box

CHANGED = "box.changed"
# Events of a table by which fees lie in another box, or come to something else.
_DECIDING = frozenset({CHANGED, sessions.OPENED})


class Custody:
    """What one batch makes of a table's box periods."""

    def __init__(self, head: Head, *, is_blind: bool = False) -> None:
        self.head, self.is_blind = head, is_blind
        self.code = _code(head)
        self.changes: list[BoxChange] = []
        self.corrected: int | None = None

    def is_counted(self, purpose: str, box: Box) -> bool:
        """Whether the count of a box period is accepted, as far as this batch may know."""
        return is_counted(self.head, purpose, box)

    def note(self, index: int, own: Recorded) -> None:
        """An event of the batch, by its place in it."""
        if isinstance(own.fact, BoxChanged):
            self.changes.append(change(own, own.fact))
        elif isinstance(own.fact, EventCorrected):
            target = targets.find(self.head, own.fact.event)
            if target is not None and target.type == CHANGED:
                self.corrected = index

    def check(self, own: Recorded, fact: EventCorrected) -> None:
        """RuleViolation for who may count, where what he says decides what boxes should hold.

        Rounds of a box that never hung would be shown him; and by which schedule fees were owed
        follows from the opening. He is told before anything else is found out about such rounds.
        """
        if not self.is_blind or own.noted.authorisation == "confirmed":
            return
        target = targets.find(self.head, fact.event)
        if target is not None and target.type in _DECIDING:
            raise RuleViolation(
                "which box hung when, and by which schedule fees were owed, decides what boxes"
                " should hold: that needs a valid one-time code of the supervisor",
                pointer="/data/code",
                rule="uncounted_box",
            )

    def write(self, position: int) -> None:
        """Bring the periods to where the stream ends now; its events are appended already."""
        stream_id = self.head.stream_id
        if self.corrected is not None:
            periods = replayed(structs.replace(self.head, position=position))
            self._check_counts(periods)
            self._check_late(periods)
            box_periods.replace(stream_id, periods)
        elif self.changes:
            on_table = box_periods.on_table(stream_id)
            follow = partial(boxes.changed, self.head.house, self.code, on_table)
            changed = [period for each in self.changes for period in follow(each)]
            box_periods.write(
                stream_id, list({_key(period): period for period in changed}.values())
            )

    def _check_late(self, periods: Iterable[PeriodCells]) -> None:
        """RuleViolation where late money of counted boxes lies in one that hung otherwise now."""
        hung = {(one.purpose, one.put_on_position, one.box) for one in periods}
        for was in box_periods.of_stream(self.head.stream_id):
            since = was.put_on_position
            if since is None or (was.purpose, since, was.box) in hung:
                continue
            if late_money.lies_in(self.head, since):
                raise RuleViolation(
                    f"box {was.box} that was put on at {since} stays: money of rounds whose box is"
                    " counted was laid in it",
                    pointer=f"/events/{self.corrected}/data/event",
                    rule="late_money",
                )

    def _check_counts(self, periods: Iterable[PeriodCells]) -> None:
        """RuleViolation where a count was told otherwise of its box."""
        ended = {period.removed_position: period for period in periods}
        for count in count_records.of_table(self.head.house, self.code):
            now = ended.get(count.removed_position)
            told = (count.box, count.purpose, count.put_on_position, count.collector, count.witness)
            if now is None or told != _told(now):
                raise RuleViolation(
                    f"box {count.box} that came off at {count.removed_position} is counted already:"
                    f" count {count.id}",
                    pointer=f"/events/{self.corrected}/data/event",
                    rule="counted_once",
                )


def is_counted(head: Head, purpose: str, box: Box) -> bool:
    """Whether the count of a box period was accepted before the table went on from a head."""
    return count_records.is_counted(
        head.house, _code(head), purpose, box.since, until=head.position
    )


class Changes:
    """The changes of a table's boxes as its stream is read, and what was corrected of them."""

    def __init__(self) -> None:
        self.stored: list[StoredEvent] = []
        self.corrections = dict[UUID, Recorded]()

    def note(self, stored: StoredEvent, record: Recorded) -> None:
        """An event of the stream, in its order."""
        if isinstance(record.fact, BoxChanged):
            self.stored.append(stored)
        elif isinstance(record.fact, EventCorrected):
            self.corrections[record.fact.event] = record

    def periods(self, head: Head) -> list[PeriodCells]:
        """The box periods that they make."""
        records = (sessions.entry_of(stored, self.corrections).record for stored in self.stored)
        changes = [
            change(record, record.fact)
            for record in records
            if record is not None and isinstance(record.fact, BoxChanged)
        ]
        return boxes.periods(head.house, _code(head), changes)


def replayed(head: Head) -> list[PeriodCells]:
    """All periods of a table, from the log alone."""
    changes = Changes()
    for stored in store.load_types(head, [CHANGED, sessions.CORRECTED], until=head.position):
        changes.note(stored, history.recorded(stored))
    return changes.periods(head)


def change(own: Recorded, fact: BoxChanged) -> BoxChange:
    """What an event says of the boxes."""
    return BoxChange(
        position=own.position,
        occurred_at=own.occurred_at,
        gaming_day=own.gaming_day,
        purpose=fact.purpose,
        removed_by=fact.removed_by,
        box_out=fact.box_out,
        box_in=fact.box_in,
        witness=fact.witness,
    )


def _told(period: PeriodCells) -> tuple[object, ...]:
    """What a count is told of its box."""
    return (
        period.counted_box,
        period.purpose,
        period.put_on_position,
        period.removed_by,
        period.witness,
    )


def _key(period: PeriodCells) -> tuple[int | None, int | None]:
    """What names a period, also before it ends."""
    return (begun := period.put_on_position), None if begun else period.removed_position


def _code(head: Head) -> str:
    return head.stream.removeprefix(history.stream_of(""))
