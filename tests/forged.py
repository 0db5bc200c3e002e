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
SELECT f.cursor, e.position FROM log_feed f JOIN log_event e ON e.id = f.event_id
ORDER BY f.cursor
"""


def position_of(kind: str, *, number: int) -> int:
    """Where the first event of this type in a round stands."""
    return next(
        event.position
        for event in recorded(stream=STREAM, house=HOUSE)
        if (event.type, event.round) == (kind, number)
    )


def forge(position: int, change: dict[str, Any], **columns: Any) -> None:
    """Change what an event says, by path (`data.lines.0.paid_cents`), or columns of its row."""
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
    tamper(*_cells(forged), *_chain(events))


def _cells(forged: StoredEvent) -> Iterator[str]:
    body = forged.body.decode().replace("'", "''")
    yield (
        f"UPDATE log_event SET body = '{body}', occurred_at = '{forged.occurred_at}',"
        f" gaming_day = '{forged.gaming_day}', type = '{forged.type}'"
        f" WHERE event_id = '{forged.id}'"
    )


def _chain(events: list[StoredEvent]) -> Iterator[str]:
    """Every hash of the stream, its head's, and the feed's, as if nothing had happened."""
    link, hashes = GENESIS, {}
    for event in events:
        link = hashes[event.position] = event_hash(event, link)
        yield f"UPDATE log_event SET hash = '\\x{link.hex()}' WHERE event_id = '{event.id}'"
    yield f"UPDATE log_head SET hash = '\\x{link.hex()}' WHERE stream = '{STREAM}'"
    link = GENESIS
    for cursor, position in rows(_FEED, {}):
        link = feed_hash(link, cursor, hashes[position])
        yield f"UPDATE log_feed SET hash = '\\x{link.hex()}' WHERE cursor = {cursor}"
