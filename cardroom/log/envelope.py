"""The envelope: the exact bytes that an event's hash covers, and the links of both chains.

Hash version 1, all numbers big-endian, with their bytes:

    hash version 1 | id 16 | position 8 | version 4 | occurred_at 8 | recorded_at 8 |
    gaming day 4 | sameness 32 | previous hash 32 | five lengths, 4 each, of what follows:
    house | stream | type | recorded_by, all UTF-8 | the body as it is stored

Instants are microseconds and days are days since 1970-01-01 UTC. The lengths stand first, so no
field runs into its neighbour. `tests/golden/envelope_v1.json` holds worked vectors.
"""

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from struct import Struct
from typing import Final

from cardroom.log.records import StoredEvent

HASH_VERSION: Final = 1
GENESIS: Final = bytes(32)

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_DAY: Final = date(1970, 1, 1).toordinal()
_MICROSECOND: Final = timedelta(microseconds=1)
_HEADER: Final = Struct(">B 16s q i q q i 32s 32s 5I")


def envelope(event: StoredEvent, previous: bytes) -> bytes:
    """What is hashed of an event; `previous` is the hash of the event before it."""
    words = (
        event.house.encode(),
        event.stream.encode(),
        event.type.encode(),
        event.recorded_by.encode(),
        event.body,
    )
    header = _HEADER.pack(
        event.hash_version,
        event.id.bytes,
        event.position,
        event.version,
        (event.occurred_at - _EPOCH) // _MICROSECOND,
        (event.recorded_at - _EPOCH) // _MICROSECOND,
        event.gaming_day.toordinal() - _EPOCH_DAY,
        event.sameness,
        previous,
        *map(len, words),
    )
    return b"".join((header, *words))


def event_hash(event: StoredEvent, previous: bytes) -> bytes:
    """The link that an event adds to the chain of its stream; its own `hash` isn't looked at."""
    return sha256(envelope(event, previous)).digest()


def feed_hash(previous: bytes, cursor: int, event: bytes) -> bytes:
    """The link that an event's hash adds to the feed; the sequencer computes the same in SQL."""
    return sha256(previous + cursor.to_bytes(8, "big") + event).digest()
