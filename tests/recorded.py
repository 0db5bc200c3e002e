"""Events for tests of the log, and a writer that works as services do."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from hashlib import sha256
from threading import Thread
from time import monotonic, sleep
from uuid import UUID, uuid4

import psycopg
from django.db import connection, connections

from cardroom.embedded import databases
from cardroom.log import store
from cardroom.log.records import NewEvent, StoredEvent
from cardroom.log.rows import rows
from cardroom.postgres.servers import embedded_server

HOUSE = "EXAMPLE"
STREAM = "table:T01"
AT = datetime(2026, 11, 28, 20, 0, 7, 120_000, tzinfo=UTC)
DAY = date(2026, 11, 28)
PATIENCE_S = 20.0
_TRIGGERS = "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal"


def event(*, number: int | None = None, event_id: UUID | None = None, seat: int = 4) -> NewEvent:
    """A card that is dealt in the round of this number, or a note outside of rounds."""
    content: dict[str, object] = {"data": {"seat": seat, "card": "9H"}}
    if number is not None:
        content["round"] = number
    body = json.dumps(content, separators=(",", ":")).encode()
    return NewEvent(
        id=event_id or uuid4(),
        type="card.dealt" if number else "incident.noted",
        version=1,
        occurred_at=AT,
        gaming_day=DAY,
        round=number,
        body=body,
        sameness=sha256(body).digest(),
    )


def events(count: int, *, number: int | None = None) -> list[NewEvent]:
    """So many different events."""
    return [event(number=number, seat=seat) for seat in range(1, count + 1)]


def append(head: store.Head, batch: Sequence[NewEvent]) -> list[int]:
    """Append with facts that don't matter."""
    return store.append(
        head, batch, recorded_at=AT, recorded_by="key:7", snapshot=None, open_round=None
    )


def record(batch: Sequence[NewEvent], *, stream: str = STREAM, house: str = HOUSE) -> list[int]:
    """Record a batch as services do; the positions of those events that weren't known."""
    with store.recording():
        head = store.lock(house, stream)
        known = store.known(house, [one.id for one in batch])
        new = [one for one in batch if one.id not in known]
        return append(head, new) if new else []


def recorded(*, stream: str = STREAM, house: str = HOUSE) -> list[StoredEvent]:
    """The whole stream."""
    return list(store.load(house, stream))


@contextmanager
def superuser() -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """The test's own database as PostgreSQL's superuser, whom no grant binds."""
    server = embedded_server()
    assert server
    with databases.superuser(server, str(connection.settings_dict["NAME"])) as raw:
        yield raw


def tamper(*statements: str) -> None:
    """Change what is recorded with the triggers off, and leave them as they were."""
    with superuser() as raw, raw.transaction():
        triggers = list(raw.execute(_TRIGGERS))
        for table, name in triggers:
            raw.execute(f"ALTER TABLE {table} DISABLE TRIGGER {name}".encode())
        for statement in statements:
            assert raw.execute(statement.encode()).rowcount, f"changed nothing: {statement}"
        for table, name in triggers:
            raw.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}".encode())


def at_once(*tasks: Callable[[], object]) -> list[object]:
    """Run each task on a connection of its own, all at the same time; results or errors."""
    outcomes: dict[int, object] = {}

    def run(number: int, task: Callable[[], object]) -> None:
        try:
            outcomes[number] = task()
        except Exception as error:  # noqa: BLE001 - it's the result
            outcomes[number] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=pair) for pair in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [outcomes[number] for number in range(len(tasks))]


def wait_until_someone_waits(count: int = 1) -> None:
    """Return when so many connections to this database wait for locks of others."""
    end = monotonic() + PATIENCE_S
    waiting = (
        "SELECT FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    while len(rows(waiting, {})) < count:
        assert monotonic() < end, "nobody waits"
        sleep(0.01)
