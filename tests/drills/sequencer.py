"""Deaths inside the sequencer, which gives events their places in the feed."""

from collections.abc import Iterator
from contextlib import suppress
from threading import Thread

import psutil
import psycopg
from django.db import connections

from cardroom.embedded.server import Server
from cardroom.log import chain, feed
from cardroom.log.rows import rows
from tests.api.club import HOUSE
from tests.drills.crashes import kill_whole
from tests.drills.registry import Seen, drill
from tests.drills.stage import own_server
from tests.faults.places import wait_until
from tests.recorded import at_once, events, record, superuser, wait_until_someone_waits


@drill("killed-sequencer", "a kill inside the sequencer loses and doubles no event of the feed")
def killed_sequencer() -> Iterator[Seen]:
    """The sequencer has numbered a batch and waits for another one's row when it is killed."""
    with own_server() as server:
        for fault, kill in (
            ("its backend is killed, and PostgreSQL starts anew by itself", _kill_backend),
            ("PostgreSQL is killed whole", kill_whole),
        ):
            for number in range(4):
                record(events(3), house=HOUSE, stream=f"table:T0{number % 2}")
            before = _numbered()
            with superuser() as raw, suppress(psycopg.OperationalError), raw.transaction():
                raw.execute("SELECT FROM log_outbox ORDER BY id DESC LIMIT 1 FOR UPDATE")
                sequencer = Thread(target=at_once, args=[feed.sequence])
                sequencer.start()
                wait_until_someone_waits()
                kill(server)
                sequencer.join()
            server.ensure()
            connections.close_all()
            assert _numbered() == before
            assert feed.sequence() == 12
            assert list(chain.verify_feed(HOUSE)) == []
            cursors = [item.cursor for item in feed.read(0, 100, HOUSE)]
            assert cursors == list(range(1, before + 13))
            yield Seen(
                f"the sequencer is in the middle of 4 batches when {fault}",
                f"none numbered then; afterwards {before + 1} to {before + 12}, each once",
            )


def _numbered() -> int:
    return len(feed.read(0, 100, HOUSE))


def _kill_backend(server: Server) -> None:
    ((pid,),) = rows(
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE"
        " '%%log_sequence%%' AND datname = current_database()",
        {},
    )
    psutil.Process(pid).kill()
    wait_until(server.ready)
