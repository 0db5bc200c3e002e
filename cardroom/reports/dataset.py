"""Datasets: what every kind of report begins with, its canonical JSON, and the digest of that."""

from datetime import date, datetime
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct, field

# JSON as RFC 8785 has it: keys in order, nothing between; a dataset has no other numbers than
# whole ones.
_encode: Final = msgspec.json.Encoder(order="sorted").encode


class TableBasis(Struct, frozen=True, kw_only=True):
    """The rounds of the period at one table, and the last event that touches any of them."""

    table: str
    rounds: int
    last_position: int


class Versioned(Struct, frozen=True, kw_only=True):
    """Something that is kept in versions, and the one that holds here."""

    name: str
    version: int


class Dataset(Struct, frozen=True, kw_only=True):
    """The head of every report; each kind adds what it tells of.

    `from` and `to` bound the period in UTC, `from_local` and `to_local` the same with the offsets
    of the house's zone; `minutes` lie between them, 1380 or 1500 on days on which clocks change.
    `has_ended`: whether the end of its last gaming day is on record. `rulesets`, `offerings`,
    `policies` and `profiles` are the versions that its figures rest on.
    """

    kind: str
    house: str
    house_name: str
    title: str
    gaming_day: date | None
    month: str | None
    from_: datetime = field(name="from")
    to: datetime
    zone: str
    from_local: str
    to_local: str
    minutes: int
    has_ended: bool
    tables: tuple[TableBasis, ...]
    rulesets: tuple[Versioned, ...] = ()
    offerings: tuple[Versioned, ...] = ()
    policies: tuple[Versioned, ...] = ()
    profiles: tuple[Versioned, ...] = ()


class Stamp(Struct, frozen=True, kw_only=True):
    """What a kept report has beside its dataset; no part of the digest."""

    digest: str
    generated_at: datetime
    revision: int
    software_version: str


def canonical(dataset: Dataset) -> bytes:
    """The dataset's canonical JSON."""
    return _encode(dataset)


def digest_of(canonical_json: bytes) -> str:
    """SHA-256 in hexadecimal digits."""
    return sha256(canonical_json).hexdigest()


def stamped(canonical_json: bytes, stamp: Struct) -> bytes:
    """A dataset as it is handed out: with its stamp, again in canonical order."""
    told: dict[str, Any] = msgspec.json.decode(canonical_json)
    return _encode({**told, **msgspec.structs.asdict(stamp)})
