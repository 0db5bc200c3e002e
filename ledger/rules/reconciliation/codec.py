"""Codec: reviews as they are kept in the log. Pure."""

from typing import Final

import msgspec
from msgspec import Raw, Struct

from ledger.rules.reconciliation.reviews import TYPES, ReviewFact, ReviewNoted


class _Body(Struct, frozen=True, kw_only=True):
    data: Raw
    noted: ReviewNoted


_decode_body = msgspec.json.Decoder(_Body).decode
_DECODERS: Final = {name: msgspec.json.Decoder(fact) for name, fact in TYPES.items()}


def decode_body(name: str, body: bytes | str) -> tuple[ReviewFact, ReviewNoted]:
    """A stored body, typed."""
    kept = _decode_body(body)
    fact: ReviewFact = _DECODERS[name].decode(kept.data)
    return fact, kept.noted
