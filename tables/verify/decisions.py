"""Decisions: what the service appended, against what follows from the events before it."""

from collections.abc import Iterator

import msgspec

from cardroom.log.records import StoredEvent
from tables.rounds import codec
from tables.rounds.codec import Recorded
from tables.rounds.events import Noted
from tables.verify.findings import Difference, difference


def differences(stored: StoredEvent, due: Recorded) -> Iterator[Difference]:
    """What differs between an event of the service's own and the one that is due."""
    name = codec.NAMES[type(due.fact)]
    if stored.type != name:
        yield Difference("type", stored.type, name)
        return
    for column in ("round", "gaming_day", "occurred_at"):
        mine, other = getattr(stored, column), getattr(due, column)
        if mine != other:
            yield Difference(column, mine, other)
    body = codec.decode_body(stored.body)
    if body.override is not None or body.noted != Noted():
        yield Difference("noted", stored.body.decode(), None)
    data, right = bytes(body.data), codec.encode_fact(due.fact)
    if data != right:
        found = difference(msgspec.json.decode(data), msgspec.json.decode(right))
        yield found or Difference("data", data.decode(), right.decode())
