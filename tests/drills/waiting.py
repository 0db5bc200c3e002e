"""Transactions that stay open elsewhere: neither tables nor the feed wait for them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic

from django.db import connections

from cardroom.embedded import databases
from cardroom.embedded.server import Server
from cardroom.log import feed
from cardroom.log.rows import rows
from tests.drills.proof import clean
from tests.drills.registry import Seen, drill
from tests.drills.stage import database, own_server
from tests.played import HOUSE, Evening, an_evening

MOST_S = 2.0
WRITES = "SELECT pg_current_xact_id()"
HOLDS = "SELECT FROM log_head WHERE stream = 'table:T02' FOR UPDATE"
PREPARED = "SELECT gid FROM pg_prepared_xacts ORDER BY gid"
READS = "SELECT count(*) FROM log_feed"


@drill(
    "open-transactions", "a transaction left open, or prepared, holds up neither tables nor feed"
)
def open_transactions() -> Iterator[Seen]:
    """They pile up one after the other, and recording is tried behind each."""
    with own_server("max_prepared_transactions = 4") as server, ExitStack() as left_open:
        evening, other = an_evening(1), Evening("T02")
        other.open()
        feed.sequence()
        for fault, where, statement, prepared in (
            ("idle in a transaction that writes, in another database", "postgres", WRITES, ""),
            ("idle in a transaction that writes, in this database", database(), WRITES, ""),
            ("idle with a snapshot of the feed", database(), READS, ""),
            ("idle with another table's head locked", database(), HOLDS, ""),
            ("prepared and never ended, in another database", "postgres", WRITES, "elsewhere"),
            ("prepared and never ended, in this database", database(), WRITES, "here"),
        ):
            left_open.enter_context(_open(server, where, statement, prepared))
            yield Seen(fault, _recorded(evening))
        yield Seen("the proof beside all of them", clean())
        left_open.close()
        server.stop()
        server.ensure()
        connections.close_all()
        assert [gid for (gid,) in rows(PREPARED, {})] == ["elsewhere", "here"]
        yield Seen("PostgreSQL restarted, what was prepared is still there", _recorded(evening))
        yield Seen("the proof", clean())


@contextmanager
def _open(server: Server, where: str, statement: str, prepared: str) -> Iterator[None]:
    """Begin, do something, and leave it at that."""
    with databases.superuser(server, where) as raw:
        raw.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        raw.execute(statement.encode())
        if prepared:
            raw.execute(f"PREPARE TRANSACTION '{prepared}'".encode())
        yield


def _recorded(evening: Evening) -> str:
    """A round, and when the whole of it stands in the feed."""
    before = len(feed.read(0, 1_000, HOUSE))
    started_s = monotonic()
    evening.play()
    recorded_s = monotonic()
    numbered = feed.sequence()
    there = len(feed.read(0, 1_000, HOUSE)) - before
    took_s = monotonic() - recorded_s
    assert numbered == there == 37
    assert took_s < MOST_S
    return (
        f"a round recorded in {(recorded_s - started_s) * 1_000:.0f} ms, its {there} events in the"
        f" feed {took_s * 1_000:.0f} ms later"
    )
