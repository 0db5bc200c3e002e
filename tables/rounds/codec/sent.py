"""Sent events: a batch read from JSON, typed, and what a sender meant to be the same."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from msgspec import Meta, Raw, Struct

from cardroom import plain_json
from cardroom.errors import Malformed
from cardroom.plain_json import UNREADABLE
from tables.rounds.codec.names import CLIENT_TYPES, GIVEN_TYPES, VERSION
from tables.rounds.events import ClientFact, EventCorrected, Override, RoundNumber, WholeRound

EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)


class Event(Struct, frozen=True, kw_only=True, gc=False):
    """A client's event, read: its fact typed, and its `data` as it was sent.

    `given` has the events of a whole round that it brings.
    """

    id: UUID
    type: str
    version: int
    occurred_at: datetime
    round: int | None
    fact: ClientFact
    data: bytes
    override: Override | None
    given: "tuple[Event, ...]" = ()

    @property
    def sameness(self) -> bytes:
        """SHA-256 over what makes two sendings the same; a one-time code is no part of it."""
        return sha256(_encode_meant(_meant(self))).digest()

    @property
    def coded(self) -> Iterator[str]:
        """Whose one-time codes came with it."""
        for word in (self.override, self.fact):
            person = getattr(word, "authorised_by", None)
            if person is not None and getattr(word, "code", None) is not None:
                yield person
        for given in self.given:
            yield from given.coded


class Batch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table system posts."""

    events: Annotated[list[Raw], Meta(min_length=1, max_length=1000)]
    expected_position: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    override: Override | None = None


class _Sent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    id: UUID
    type: str
    occurred_at: Annotated[datetime, Meta(tz=True)]
    version: int = 1
    round: RoundNumber | None = None
    data: Raw = Raw(b"{}")
    override: Override | None = None


_encode = msgspec.json.Encoder().encode
_encode_meant = msgspec.json.Encoder(order="deterministic").encode
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
        pointer = "" if fault is None else _faulty(batch)
    except UNREADABLE as error:
        plain_json.refuse(error, "", content)
    if fault is not None:
        raise Malformed(fault, pointer=pointer)
    return batch


def _faulty(batch: Batch) -> str:
    """The event whose text isn't plain, or none where the batch's own isn't."""
    faults = (plain_json.fault(bytes(raw)) for raw in batch.events)
    at = next((index for index, found in enumerate(faults) if found), None)
    return "" if at is None else f"/events/{at}"


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
        plain_json.refuse(error, pointer)
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
        given=_read_given(sent, fact, override, pointer),
    )


def _read_given(
    sent: _Sent, fact: ClientFact, override: Override | None, pointer: str
) -> tuple[Event, ...]:
    """The events of a whole round, each as if it had come alone; an override counts for them."""
    if not isinstance(fact, WholeRound):
        return ()
    found = []
    for index, given in enumerate(fact.events):
        place = f"{pointer}/data/events/{index}"
        if given.type not in GIVEN_TYPES:
            raise Malformed(f"`{given.type}` is no event of a round", pointer=f"{place}/type")
        own = read_data(given.type, given.data, pointer=f"{place}/data")
        found.append(
            Event(
                id=sent.id,
                type=given.type,
                version=VERSION,
                occurred_at=_instant(given.occurred_at, place),
                round=fact.round,
                fact=own,
                data=bytes(given.data),
                override=given.override or sent.override or override,
            )
        )
    return tuple(found)


def _read_fact(sent: _Sent, pointer: str) -> tuple[ClientFact, bytes]:
    if sent.type not in CLIENT_TYPES:
        raise Malformed(f"unknown event type `{sent.type}`", pointer=f"{pointer}/type")
    if sent.version != VERSION:
        raise Malformed(
            f"unknown version {sent.version} of `{sent.type}`", pointer=f"{pointer}/version"
        )
    fact = read_data(sent.type, sent.data, pointer=f"{pointer}/data")
    if fact.of_round is not None and fact.of_round != (sent.round is not None):
        wants = "needs" if fact.of_round else "has no"
        raise Malformed(f"`{sent.type}` {wants} `round`", pointer=f"{pointer}/round")
    raw, data = bytes(sent.data), _decode_any(sent.data)
    if b"code" in raw or b"\\u" in raw:  # a key may be spelled with escapes
        data = _without_codes(data)
    return fact, _encode(data)


def read_data(name: str, data: bytes | Raw, *, pointer: str) -> ClientFact:
    """The fact that data state; Malformed when they can't be that type's."""
    try:
        return _CLIENT_DECODERS[name](data)
    except UNREADABLE as error:
        plain_json.refuse(error, pointer)


def read_corrected(name: str, data: dict[str, Any]) -> ClientFact:
    """The fact that a correction's data state, of an event of this type."""
    return read_data(name, _encode(data), pointer="/data/data")


def corrected(event: Event, name: str) -> Event:
    """A correction of an event of this type, its data read; Malformed when they aren't that's."""
    fact = event.fact
    if not isinstance(fact, EventCorrected) or fact.data is None:
        return event
    data = msgspec.to_builtins(_without_code(read_corrected(name, fact.data)))
    return msgspec.structs.replace(event, fact=msgspec.structs.replace(fact, data=data))


def as_stored(event: Event) -> ClientFact:
    """The fact as it will be read back: without one-time codes."""
    if isinstance(event.fact, WholeRound):
        return read_data(event.type, event.data, pointer="")
    return _without_code(event.fact)


def _without_codes(data: Any) -> Any:  # noqa: ANN401 - any JSON
    """One-time codes are checked once and never stored, wherever they stand."""
    if isinstance(data, dict):
        return {key: _without_codes(value) for key, value in data.items() if key != "code"}
    if isinstance(data, list):
        return [_without_codes(value) for value in data]
    return data


def _meant(event: Event) -> Any:  # noqa: ANN401 - what is encoded next
    """What a sender meant by an event, free of spelling."""
    override = event.override and (event.override.authorised_by, event.override.reason)
    fact = _without_code(event.fact)
    if event.given:
        fact = msgspec.structs.replace(fact, events=())
    meant = (event.type, event.version, event.occurred_at, event.round, fact, override)
    return (*meant, [_meant(given) for given in event.given]) if event.given else meant


def _instant(instant: datetime, pointer: str) -> datetime:
    """In UTC; what lies before any cardroom's records is impossible."""
    try:
        in_utc = instant.astimezone(UTC)
    except OverflowError:
        in_utc = datetime.min.replace(tzinfo=UTC)
    if in_utc < EARLIEST:
        raise Malformed("an impossible instant", pointer=f"{pointer}/occurred_at")
    return in_utc


def _without_code(fact: ClientFact) -> ClientFact:
    if getattr(fact, "code", None) is None:
        return fact
    return msgspec.structs.replace(fact, code=None)
