"""Codec: a count's facts as they are sent, what makes two sendings the same, and as they are kept.

A body in the log is `{"data": …as sent, without its id and codes…, "noted": {…}}`, as a table's is.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec import Raw, Struct, structs

from cardroom.errors import Malformed
from ledger.rules import cash, saying
from ledger.rules.counting.facts import (
    SENT_TYPES,
    TYPES,
    CountFact,
    CountNoted,
    CountStarted,
    SentFact,
)

_EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
_encode = msgspec.json.Encoder(order="deterministic").encode
_DECODERS: Final[dict[str, Callable[[bytes | Raw], CountFact]]] = {
    name: msgspec.json.Decoder(fact).decode for name, fact in TYPES.items()
}


class Sent(Struct, frozen=True, kw_only=True):
    """What was posted: its id, its type by name, and what it says, codes included."""

    id: UUID
    type: str
    fact: SentFact


class _Body(Struct, frozen=True, kw_only=True):
    data: Raw
    noted: CountNoted


_decode_body = msgspec.json.Decoder(_Body).decode


def read(name: str, content: bytes) -> Sent:
    """A posted body; Malformed names the place that cannot be read."""
    event_id, fields = saying.opened(content)
    cash.check_form(fields.get("denominations"))
    fact = saying.said(fields, SENT_TYPES[name])
    return Sent(id=event_id, type=name, fact=_in_utc(fact))


def _in_utc(fact: SentFact) -> SentFact:
    """Instants in UTC; what lies before any cardroom's records is impossible."""
    if not isinstance(fact, CountStarted):
        return fact
    try:
        in_utc = fact.started_at.astimezone(UTC)
    except OverflowError:
        in_utc = datetime.min.replace(tzinfo=UTC)
    if in_utc < _EARLIEST:
        raise Malformed("an impossible instant", pointer="/started_at")
    return structs.replace(fact, started_at=in_utc)


def without_codes(fact: CountFact) -> CountFact:
    """The fact as it is kept: one-time codes are checked once and never stored."""
    changes: dict[str, Any] = {}
    if getattr(fact, "code", None) is not None:
        changes["code"] = None
    exception = getattr(fact, "exception", None)
    if exception is not None:
        changes["exception"] = structs.replace(exception, code=None)
    return structs.replace(fact, **changes) if changes else fact


def sameness(name: str, count: UUID, fact: CountFact) -> bytes:
    """SHA-256 over what a sender meant; a one-time code is no part of it."""
    return sha256(_encode([name, count, without_codes(fact)])).digest()


def encode_body(fact: CountFact, noted: CountNoted) -> bytes:
    """The bytes that the log stores and hashes."""
    return _encode({"data": without_codes(fact), "noted": noted})


def decode_body(name: str, body: bytes | str) -> tuple[CountFact, CountNoted]:
    """A stored body, typed."""
    kept = _decode_body(body)
    return _DECODERS[name](kept.data), kept.noted
