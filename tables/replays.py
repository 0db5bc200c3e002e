"""Replays: a round read from the log and told, with what a page or a sheet shows around it."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from cardroom.errors import Missing
from cardroom.house import houses
from cardroom.log import by_round, store
from cardroom.log.records import Head, StoredEvent
from ledger.round_fees import ENDLESS
from tables import history, offerings
from tables.blind import Blind
from tables.rounds import codec
from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.fold import fold_table
from tables.rounds.replay import Logged, Replay, replay
from tables.rounds.state import Table
from tables.views.fees import FeesView, fees_view

BEGUN_BY: Final = ("round.opened", "round.reported_late")

_CORRECTED: Final = "event.corrected"
# Who sits where, and who deals, is looked for among so many events before a round.
_LOOK_BACK: Final = 50_000
_SEATING: Final = (
    "table.opened", "table.closed", "table.refolded", "dealer.changed", "seat.taken", "seat.left",
)  # fmt: skip


class Seated(Struct, frozen=True, kw_only=True):
    """Who sat where when the round opened, as the table reported it."""

    seat: int
    player: str
    kind: str


class RoundReplay(Struct, frozen=True, kw_only=True):
    """A round told, and what stands around it.

    `before` and `after` are the rounds beside it, if there are; `last_position` is the last event
    of the table that tells of it.
    """

    house: str
    house_name: str
    zone: str
    table: str
    number: int
    told: Replay
    fees: FeesView
    dealer: str | None
    seated: tuple[Seated, ...]
    before: int | None
    after: int | None

    @property
    def last_position(self) -> int:
        """The last event of the table that tells of the round."""
        return self.told.steps[-1].position


def read(house: str, code: str, number: int, *, is_blind: bool = False) -> RoundReplay:
    """A round told; Missing when there is none. Blind is who may count boxes, as in queries."""
    facts = houses.facts(house)
    head = store.head(house, history.stream_of(code))
    if head is None:
        raise Missing(f"table {code} has no round {number}")
    if number > e.LAST_ROUND:
        raise Missing(f"table {code} has no round {number}")
    until = Blind(head).seen([number])[number] if is_blind else ENDLESS
    if not until:
        raise Missing(f"round {number} is told once the box that it paid into is counted")
    known = [
        one for one in logged(head, store.load_round(head, number)) if one.record.position <= until
    ]
    if not any(codec.NAMES[type(one.record.fact)] in BEGUN_BY for one in known):
        raise Missing(f"table {code} has no round {number}")
    told = replay(known, offerings.offering)
    scene = _seating(head, told)
    beside = by_round.before(head, number, begun_by=BEGUN_BY)
    behind = by_round.begun(head, number + 1, begun_by=BEGUN_BY)
    return RoundReplay(
        house=house,
        house_name=facts.name,
        zone=facts.zone,
        table=code,
        number=number,
        told=told,
        fees=fees_view(told.now),
        dealer=scene.dealer,
        seated=_seated(scene, told),
        before=None if beside is None else beside.round,
        after=None if behind is None else behind.round,
    )


def logged(head: Head, events: Sequence[StoredEvent]) -> Iterator[Logged]:
    """What a log has of a round; behind a refolding stands the correction that made it."""
    for stored in events:
        record = history.recorded(stored)
        yield Logged(
            record=record,
            id=stored.id,
            recorded_at=stored.recorded_at,
            recorded_by=stored.recorded_by,
            override=codec.decode_body(stored.body).override,
            cause=_cause(head, record),
        )


def _cause(head: Head, record: Recorded) -> Recorded | None:
    if not isinstance(record.fact, e.RoundRefolded):
        return None
    until = record.position
    since = max(1, until - _LOOK_BACK)
    found = map(history.recorded, store.load_types(head, [_CORRECTED], since=since, until=until))
    return next(
        (
            one
            for one in reversed(list(found))
            if isinstance(one.fact, e.EventCorrected) and one.fact.event == record.fact.event
        ),
        None,
    )


def _seating(head: Head, told: Replay) -> Table:
    """The table as its people stood when the round opened; a late round brings its own."""
    table = Table()
    until = told.steps[0].position - 1
    since = max(1, until - _LOOK_BACK)
    for stored in store.load_types(head, _SEATING, since=since, until=until):
        record = history.recorded(stored)
        if isinstance(record.fact, e.TableFact | e.TableRefolded):
            fold_table(table, record, record.fact)
    return table


def _seated(scene: Table, told: Replay) -> tuple[Seated, ...]:
    if told.now.late:
        return tuple(
            Seated(seat=one.seat, player=one.player, kind=one.kind) for one in told.now.late
        )
    return tuple(
        Seated(seat=number, player=seat.player, kind=seat.kind)
        for number, seat in sorted(scene.seats.items())
    )
