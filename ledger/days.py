"""Gaming days: how one is closed, by an event of the cage; what comes late posts on the next one.

Days close in their order, each with all days before it that weren't closed by themselves. A closed
day isn't opened again.
"""

from datetime import date
from hashlib import sha256
from typing import Final
from uuid import UUID, uuid5

import msgspec
from msgspec import Struct

from cardroom import clock
from cardroom.errors import RuleViolation
from cardroom.gaming_day import gaming_day as gaming_day_of
from cardroom.house import houses
from cardroom.log import store as log
from cardroom.log.records import NewEvent
from ledger import store
from ledger.cage import stream_of
from ledger.queries import days

TYPE: Final = "day.closed"
VERSION: Final = 1
_IDS: Final = UUID("3b1c9a64-5a0e-4f0e-9d55-1b1f5c0c9f0a")
_encode = msgspec.json.Encoder(order="deterministic").encode


class DayClosed(Struct, frozen=True, kw_only=True):
    """A gaming day whose journals are complete."""

    gaming_day: date
    authorised_by: str


def close(*, house: str, gaming_day: date, authorised_by: str, recorded_by: str) -> int:
    """Close a gaming day that is over; the position of the event in the cage's stream.

    Raises RuleViolation when the day isn't over, is closed already, or a supervisor is needed.
    """
    facts, now = houses.facts(house), clock.now()
    today = gaming_day_of(now, facts.zone, facts.gaming_day_starts)
    if "supervisor" not in facts.people.get(authorised_by, frozenset()):
        raise RuleViolation(f"{authorised_by} is no supervisor", pointer="/authorised_by")
    if gaming_day >= today:
        raise RuleViolation(f"gaming day {gaming_day} isn't over", pointer="/gaming_day")
    body = _encode({"data": DayClosed(gaming_day=gaming_day, authorised_by=authorised_by)})
    event = NewEvent(
        id=uuid5(_IDS, f"{house} {gaming_day}"),
        type=TYPE,
        version=VERSION,
        occurred_at=now,
        gaming_day=today,
        round=None,
        body=body,
        sameness=sha256(body).digest(),
    )
    with log.recording():
        head = log.lock(house, stream_of(house))
        closed = days.last_closed(house)
        if closed is not None and gaming_day <= closed:
            raise RuleViolation(f"gaming day {gaming_day} is closed", pointer="/gaming_day")
        (position,) = log.append(
            head,
            [event],
            recorded_at=now,
            recorded_by=recorded_by,
            snapshot=None,
            open_round=head.open_round,
        )
        store.close_day(house, head.stream_id, position, gaming_day)
    return position
