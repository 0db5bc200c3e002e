"""The hashes of events and feed, computed in SQL from their description alone."""

import json
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from cardroom.log.envelope import GENESIS
from cardroom.log.rows import rows
from tests.drills.proof import clean
from tests.drills.registry import Seen, drill
from tests.drills.stage import fresh
from tests.played import an_evening

VECTORS: Final = Path(__file__).parents[1] / "golden" / "envelope_v1.json"
# The envelope's hash, from its description alone; a microsecond and a day count from 1970.
EVENT_HASH: Final = """
SELECT sha256(
    '\\x01'::bytea || uuid_send(%(id)b::uuid) || int8send(%(position)b::bigint)
    || int4send(%(version)b::integer)
    || int8send((extract(epoch FROM %(occurred_at)b::timestamptz) * 1000000)::bigint)
    || int8send((extract(epoch FROM %(recorded_at)b::timestamptz) * 1000000)::bigint)
    || int4send(%(gaming_day)b::date - DATE '1970-01-01') || %(sameness)b::bytea
    || %(previous)b::bytea
    || int4send(octet_length(%(house)b::text)) || int4send(octet_length(%(stream)b::text))
    || int4send(octet_length(%(type)b::text)) || int4send(octet_length(%(recorded_by)b::text))
    || int4send(octet_length(%(body)b::text))
    || convert_to(%(house)b || %(stream)b || %(type)b || %(recorded_by)b || %(body)b, 'UTF8')
)
"""
FEED_HASH: Final = (
    "SELECT log_link(NULL, %(previous)b::bytea, %(cursor)b::bigint, %(event)b::bytea)"
)
NAMES: Final = (
    *("id", "position", "version", "occurred_at", "recorded_at", "gaming_day"),
    *("sameness", "house", "stream", "type", "recorded_by", "body"),
)
STORED: Final = """
SELECT e.event_id AS id, e.position, e.version, e.occurred_at, e.recorded_at, e.gaming_day,
    e.sameness, e.house, h.stream, e.type, e.recorded_by, e.body, e.hash
FROM log_event e JOIN log_head h ON h.id = e.stream_id ORDER BY h.stream, e.position
"""


@drill("hash-vectors", "SQL and Python come to the same hashes, for the vectors and what is stored")
def hash_vectors() -> Iterator[Seen]:
    """The vectors that were committed with the first event, and an evening's events."""
    with fresh():
        vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
        link = GENESIS
        for vector in vectors:
            facts = _facts(vector["event"]) | {"previous": bytes.fromhex(vector["previous"])}
            ((digest,),) = rows(EVENT_HASH, facts)
            assert digest.hex() == vector["hash"], vector
            feed = {"previous": link, "cursor": vector["cursor"], "event": digest}
            ((link,),) = rows(FEED_HASH, feed)
            assert link.hex() == vector["feed_hash"], vector
        yield Seen(f"{len(vectors)} vectors in SQL", "each hash of event and feed as committed")
        an_evening(3)
        stored = rows(STORED, {})
        for *values, kept in stored:
            facts = dict(zip(NAMES, values, strict=True))
            previous = GENESIS if facts["position"] == 1 else digest
            ((digest,),) = rows(EVENT_HASH, facts | {"previous": previous})
            assert digest == kept, facts
        yield Seen(f"{len(stored)} recorded events in SQL", "each hash as Python stored it")
        yield Seen("the proof in Python", clean())


def _facts(event: dict[str, Any]) -> dict[str, object]:
    """A vector's event as a statement takes it."""
    return event | {
        "occurred_at": datetime.fromisoformat(event["occurred_at"]),
        "recorded_at": datetime.fromisoformat(event["recorded_at"]),
        "gaming_day": date.fromisoformat(event["gaming_day"]),
        "sameness": bytes.fromhex(event["sameness"]),
    }
