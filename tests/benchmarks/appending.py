"""P3: the store appending rounds over one connection, beside the raw insert of the same events."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle
from time import monotonic
from typing import Any, Final
from uuid import uuid4

import msgspec
import psycopg
from django.db import connection, connections

from cardroom import clock
from cardroom.house.view import house_view
from cardroom.log import store
from cardroom.log.records import NewEvent
from tables.rounds import codec
from tables.rounds.events import Noted
from tests.benchmarks import figures, rounds
from tests.benchmarks.installation import HOUSE, Installation
from tests.benchmarks.posting import Size
from tests.benchmarks.yardstick import INSERT

STREAM: Final = "table:T001"
# So many different rounds, again and again under new ids; more of them a second than any machine.
ROUNDS: Final = 25
ROUNDS_A_SECOND: Final = 1_000


def p3(made: Installation, size: Size) -> Iterator[str]:
    """Rounds a second into the log: lock, look for known ids, hash, append, commit."""
    house = house_view(HOUSE, tables=made.tables)
    connections.close_all()
    streams = rounds.streams(house, rounds=ROUNDS, now=clock.now())
    bodies = [rounds.batch(events) for stream in streams for events in stream.rounds]
    batches = [_new_events(body) for body in bodies]
    yield f"P3: {len(bodies)} rounds, {sum(map(len, batches)) / len(batches):.1f} events each"
    raw, ours = [], []
    for _ in range(size.blocks + 1):
        raw.append(_rate(_insert, cycle([body.decode() for body in bodies]), size.seconds))
        ours.append(_rate(_append, _renewed(batches, size.seconds), size.seconds))
    yield figures.line("raw insert (the yardstick)", raw[1:], "rounds/s")
    yield figures.line("ours", ours[1:], "rounds/s")
    yield figures.ratio("P3", ours[1:], raw[1:])
    connections.close_all()


def _new_events(body: bytes) -> list[NewEvent]:
    """A round as services hand it to the store."""
    return [
        NewEvent(
            id=event.id,
            type=event.type,
            version=event.version,
            occurred_at=event.occurred_at,
            gaming_day=event.occurred_at.date(),
            round=event.round,
            body=codec.encode_body(
                event.data, round_number=event.round, override=None, noted=Noted()
            ),
            sameness=event.sameness,
        )
        for event in codec.read_events(codec.read_batch(body))
    ]


def _renewed(batches: Sequence[list[NewEvent]], seconds: float) -> list[list[NewEvent]]:
    """Enough rounds for a block, every event under an id of its own."""
    needed = range(int(seconds * ROUNDS_A_SECOND))
    return [
        [msgspec.structs.replace(event, id=uuid4()) for event in batch]
        for _, batch in zip(needed, cycle(batches), strict=False)
    ]


def _rate(work: Callable[[Any], None], items: Iterable[Any], seconds: float) -> float:
    """How many of the items are done a second, one after the other."""
    done, started = 0, monotonic()
    for item in items:
        work(item)
        done += 1
        if monotonic() - started > seconds:
            break
    return done / (monotonic() - started)


def _insert(body: str) -> None:
    connection.ensure_connection()
    with psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(INSERT, {"batch": body})


def _append(batch: list[NewEvent]) -> None:
    with store.recording():
        head = store.lock(HOUSE, STREAM)
        store.known(HOUSE, [event.id for event in batch])
        store.append(
            head,
            batch,
            recorded_at=clock.now(),
            recorded_by="key:1",
            snapshot=None,
            open_round=None,
        )
