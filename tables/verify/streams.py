"""Streams and feeds, each gone through once: the chain, and of tables all that follows from it."""

from collections.abc import Iterator
from functools import partial
from itertools import chain as joined
from typing import Final

import msgspec

from cardroom.house.history.stream import STREAMS
from cardroom.log import chain, feed_chain, store
from cardroom.log.feed_chain import FeedChain
from cardroom.log.marks import Mark
from cardroom.log.records import Head
from ledger import count_replay
from tables import history
from tables.verify import boxes, cage, findings, reference, rotations
from tables.verify.cells import Cells, one_instant
from tables.verify.findings import Finding
from tables.verify.recount import Recount
from tables.verify.run import Run
from tables.verify.trail import FEED, Trail

_TABLES: Final = history.stream_of("")
_PASSES: Final = 2  # the second reads what was recorded during the first
_ends = msgspec.json.Decoder(dict[str, int]).decode


def stream(head: Head, run: Run) -> Iterator[Finding]:
    """What is wrong with a stream."""
    is_table = head.stream.startswith(_TABLES)
    trail = Trail(
        run,
        head.house,
        head.stream,
        partial(chain.hash_at, head.house, head.stream),
        _is_state if is_table else lambda _mark: True,
    )
    found = _table(head, trail) if is_table else _plain(head, trail)
    if head.stream.startswith(count_replay.STREAMS):
        found = joined(found, cage.verify(head, run.counts))
    if head.stream.startswith(STREAMS):
        found = joined(found, reference.verify(head, run.counts))
    yield from trail.watch(joined(trail.contradictions(), found))


def _is_state(mark: Mark) -> bool:
    """Whether this code's fold can go on from there."""
    return history.thaw(mark.state)[1] == mark.position


def _plain(head: Head, trail: Trail) -> Iterator[Finding]:
    """A stream that isn't a table's: its chain."""
    at = _chain(head, trail)
    for event in store.load(head.house, head.stream, after=at.position, until=head.position):
        yield from map(findings.of_log, at.follow(event))
        trail.counts.events += 1
        if trail.is_due(at.position):
            trail.leave(at.position, at.previous, b"")
    yield from map(findings.of_log, at.end(head))
    trail.end(at.position, trail.leave(at.position, at.previous, b""))


def _chain(head: Head, trail: Trail) -> chain.Chain:
    """The chain, from where the trail starts."""
    if trail.start is None:
        return chain.Chain(head)
    return chain.Chain(head, trail.start.position, trail.start.hash)


def _table(head: Head, trail: Trail) -> Iterator[Finding]:
    """A table: its chain, its events' decisions, and its rows."""
    compared = Cells(head, trail.counts)
    recount = Recount(head, compared, trail, _chain(head, trail))
    yield from compared.generation()
    for _ in range(_PASSES):
        yield from recount.read(until=_now(head).position)
    if not recount.is_cut:
        with one_instant():
            now = _now(head)
            last = [
                *trail.watch(recount.read(until=now.position)),
                *trail.watch(recount.finish(now)),
                *trail.watch(boxes.periods(now, trail.counts)),
            ]
        yield from last
    else:
        yield from recount.cut()
    if not recount.replay.stopped:
        yield from trail.watch(rotations.verify(_now(head), trail.run, trail.counts))
    trail.end(recount.chain.position, recount.end_mark())


def _now(head: Head) -> Head:
    return store.head(head.house, head.stream) or head


def feed(house: str, run: Run) -> Iterator[Finding]:
    """What is wrong with the feed of a house."""
    trail = Trail(run, house, FEED, partial(feed_chain.hash_at, house), _is_feed)
    yield from trail.watch(joined(trail.contradictions(), _feed(house, trail)))


def _is_feed(mark: Mark) -> bool:
    return bool(mark.state)


def _feed(house: str, trail: Trail) -> Iterator[Finding]:
    start = trail.start
    if start is None:
        at = FeedChain(house)
    else:
        at = FeedChain(house, start.position, start.hash, _ends(start.state))

    def leave() -> Mark | None:
        """Leave a mark where the feed stands."""
        return trail.leave(at.cursor, at.link, msgspec.json.encode(at.ends))

    yield from map(findings.of_log, at.read(lambda: trail.is_due(at.cursor) and leave()))
    yield from map(findings.of_log, at.unnumbered())
    trail.end(at.cursor, leave())
