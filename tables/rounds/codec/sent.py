"""Sent events: a batch read from JSON, typed, and what a sender meant to be the same."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, Final, NoReturn
from uuid import UUID

import msgspec
from msgspec import Meta, Raw, Struct

from cardroom.errors import Malformed
from tables.rounds.codec import plain_json
from tables.rounds.codec.names import CLIENT_TYPES, VERSION
from tables.rounds.events import ClientFact, Override, RoundNumber

EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
UNREADABLE: Final = (msgspec.DecodeError, ValueError, RecursionError)
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")


class Event(Struct, frozen=True, kw_only=True):
    """A client's event, read: its fact typed, and its `data` as it was sent."""

    id: UUID
    type: str
    version: int
    occurred_at: datetime
    round: int | None
    fact: ClientFact
    data: bytes
    override: Override | None

    @property
    def sameness(self) -> bytes:
        """SHA-256 over what makes two sendings the same; a one-time code is no part of it."""
        parts = (self.type, self.version, self.occurred_at, self.round)
        override = self.override and (self.override.authorised_by, self.override.reason)
        return sha256(_encode((*parts, _without_code(self.fact), override))).digest()


class Batch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table system posts."""

    events: Annotated[list[Raw], Meta(min_length=1, max_length=1000)]
    expected_position: Annotated[int, Meta(ge=0)] | None = None
    override: Override | None = None


class _Sent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: UUID
    type: str
    occurred_at: Annotated[datetime, Meta(tz=True)]
    version: int = 1
    round: RoundNumber | None = None
    data: Raw = Raw(b"{}")
    override: Override | None = None


_encode = msgspec.json.Encoder().encode
_decode_batch = msgspec.json.Decoder(Batch).decode
_decode_sent = msgspec.json.Decoder(_Sent).decode
_decode_any = msgspec.json.Decoder(dict[str, Any]).decode
_CLIENT_DECODERS: Final[dict[str, Callable[[bytes | Raw], ClientFact]]] = {
    name: msgspec.json.Decoder(fact).decode for name, fact in CLIENT_TYPES.items()
}


def read_batch(content: bytes) -> Batch:
    """The batch of a request's body; Malformed with the place when it cannot be read."""
    try:
        batch = _decode_batch(content)
        fault = plain_json.fault(content)
    except UNREADABLE as error:
        _malformed(error, "")
    if fault is not None:
        faults = (plain_json.fault(bytes(raw)) for raw in batch.events)
        at = next((index for index, found in enumerate(faults) if found), None)
        raise Malformed(fault, pointer="" if at is None else f"/events/{at}")
    return batch


def read_events(batch: Batch) -> list[Event]:
    """Every event of a batch; Malformed names the first that cannot be read."""
    return [
        read_event(raw, pointer=f"/events/{index}", override=batch.override)
        for index, raw in enumerate(batch.events)
    ]


def read_event(raw: bytes | Raw, *, pointer: str, override: Override | None) -> Event:
    """One event; a batch's override counts as its own."""
    try:
        sent = _decode_sent(raw)
    except UNREADABLE as error:
        _malformed(error, pointer)
    fact, data = _read_fact(sent, pointer)
    return Event(
        id=sent.id,
        type=sent.type,
        version=sent.version,
        occurred_at=_instant(sent.occurred_at, pointer),
        round=sent.round,
        fact=fact,
        data=data,
        override=sent.override or override,
    )


def _read_fact(sent: _Sent, pointer: str) -> tuple[ClientFact, bytes]:
    decode = _CLIENT_DECODERS.get(sent.type)
    if decode is None:
        raise Malformed(f"unknown event type `{sent.type}`", pointer=f"{pointer}/type")
    if sent.version != VERSION:
        raise Malformed(
            f"unknown version {sent.version} of `{sent.type}`", pointer=f"{pointer}/version"
        )
    try:
        fact = decode(sent.data)
        data = _decode_any(sent.data)
    except UNREADABLE as error:
        _malformed(error, f"{pointer}/data")
    if fact.of_round is not None and fact.of_round != (sent.round is not None):
        wants = "needs" if fact.of_round else "has no"
        raise Malformed(f"`{sent.type}` {wants} `round`", pointer=f"{pointer}/round")
    data.pop("code", None)
    return fact, _encode(data)


def _instant(instant: datetime, pointer: str) -> datetime:
    """In UTC; what lies before any cardroom's records is impossible."""
    try:
        in_utc = instant.astimezone(UTC)
    except OverflowError:
        in_utc = datetime.min.replace(tzinfo=UTC)
    if in_utc < EARLIEST:
        raise Malformed("an impossible instant", pointer=f"{pointer}/occurred_at")
    return in_utc


def _malformed(error: Exception, pointer: str) -> NoReturn:
    """The decoder's words, with its path as a JSON pointer."""
    what, _, path = str(error).partition(" - at `$")
    steps = "".join(f"/{name or index}" for name, index in _STEP.findall(path))
    raise Malformed(what, pointer=pointer + steps) from None


def _without_code(fact: ClientFact) -> ClientFact:
    if getattr(fact, "code", None) is None:
        return fact
    return msgspec.structs.replace(fact, code=None)
