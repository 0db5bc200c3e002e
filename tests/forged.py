"""A forger who may do everything: he rewrites an event, and every hash that would betray him."""
# ruff: noqa: S608 - nothing from outside

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from cardroom.log.envelope import GENESIS, event_hash, feed_hash
from cardroom.log.records import StoredEvent
from cardroom.log.rows import rows
from tests.played import HOUSE, STREAM
from tests.recorded import recorded, tamper

_FEED = """
SELECT f.cursor, h.stream, e.position, e.hash
FROM log_feed f JOIN log_event e ON e.id = f.event_id JOIN log_head h ON h.id = e.stream_id
ORDER BY f.cursor
"""


def position_of(kind: str, *, number: int) -> int:
    """Where the first event of this type in a round stands."""
    return next(
        event.position
        for event in recorded(stream=STREAM, house=HOUSE)
        if (event.type, event.round) == (kind, number)
    )


def forge(position: int, change: dict[str, Any], *, in_feed: bool = True, **columns: Any) -> None:
    """Change what an event says, by path (`data.lines.0.paid_cents`), or columns of its row.

    Without `in_feed` he forgets the feed.
    """
    events = recorded(stream=STREAM, house=HOUSE)
    body = msgspec.json.decode(events[position - 1].body)
    for path, value in change.items():
        *way, last = path.split(".")
        inside = body
        for step in way:
            inside = inside[int(step) if isinstance(inside, list) else step]
        inside[last] = value
    forged = replace(events[position - 1], body=msgspec.json.encode(body), **columns)
    events[position - 1] = forged
    hashes = _hashes(events)
    tamper(*_cells(forged), *_chain(events, hashes), *(_feed(hashes) if in_feed else ()))


def _cells(forged: StoredEvent) -> Iterator[str]:
    body = forged.body.decode().replace("'", "''")
    yield (
        f"UPDATE log_event SET body = '{body}', occurred_at = '{forged.occurred_at}',"
        f" gaming_day = '{forged.gaming_day}', type = '{forged.type}'"
        f" WHERE event_id = '{forged.id}'"
    )


def _hashes(events: list[StoredEvent]) -> dict[int, bytes]:
    """Every hash of the stream by position, as if nothing had happened."""
    link, hashes = GENESIS, {}
    for event in events:
        link = hashes[event.position] = event_hash(event, link)
    return hashes


def _chain(events: list[StoredEvent], hashes: dict[int, bytes]) -> Iterator[str]:
    for event in events:
        digest = hashes[event.position].hex()
        yield f"UPDATE log_event SET hash = '\\x{digest}' WHERE event_id = '{event.id}'"
    yield f"UPDATE log_head SET hash = '\\x{digest}' WHERE stream = '{STREAM}'"


def _feed(hashes: dict[int, bytes]) -> Iterator[str]:
    link = GENESIS
    for cursor, stream, position, stored in rows(_FEED, {}):
        link = feed_hash(link, cursor, hashes[position] if stream == STREAM else stored)
        yield f"UPDATE log_feed SET hash = '\\x{link.hex()}' WHERE cursor = {cursor}"
