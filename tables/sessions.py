"""A session: a table from an opening on, as its events of no round made it, corrections applied.

A correction or a late look at an old round needs the seating and the shoe of that time, and no
read model or snapshot keeps them.
"""

from bisect import bisect, bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Final
from uuid import UUID

import msgspec
from msgspec import Struct

from cardroom.log import store
from cardroom.log.records import Head, StoredEvent
from tables import history
from tables.rounds import codec
from tables.rounds import events as e
from tables.rounds.admit.facts import Scene
from tables.rounds.admit.whole import late_scene
from tables.rounds.codec import Recorded
from tables.rounds.fold import fold_table
from tables.rounds.furniture import Shoe
from tables.rounds.rotation.again import PastRound
from tables.rounds.standing import left_by
from tables.rounds.state import Round, Table

# By id, the correction of a table event that stands.
Corrections = Mapping[UUID, Recorded]

OPENED: Final = "table.opened"
CORRECTED: Final = "event.corrected"
# What goes on from one session to the next, and what bounds them.
FRAME: Final = (OPENED, "table.closed", "dealer.changed", "box.changed")


class Entry(Struct, frozen=True):
    """A table event at its place, as corrected; `record` is None for one that was withdrawn."""

    position: int
    id: UUID
    type: str
    record: Recorded | None

    @property
    def is_table_event(self) -> bool:
        """Whether it states a fact of the table, and isn't itself a correction."""
        return issubclass(codec.TYPES[self.type], e.TableFact)

    def apply(self, table: Table) -> None:
        """What it makes of a table."""
        if self.record is not None and isinstance(self.record.fact, e.TableFact):
            fold_table(table, self.record, self.record.fact)


class Session(Struct, frozen=True):
    """The entries from one `table.opened` to the next, or to the stream's end.

    `frame` are those of all sessions that outlast them: openings, closings, dealers, boxes.
    """

    head: Head
    since: int
    until: int
    entries: list[Entry]
    frame: list[Entry]

    @property
    def is_over(self) -> bool:
        """Whether the table was opened again since."""
        return self.until < self.head.position

    def records(self) -> list[Recorded]:
        """The events that stand."""
        return [entry.record for entry in self.entries if entry.record is not None]

    def start(self) -> Table:
        """The table as earlier sessions left it: closed, with their dealer and boxes."""
        return folded(entry for entry in self.frame if entry.position < self.since)

    def end(self) -> Table:
        """The table as this session leaves it."""
        table = self.start()
        for entry in self.entries:
            entry.apply(table)
        return table

    def frame_end(self) -> Table:
        """The table's openings, dealer and boxes as they are now."""
        return folded(self.frame)

    def scene(self, now: Round, table: Table | None = None) -> Scene:
        """A table of its own as it was when a round opened, and what happened until its end.

        Who took a free seat meanwhile may have wagered at any time. `table` is the one before, for
        who knows it.
        """
        table = deepcopy(table) if table else self.before(now.first_position)
        table.last_round = now.number - 1
        low = bisect(self.entries, now.first_position, key=_position)
        ended = now.ended_position or self.until + 1
        high = bisect_left(self.entries, ended, key=_position)
        during = [entry.record for entry in self.entries[low:high] if entry.record is not None]
        for record in during:
            if isinstance(record.fact, e.SeatTaken) and record.fact.seat not in table.seats:
                fold_table(table, record, record.fact)
        return Scene(table, during)

    def before(self, position: int) -> Table:
        """The table before a position."""
        table = self.start()
        for entry in self.entries[: bisect_left(self.entries, position, key=_position)]:
            entry.apply(table)
        return table

    def shoe(self, position: int, past_round: PastRound) -> Shoe | None:
        """The shoe before a position, less the cards of the rounds from it as they stand now."""
        shoe = self.before(position).shoe
        if shoe is None or shoe.continuous:
            return shoe
        out = Counter(shoe.out)
        for number in opened(self.head, shoe.since, until=position - 1):
            out.update(left_by(past_round(number)).cards)
        return msgspec.structs.replace(shoe, out=dict(out))


def _position(entry: Entry) -> int:
    return entry.position


def folded(entries: Iterable[Entry]) -> Table:
    """The table that these entries make."""
    table = Table()
    for entry in entries:
        entry.apply(table)
    return table


def opened(head: Head, since: int, *, until: int) -> dict[int, int]:
    """The rounds that opened between two positions, and where."""
    return store.rounds_since(head, since, until=until, begun_by="round.opened")


def load(head: Head, position: int, corrections: Corrections) -> Session:
    """The session that a position lies in; `corrections` are those that aren't stored yet."""
    standing = known(head, corrections)
    stored = store.load_types(head, FRAME, until=head.position)
    frame = [entry_of(event, standing) for event in stored]
    openings = [entry.position for entry in frame if entry.type == OPENED]
    since = opened_before(frame, position)
    until = min((place for place in openings if place > position), default=head.position + 1) - 1
    mine = store.load_roundless(head, since=since, until=until)
    return Session(head, since, until, [entry_of(event, standing) for event in mine], frame)


def opened_before(frame: Iterable[Entry], position: int) -> int:
    """Where the session began that a position lies in."""
    openings = (entry.position for entry in frame if entry.type == OPENED)
    return max((place for place in openings if place <= position), default=1)


def known(head: Head, corrections: Corrections) -> Corrections:
    """All corrections of the stream's table events, the last of one event winning."""
    found = corrections_among(store.load_types(head, [CORRECTED], until=head.position))
    return {**found, **corrections}


def corrections_among(events: Iterable[StoredEvent]) -> dict[UUID, Recorded]:
    """The corrections of table events among a stream's events, the last of one event winning."""
    found = {}
    for stored in events:
        record = history.recorded(stored)
        if isinstance(record.fact, e.EventCorrected):
            found[record.fact.event] = record
    return found


def entry_of(stored: StoredEvent, corrections: Corrections) -> Entry:
    """A stored event as it stands."""
    record: Recorded | None = history.recorded(stored)
    corrected = corrections.get(stored.id)
    if corrected is not None and record is not None:
        record = _as_corrected(stored.type, record, corrected)
    return Entry(stored.position, stored.id, stored.type, record)


def _as_corrected(name: str, record: Recorded, corrected: Recorded) -> Recorded | None:
    """The record with the data and the offering that its correction gave it."""
    fact = corrected.fact
    if not isinstance(fact, e.EventCorrected) or fact.data is None:
        return None
    return msgspec.structs.replace(
        record, fact=codec.read_corrected(name, fact.data), noted=_bound(record, corrected)
    )


def _bound(record: Recorded, corrected: Recorded) -> e.Noted:
    return msgspec.structs.replace(
        record.noted,
        offering_version=corrected.noted.offering_version,
        ruleset_version=corrected.noted.ruleset_version,
    )


def scene_of(head: Head, now: Round, past_round: PastRound, corrections: Corrections) -> Scene:
    """The scene of a round for judging it afresh: the seating, offering and shoe of its time."""
    if now.late:
        return late_scene(now.number, now.late, now.felt.offering, now.boxes)
    session = load(head, now.first_position, corrections)
    scene = session.scene(now)
    scene.table.shoe = session.shoe(now.first_position, past_round)
    return scene
