"""History: a table's state and its rounds, folded from the log."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from cardroom.errors import Missing
from cardroom.log import store
from cardroom.log.records import Head, StoredEvent
from tables import offerings
from tables.rounds import codec
from tables.rounds.admit import repeated
from tables.rounds.admit.repeated import Said, Words
from tables.rounds.codec import Recorded
from tables.rounds.events import (
    CardBurned,
    OfRound,
    RoundCorrected,
    RoundOpened,
    RoundReportedLate,
    RoundSettled,
)
from tables.rounds.fold import fold
from tables.rounds.round_fold import begun, fold_round
from tables.rounds.state import FOLD_VERSION, Round, Standing, Table


class Snapshot(Struct, frozen=True, kw_only=True):
    """A table between two rounds, and the fold that made it; another fold's is discarded."""

    fold_version: int
    position: int
    table: Standing


class _Made(Struct):
    fold_version: int


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Snapshot).decode
_decode_version = msgspec.json.Decoder(_Made).decode


def stream_of(code: str) -> str:
    """The name of a table's stream."""
    return f"table:{code}"


def freeze(table: Table, position: int) -> bytes:
    """A snapshot; only between rounds, for the open round is folded from its events."""
    if table.round is not None:
        raise ValueError(f"round {table.round.number} is open")
    fields = {name: getattr(table, name) for name in Standing.__struct_fields__}
    standing = Standing(**fields)
    return _encode(Snapshot(fold_version=FOLD_VERSION, position=position, table=standing))


def thaw(snapshot: bytes | None) -> tuple[Table, int]:
    """The table of a snapshot and its position, or a table that was never opened, at 0."""
    if snapshot is None or _decode_version(snapshot).fold_version != FOLD_VERSION:
        return Table(), 0
    kept = _decode(snapshot)
    return Table(**msgspec.structs.asdict(kept.table)), kept.position


def recorded(stored: StoredEvent) -> Recorded:
    """A stored event in its present form."""
    body = codec.decode_body(stored.body)
    return Recorded(
        position=stored.position,
        occurred_at=stored.occurred_at,
        gaming_day=stored.gaming_day,
        round=stored.round,
        fact=codec.decode_fact(stored.type, stored.version, body.data),
        noted=body.noted,
    )


def table_at(head: Head) -> Table:
    """The table as its head's events left it: the snapshot, and what came after."""
    table, position = thaw(head.snapshot)
    if position == head.position:
        return table
    for stored in store.load(head.house, head.stream, after=position, until=head.position):
        fold(table, recorded(stored), offerings.offering)
    return table


def round_at(head: Head, number: int, *, until: int | None = None) -> Round:
    """A round folded from its own events, up to a position; Missing when there was none by then."""
    events = (recorded(stored) for stored in store.load_round(head, number, until=until))
    found = fold_alone(events)
    if found is None:
        when = "" if until is None else f" at position {until}"
        raise Missing(f"{head.stream} has no round {number}{when}")
    return found


def words(head: Head, number: int) -> Words:
    """The words by which anybody let something of a round stand, as far as they are recorded."""
    return repeated.words(map(_said, store.load_round(head, number)))


def _said(stored: StoredEvent) -> Said:
    body = codec.decode_body(stored.body)
    fact = codec.decode_fact(stored.type, stored.version, body.data)
    return Said(stored.occurred_at, fact, body.override)


def fold_alone(events: Iterable[Recorded]) -> Round | None:
    """A round by itself: its opening names the offering, its wagers their players."""
    found = None
    for event in events:
        fact = event.fact
        if isinstance(fact, RoundOpened | RoundReportedLate):
            found = begun(event, offerings.offering)
        elif found is not None and isinstance(fact, CardBurned):
            found.events.append(event)
        elif found is not None and isinstance(fact, OfRound | RoundSettled | RoundCorrected):
            fold_round(found, event, fact, offerings.offering)
    return found
