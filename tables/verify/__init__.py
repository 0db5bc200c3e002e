"""Verification: the log is whole, its decisions follow from what clients sent, rows show the log.

Streams are read page by page, beside writers, and need little memory however long they are.
Nothing is written into the database.
"""

from collections.abc import Iterator
from typing import Final

from cardroom import clock
from cardroom.days import proof as days
from cardroom.log import chain, feed_chain, store
from cardroom.log.protection import LOG, REPORTS, is_whole, verify_protection
from cardroom.texts import counted
from ledger import verify as ledger
from ledger.protection import LEDGER
from tables.verify import boxes, cells, findings, reference, streams, trail, witnesses
from tables.verify.asked import Asked, Scope
from tables.verify.counts import Counts
from tables.verify.findings import Finding
from tables.verify.run import Run, begun

__all__ = ["Asked", "Counts", "Finding", "Scope", "verify"]

_ALL: Final = Asked()


def verify(counts: Counts, asked: Asked = _ALL) -> Iterator[Finding]:
    """Everything that is wrong, as it is found; `counts` tells afterwards what was gone through."""
    for found in _verify(counts, asked):
        counts.findings += 1
        yield found


def _verify(counts: Counts, asked: Asked) -> Iterator[Finding]:
    yield from map(findings.of_log, chain.verify_protection())
    if not (is_whole(LOG) and is_whole(LEDGER)):
        counts.not_checked.append("anything else: the tables aren't all there")
        return
    yield from map(findings.of_log, verify_protection(LEDGER))
    yield from map(findings.of_log, verify_protection(REPORTS))
    with begun(asked, counts, clock.now()) as run:
        yield from _gone_through(run)
        run.finish()
    if counts.undated:
        events = counted(counts.undated, "event")
        counts.not_checked.append(
            f"gaming day and names of {events} from before the house's settings"
        )


def _gone_through(run: Run) -> Iterator[Finding]:
    """What is wrong in streams, feeds and rows."""
    heads = store.streams()
    for head in heads:
        yield from streams.stream(head, run)
    if run.asked.scope is not Scope.DAY:
        for house in sorted({*(head.house for head in heads), *feed_chain.houses()}):
            yield from streams.feed(house, run)
        yield from map(trail.not_there, run.lost())
        yield from map(findings.of_log, ledger.verify())
    yield from witnesses.contradicted(run.asked, run.counts)
    yield from cells.strays()
    yield from boxes.strays()
    yield from map(findings.of_log, days.findings())
    reference.not_on_record(run.counts)
