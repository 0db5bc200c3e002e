"""Stored events: the bytes that the log keeps and hashes, and what they mean today."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from tables.rounds.codec.names import TYPES, UPCASTS, VERSION
from tables.rounds.events import AnyFact, GivenFact, Noted, Override

NOTHING: Final = Noted()


class Recorded(Struct, frozen=True, kw_only=True, gc=False):
    """An event of the log in its present form, as far as a fold asks."""

    position: int
    occurred_at: datetime
    gaming_day: date
    round: int | None
    fact: AnyFact
    noted: Noted = NOTHING


class Body(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What the log stores of an event beside its envelope."""

    data: Raw
    round: int | None = None
    override: Override | None = None
    noted: Noted = NOTHING


_encode = msgspec.json.Encoder().encode
_decode_body = msgspec.json.Decoder(Body).decode
_decode_any = msgspec.json.Decoder(dict[str, Any]).decode
_DECODERS: Final[dict[str, Callable[[bytes | Raw], AnyFact]]] = {
    name: msgspec.json.Decoder(fact).decode for name, fact in TYPES.items()
}


def encode_fact(fact: AnyFact) -> bytes:
    """The canonical data of a fact."""
    return _encode(fact)


def encode_body(
    data: bytes, *, round_number: int | None, override: Override | None, noted: Noted
) -> bytes:
    """The bytes that the log stores and hashes."""
    kept = override and msgspec.structs.replace(override, code=None)
    noted = NOTHING if noted == NOTHING else noted  # itself, or it isn't left out
    return _encode(Body(data=Raw(data), round=round_number, override=kept, noted=noted))


def decode_body(body: bytes | str) -> Body:
    """A stored body, its data left as it is."""
    return _decode_body(body)


def given_facts(fact: GivenFact) -> list[AnyFact]:
    """The typed facts of a whole round."""
    return [decode_fact(given.type, VERSION, given.data) for given in fact.events]


def decode_fact(name: str, version: int, data: bytes | Raw) -> AnyFact:
    """The fact of stored data, lifted to its present form; a row itself is never rewritten."""
    upcast = UPCASTS.get((name, version))
    if upcast is not None:
        data = _encode(upcast(_decode_any(data)))
    return _DECODERS[name](data)
