"""Verification: the log is whole, its decisions follow from what clients sent, rows show the log.

Streams are read page by page, beside writers, and need little memory however long they are.
"""

from collections.abc import Iterator
from typing import Final

from cardroom.days import proof as days
from cardroom.log import chain, store
from cardroom.log.protection import REPORTS, verify_protection
from cardroom.log.records import Head
from ledger import count_replay
from ledger import verify as ledger
from ledger.protection import LEDGER
from tables import history
from tables.verify import boxes, cage, cells, findings
from tables.verify.cells import Cells, one_instant
from tables.verify.counts import Counts
from tables.verify.findings import Finding
from tables.verify.recount import Recount

__all__ = ["Counts", "Finding", "verify"]

_TABLES: Final = history.stream_of("")
_PASSES: Final = 2  # the second reads what was recorded during the first


def verify(counts: Counts) -> Iterator[Finding]:
    """Everything that is wrong, as it is found; `counts` tells afterwards what was gone through."""
    for found in _verify(counts):
        counts.findings += 1
        yield found


def _verify(counts: Counts) -> Iterator[Finding]:
    yield from map(findings.of_log, chain.verify_protection())
    yield from map(findings.of_log, verify_protection(LEDGER))
    yield from map(findings.of_log, verify_protection(REPORTS))
    heads = store.streams()
    for head in heads:
        counts.streams += 1
        yield from map(findings.of_log, chain.verify_stream(head.house, head.stream))
        if head.stream.startswith(_TABLES):
            yield from _table(head, counts)
        elif head.stream.startswith(count_replay.STREAMS):
            yield from cage.verify(head, counts)
    for house in sorted({head.house for head in heads}):
        yield from map(findings.of_log, chain.verify_feed(house))
    yield from map(findings.of_log, ledger.verify())
    yield from cells.strays()
    yield from boxes.strays()
    yield from map(findings.of_log, days.findings())
    if counts.undated:
        counts.not_checked.append(
            f"gaming day and names of {counts.undated:,} events from before the house's settings"
        )


def _table(head: Head, counts: Counts) -> Iterator[Finding]:
    """One table: its events' decisions, and its rows."""
    compared = Cells(head, counts)
    recount = Recount(head, compared, counts)
    yield from compared.generation()
    for _ in range(_PASSES):
        yield from recount.read(until=_now(head).position)
    with one_instant():
        now = _now(head)
        last = [*recount.read(until=now.position), *recount.finish(now)]
        last += boxes.periods(now, counts)
    yield from last


def _now(head: Head) -> Head:
    return store.head(head.house, head.stream) or head
