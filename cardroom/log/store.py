"""The store, the only door to the log: lock a stream's head, see what is known, append once; read.

A writer runs `lock`, `known` and `append` in one `recording` block.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import starmap
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError
from psycopg.errors import UniqueViolation
from psycopg.pq import TransactionStatus

from cardroom.errors import IdReused, PositionConflict
from cardroom.log import holding, statements
from cardroom.log.envelope import GENESIS, HASH_VERSION, event_hash
from cardroom.log.records import Head, Known, NewEvent, StoredEvent
from cardroom.log.rows import rows

__all__ = ["Head", "Known", "NewEvent", "StoredEvent"]

PAGE: Final = 2_000  # events in memory at a time when a stream is read
_ENDLESS: Final = 2**62


class _Taken(Exception):
    """An id of these events is taken; by which event can be asked once the transaction is over."""

    def __init__(self, house: str, events: Sequence[NewEvent]) -> None:
        super().__init__("an id is taken")
        self.house = house
        self.events = events

    def refusal(self) -> IdReused:
        """What is said of the first of them; where none is recorded, one of them stands twice."""
        found = known(self.house, [event.id for event in self.events])
        for event in self.events:
            if event.id in found:
                return found[event.id].refusal(event.id, event.sameness)
        ((twice, _),) = Counter(event.id for event in self.events).most_common(1)
        return IdReused(f"two events of this batch have the id {twice}", event_id=twice)


@contextmanager
def recording() -> Iterator[None]:
    """One durable transaction, which has committed when the block is left without an error.

    Raises IdReused where somebody else recorded an id between `known` and `append`.
    """
    try:
        with transaction.atomic(durable=True):
            yield
            guard()
    except _Taken as taken:
        raise taken.refusal() from taken


def guard() -> None:
    """The last line of a durable block: refuse a COMMIT that would silently be a ROLLBACK.

    PostgreSQL answers COMMIT after a swallowed error with a rollback and no error, and Django
    rolls back as silently after `set_rollback(True)`.
    """
    if connection.needs_rollback:
        raise TransactionManagementError("nothing would be stored: the block gives up")
    raw = connection.connection
    status = raw.info.transaction_status if raw else TransactionStatus.UNKNOWN
    if status != TransactionStatus.INTRANS:
        raise TransactionManagementError(f"nothing would be stored: transaction {status.name}")


def lock(house: str, stream: str) -> Head:
    """The stream's head, locked until the transaction ends; the first writer makes it.

    The house is held before that: for a stream of its own by nobody else meanwhile (`holding`).
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("a head is locked inside a transaction")
    if stream.startswith(holding.OWN):
        holding.alone(house)
    whose = {"house": house, "stream": stream, "genesis": GENESIS}
    ((*head,),) = rows(statements.LOCK, whose) or rows(statements.BEGIN, whose)
    return Head(*head)


def known(house: str, ids: Sequence[UUID]) -> dict[UUID, Known]:
    """Which of these ids the house has recorded already, and where."""
    found = rows(statements.KNOWN, {"house": house, "ids": list(ids)})
    return {event_id: Known(*where) for event_id, *where in found}


def append(
    head: Head,
    events: Sequence[NewEvent],
    *,
    recorded_at: datetime,
    recorded_by: str,
    snapshot: bytes | None,
    open_round: int | None,
) -> list[int]:
    """Append the events, at least one, behind this head in one statement; gives their positions.

    A `snapshot` replaces the head's, None keeps it; `open_round` always replaces.
    """
    hashes = _hashes(head, events, recorded_at, recorded_by)
    values = {
        "stream_id": head.stream_id,
        "position": head.position,
        "count": len(events),
        "hash": hashes[-1],
        "snapshot": snapshot,
        "open_round": open_round,
        "recorded_at": recorded_at,
        "recorded_by": recorded_by,
        "hash_version": HASH_VERSION,
        "hashes": hashes,
    }
    try:
        moved = rows(statements.APPEND, values | _columns(events))
    except IntegrityError as error:
        raise _refusal(head, events, error) from error
    if not moved:
        raise _conflict(head)
    return list(range(head.position + 1, head.position + len(events) + 1))


def _hashes(
    head: Head, events: Sequence[NewEvent], recorded_at: datetime, recorded_by: str
) -> list[bytes]:
    """Each event's hash, chained from the head's."""
    hashes = [head.hash]
    for position, event in enumerate(events, head.position + 1):
        stored = StoredEvent(
            head.house,
            head.stream,
            position,
            event.id,
            event.type,
            event.version,
            event.occurred_at,
            recorded_at,
            recorded_by,
            event.gaming_day,
            event.round,
            event.body,
            event.sameness,
            HASH_VERSION,
            b"",
        )
        hashes.append(event_hash(stored, hashes[-1]))
    return hashes[1:]


