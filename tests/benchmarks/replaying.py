"""P4 and P5: stored rounds replayed in bulk on one core, and verified."""

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Final

from django.db import connections

from cardroom import clock
from cardroom.house.view import house_view
from cardroom.log import feed, store
from cardroom.log.records import StoredEvent
from tables import history, offerings, services
from tables.rounds import codec
from tables.rounds.state import Round, Table
from tables.rounds.take import follow
from tables.verify import Counts, verify
from tests.benchmarks import figures, rounds
from tests.benchmarks.installation import HOUSE, Installation
from tests.benchmarks.posting import Size

# Recorded at each table for every second of a block, which is one pass over all of them.
ROUNDS_A_SECOND: Final = 50


def p4(made: Installation, size: Size) -> Iterator[str]:
    """Rounds a second read, decoded, folded and settled, beside the same bytes from memory."""
    yield f"P4: {_record(made, size)} rounds"
    remembered = [list(events) for events in _stored()]
    memory, log = _rates(size, lambda: _fold_all(remembered), lambda: _fold_all(_stored()))
    yield figures.line("from memory (the yardstick)", memory, "rounds/s")
    yield figures.line("ours, from the log", log, "rounds/s")
    yield figures.ratio("P4", log, memory)
    connections.close_all()


def p5(made: Installation, size: Size) -> Iterator[str]:
    """Rounds a second verified in full, beside their mere replay."""
    yield f"P5: {_record(made, size)} rounds"
    log, whole = _rates(size, lambda: _fold_all(_stored()), _verify)
    yield figures.line("replay (the yardstick)", log, "rounds/s")
    yield figures.line("ours, verify --full", whole, "rounds/s")
    yield figures.ratio("P5", whole, log)
    connections.close_all()


def _record(made: Installation, size: Size) -> int:
    """Rounds at every table, recorded through the services, and in the feed; gives how many."""
    house = house_view(HOUSE, tables=made.tables)
    connections.close_all()
    needed = max(1, int(size.seconds * ROUNDS_A_SECOND))
    for stream in rounds.streams(house, rounds=needed, now=clock.now()):
        for events in (stream.opening, *stream.rounds):
            content = rounds.batch(events)
            services.record(house=HOUSE, table=stream.table, content=content, recorded_by="key:1")
    feed.sequence()
    return needed * len(made.tables)


def _rates(size: Size, *passes: Callable[[], int]) -> list[list[float]]:
    """Rounds a second of each kind of pass, by turns; the first turn only warms up."""
    rates: list[list[float]] = [[] for _ in passes]
    for _ in range(size.blocks + 1):
        for found, one in zip(rates, passes, strict=True):
            started = monotonic()
            done = one()
            found.append(done / (monotonic() - started))
    return [found[1:] for found in rates]


def _stored() -> Iterator[Iterable[StoredEvent]]:
    """Each stream, read from the log."""
    for head in store.streams():
        yield store.load(head.house, head.stream)


def _fold_all(streams: Iterable[Iterable[StoredEvent]]) -> int:
    """Decode what clients sent, fold it, and settle it anew; gives how many rounds that were."""
    return sum(_fold(events) for events in streams)


def _fold(events: Iterable[StoredEvent]) -> int:
    table, settled = Table(), 0
    for event in events:
        if event.type not in codec.SERVICE_TYPES:
            taken = follow(table, history.recorded(event), offerings.offering, _no_past)
            settled += taken.round is not None and taken.round.is_over
    return settled


def _no_past(number: int) -> Round:
    raise LookupError(f"round {number} was over")


def _verify() -> int:
    counts = Counts()
    found = list(verify(counts))
    if found:
        raise RuntimeError(f"nothing should be found: {found[0]}")
    return counts.rounds
