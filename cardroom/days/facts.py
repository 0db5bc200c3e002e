"""What is recorded of a gaming day, and a day as it is read."""

from datetime import date, datetime
from hashlib import sha256
from typing import Final
from uuid import UUID, uuid5

import msgspec
from msgspec import Struct

from cardroom.log.records import NewEvent, StoredEvent

OPENED: Final = "gaming_day.opened"
ENDED: Final = "gaming_day.ended"
TYPES: Final = (OPENED, ENDED)
VERSION: Final = 1

_SPACE: Final = UUID("5f1f0c1e-6d0a-5b57-9d0b-4b8a3c1c7d11")


class GamingDayOpened(Struct, frozen=True, kw_only=True):
    """A day opens: `[start, end)` in UTC, as the house's settings of that version have it."""

    gaming_day: date
    start: datetime
    end: datetime
    zone: str
    settings_version: int


class GamingDayEnded(Struct, frozen=True, kw_only=True):
    """A day ended, when it had to."""

    gaming_day: date


class Day(Struct, frozen=True, kw_only=True):
    """A gaming day of a house; `positions` are those of its events in the house's stream."""

    gaming_day: date
    start: datetime
    end: datetime
    zone: str
    settings_version: int
    is_ended: bool = False
    positions: tuple[int, ...]


Fact = GamingDayOpened | GamingDayEnded


class _Body(Struct, frozen=True, kw_only=True):
    data: msgspec.Raw


_encode = msgspec.json.Encoder().encode
_decode_body = msgspec.json.Decoder(_Body).decode
_decode_opened = msgspec.json.Decoder(GamingDayOpened).decode


def event_id(house: str, name: str, gaming_day: date) -> UUID:
    """The id of this fact: the same whoever records it, so that it is recorded once."""
    return uuid5(_SPACE, f"{house} {name} {gaming_day}")


def new_event(house: str, fact: Fact, occurred_at: datetime) -> NewEvent:
    """A fact as the log takes it."""
    name = OPENED if isinstance(fact, GamingDayOpened) else ENDED
    body = _encode(_Body(data=msgspec.Raw(_encode(fact))))
    return NewEvent(
        id=event_id(house, name, fact.gaming_day),
        type=name,
        version=VERSION,
        occurred_at=occurred_at,
        gaming_day=fact.gaming_day,
        round=None,
        body=body,
        sameness=sha256(body).digest(),
    )


def folded(last: Day | None, event: StoredEvent) -> Day:
    """The day that an event tells of, given the one opened last."""
    if event.type == OPENED:
        opened = _decode_opened(_decode_body(event.body).data)
        return Day(**msgspec.structs.asdict(opened), positions=(event.position,))
    if last is None:
        raise ValueError(f"{event.stream}, position {event.position}: a day ends that never opened")
    positions = (*last.positions, event.position)
    return msgspec.structs.replace(last, is_ended=True, positions=positions)