def _columns(events: Sequence[NewEvent]) -> dict[str, list[Any]]:
    """The events by column, as one statement takes them."""
    return {
        "ids": [event.id for event in events],
        "types": [event.type for event in events],
        "versions": [event.version for event in events],
        "occurred": [event.occurred_at for event in events],
        "days": [event.gaming_day for event in events],
        "rounds": [event.round for event in events],
        "bodies": [event.body.decode() for event in events],
        "samenesses": [event.sameness for event in events],
    }


def _refusal(head: Head, events: Sequence[NewEvent], error: IntegrityError) -> Exception:
    """What a broken constraint means to a writer: an id is unique in its house, for ever."""
    cause = error.__cause__
    if isinstance(cause, UniqueViolation) and cause.diag.constraint_name == "log_event_id":
        return _Taken(head.house, events)
    return error


def _conflict(head: Head) -> PositionConflict:
    """The refusal of a writer whose head is no longer where the stream ends."""
    ((position,),) = rows(statements.POSITION, {"stream_id": head.stream_id})
    detail = f"{head.stream} stands at {position}, not at {head.position}"
    return PositionConflict(detail, position=position)


def head(house: str, stream: str) -> Head | None:
    """Where the stream ends now, or None when nothing ever began it."""
    found = rows(statements.HEAD, {"house": house, "stream": stream})
    return Head(*found[0]) if found else None


def streams(house: str | None = None) -> list[Head]:
    """The heads of all streams by name, of one house or of every house."""
    return [Head(*row) for row in rows(statements.STREAMS, {"house": house})]


def load(
    house: str, stream: str, *, after: int = 0, until: int | None = None, limit: int | None = None
) -> Iterator[StoredEvent]:
    """The stream's events behind `after`, to `until` inclusive, oldest first, at most `limit`.

    Read page by page: a stream of any length needs little memory and no open transaction, since
    what lies before its end never changes.
    """
    left = _ENDLESS if limit is None else limit
    bounds = {"house": house, "stream": stream, "until": _ENDLESS if until is None else until}
    while left > 0:
        page = rows(statements.LOAD, bounds | {"after": after, "most": min(left, PAGE)})
        yield from starmap(StoredEvent, page)
        if len(page) < PAGE:
            return
        left -= len(page)
        after = page[-1][2]


def load_round(head: Head, number: int, *, until: int | None = None) -> list[StoredEvent]:
    """The events that carry this round's number, oldest first, to position `until` inclusive."""
    wanted = {"stream_id": head.stream_id, "stream": head.stream, "round": number}
    last = _ENDLESS if until is None else until
    return [StoredEvent(*row) for row in rows(statements.LOAD_ROUND, wanted | {"until": last})]


def load_roundless(head: Head, *, since: int, until: int) -> list[StoredEvent]:
    """The events of no round between two positions, both included, oldest first."""
    wanted = {"stream_id": head.stream_id, "stream": head.stream, "since": since, "until": until}
    return [StoredEvent(*row) for row in rows(statements.LOAD_ROUNDLESS, wanted)]


def load_types(
    head: Head, types: Sequence[str], *, until: int, since: int = 1
) -> list[StoredEvent]:
    """The events of no round and of these types between two positions, oldest first."""
    wanted = {"stream_id": head.stream_id, "stream": head.stream, "since": since, "until": until}
    return [StoredEvent(*row) for row in rows(statements.LOAD_TYPES, wanted | {"types": [*types]})]


def rounds_since(head: Head, since: int, *, until: int, begun_by: str) -> dict[int, int]:
    """The rounds that events of a type began between two positions, both included, by position."""
    wanted = {"stream_id": head.stream_id, "since": since, "until": until, "type": begun_by}
    return dict(rows(statements.ROUNDS_SINCE, wanted))


def load_positions(head: Head, positions: Sequence[int]) -> list[StoredEvent]:
    """The events at these positions, oldest first."""
    wanted = {"stream_id": head.stream_id, "stream": head.stream, "positions": list(positions)}
    return [StoredEvent(*row) for row in rows(statements.LOAD_POSITIONS, wanted)]


def last_recorded_at(head: Head, *, before: int) -> datetime | None:
    """The latest instant at which an event before a position was recorded; clocks step back."""
    wanted = {"stream_id": head.stream_id, "before": before}
    ((latest,),) = rows(statements.LAST_RECORDED_AT, wanted)
    found: datetime | None = latest
    return found
