"""What the log takes and what it gives: plain frozen values, no models."""

from datetime import date, datetime
from uuid import UUID

import msgspec

from cardroom.errors import IdReused


class NewEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event that is to be appended.

    `body` is a JSON object, kept byte for byte, with the same `round` as the field; `sameness` is
    the caller's 32-byte digest of what makes a repetition the same event.
    """

    id: UUID
    type: str
    version: int
    occurred_at: datetime
    gaming_day: date
    round: int | None
    body: bytes
    sameness: bytes


class StoredEvent(msgspec.Struct, frozen=True, gc=False):
    """An event as it lies in the log; its fields stand in the order in which they are read."""

    house: str
    stream: str
    position: int
    id: UUID
    type: str
    version: int
    occurred_at: datetime
    recorded_at: datetime
    recorded_by: str
    gaming_day: date
    round: int | None
    body: bytes
    sameness: bytes
    hash_version: int
    hash: bytes


class End(msgspec.Struct, frozen=True):
    """The last position of a stream, and when its event was recorded."""

    house: str
    stream: str
    position: int
    recorded_at: datetime


class Head(msgspec.Struct, frozen=True):
    """Where a stream ends: its last position and hash, 0 and the genesis when it's empty.

    `snapshot` is the writer's and opaque to the log; `open_round` is the round being played.
    """

    stream_id: int
    house: str
    stream: str
    position: int
    hash: bytes
    snapshot: bytes | None
    open_round: int | None


class Known(msgspec.Struct, frozen=True, gc=False):
    """Where an event id is already recorded, and the sameness of what was recorded under it."""

    stream: str
    position: int
    sameness: bytes

    @property
    def place(self) -> str:
        """Where that is, in words."""
        kind, _, name = self.stream.partition(":")
        said = {"table": f"at table {name}", "cage": "in the cage"}
        return f"{said.get(kind, 'among the events of the house')}, position {self.position}"

    def refusal(self, event_id: UUID, sameness: bytes) -> IdReused:
        """What is said to whoever sends the id again, and not the same to the same place."""
        what = "" if self.sameness == sameness else ", with other content"
        return IdReused(f"id {event_id} is recorded {self.place}{what}", event_id=event_id)


class FeedItem(msgspec.Struct, frozen=True):
    """An event at its place in the feed of its house."""

    cursor: int
    event: StoredEvent


class Lag(msgspec.Struct, frozen=True):
    """How many events wait for their place in the feed, of all houses, and since when."""

    events: int
    since: datetime | None


class Finding(msgspec.Struct, frozen=True):
    """One thing that a proof found wrong; `position` is None when it concerns no single event."""

    kind: str
    house: str
    stream: str
    position: int | None
    detail: str
