"""Saying: bodies that people post under an id of theirs, and what makes two of them the same. Pure.

A one-time code is checked once: it is never stored, and no part of what is the same.
"""

from hashlib import sha256
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct, structs

from cardroom import plain_json
from cardroom.errors import Malformed
from cardroom.texts import unseen_in

Fact = TypeVar("Fact", bound=Struct)


class _Named(Struct):
    id: UUID


_decode_named = msgspec.json.Decoder(_Named).decode
_decode_fields = msgspec.json.Decoder(dict[str, Any]).decode


def _decode_both(content: bytes) -> tuple[UUID, dict[str, Any]]:
    return _decode_named(content).id, _decode_fields(content)


_encode: Final = msgspec.json.Encoder(order="deterministic").encode


class Sent(Struct, Generic[Fact], frozen=True, kw_only=True):
    """What was posted: its id, and what it says, a code included."""

    id: UUID
    fact: Fact


def read(content: bytes, fact: type[Fact]) -> Sent[Fact]:
    """A posted body; Malformed names the place that cannot be read."""
    event_id, fields = opened(content)
    return Sent(id=event_id, fact=said(fields, fact))


def opened(content: bytes) -> tuple[UUID, dict[str, Any]]:
    """The id that a body was posted under, and its other fields as they came."""
    event_id, fields = plain_json.read(_decode_both, content)
    del fields["id"]
    return event_id, fields


def said(fields: dict[str, Any], fact: type[Fact]) -> Fact:
    """What the fields say, typed; Malformed too for what nobody can see in it."""
    try:
        found = msgspec.convert(fields, fact)
    except plain_json.UNREADABLE as error:
        plain_json.refuse(error, "")
    _check_seen(fields)
    return found


def _check_seen(fields: dict[str, Any], place: str = "") -> None:
    for name, value in fields.items():
        pointer = f"{place}/{name}"
        if isinstance(value, dict):
            _check_seen(value, pointer)
        elif isinstance(value, str) and (unseen := unseen_in(value)):
            raise Malformed(unseen, pointer=pointer)


def without_code(fact: Fact) -> Fact:
    """The fact as it is kept."""
    if getattr(fact, "code", None) is None:
        return fact
    changes: dict[str, Any] = {"code": None}
    return structs.replace(fact, **changes)


def sameness(name: str, about: str, fact: Struct) -> bytes:
    """SHA-256 over what a sender meant, and about what."""
    return sha256(_encode([name, about, without_code(fact)])).digest()


def encode_body(fact: Struct, noted: Struct) -> bytes:
    """The bytes that the log stores and hashes."""
    return _encode({"data": without_code(fact), "noted": noted})
