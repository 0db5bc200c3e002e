"""Facts: what is recorded of a house's items, keys and one-time codes, and how it is written."""

from datetime import date, datetime
from hashlib import sha256
from typing import Final, get_args
from uuid import UUID, uuid5

import msgspec
from msgspec import Raw, Struct

from cardroom.house.items import Kind
from cardroom.log.records import NewEvent, StoredEvent

VERSION: Final = 1
KEY_ISSUED: Final = "key.issued"
KEY_REVOKED: Final = "key.revoked"
CODES_ISSUED: Final = "codes.issued"
LOGIN_ISSUED: Final = "login.issued"
LOGIN_REVOKED: Final = "login.revoked"
# `person.changed`, `offering.changed`, …: the kind of the item that has a new version.
KINDS: Final[dict[str, Kind]] = {f"{kind}.changed": kind for kind in get_args(Kind)}

_SPACE: Final = UUID("8f7f2a60-3c5b-5d1e-9a44-0e1d5b7c9a26")


class Change(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every change may say of itself.

    It `stood` before it was recorded: then nobody knows who made it, and `occurred_at` is since
    when it stands.
    """

    stood: bool = False
    reason: str | None = None


class VersionAdded(Change, frozen=True, kw_only=True, omit_defaults=True):
    """An item as it is from now on; `former` is the version before it, None for the first.

    `row` is the number by which tables bind it, `changed` names the fields that differ.
    """

    row: int
    code: str
    version: int
    former: int | None = None
    changed: tuple[str, ...] = ()
    data: Raw
    retired: bool = False


class KeyIssued(Change, frozen=True, kw_only=True, omit_defaults=True):
    """A machine's key, in the place of another one if it `replaces` that.

    `fingerprint` is the SHA-256 of its secret's 256 random bits: it shows whether the row is still
    that key's, and opens nothing.
    """

    row: int
    prefix: str
    name: str
    scope: str
    tables: tuple[str, ...] = ()
    fingerprint: str
    expires_at: datetime | None = None
    replaces: str | None = None


class KeyRevoked(Change, frozen=True, kw_only=True, omit_defaults=True):
    """A key ends at an instant, now or a little later; another one takes its place, or none."""

    row: int
    prefix: str
    revoked_at: datetime
    replaced_by: str | None = None


class CodesIssued(Change, frozen=True, kw_only=True, omit_defaults=True):
    """A person's new one-time codes, which end the former; `fingerprint` as a key's."""

    row: int
    person: str
    fingerprint: str


class LoginIssued(Change, frozen=True, kw_only=True, omit_defaults=True):
    """A log-in is given, or a new password and phone; `person` is None for an administrator.

    `row` numbers the phone, which is another one each time. Nothing of the password is on record.
    """

    row: int
    login: str
    person: str | None = None


class LoginRevoked(Change, frozen=True, kw_only=True, omit_defaults=True):
    """A log-in is taken back at an instant; `row` numbers whose it is."""

    row: int
    login: str
    person: str | None = None
    revoked_at: datetime


Fact = VersionAdded | KeyIssued | KeyRevoked | CodesIssued | LoginIssued | LoginRevoked

_FACTS: Final[dict[str, type[Fact]]] = {
    **dict.fromkeys(KINDS, VersionAdded),
    KEY_ISSUED: KeyIssued,
    KEY_REVOKED: KeyRevoked,
    CODES_ISSUED: CodesIssued,
    LOGIN_ISSUED: LoginIssued,
    LOGIN_REVOKED: LoginRevoked,
}
TYPES: Final = tuple(_FACTS)


class Entry(Struct, frozen=True):
    """A fact with its place in the house's stream, and when it took effect."""

    house: str
    position: int
    type: str
    occurred_at: datetime
    fact: Fact


class _Body(Struct, frozen=True):
    data: Raw


_encode = msgspec.json.Encoder().encode
_decode_body = msgspec.json.Decoder(_Body).decode


def new_event(
    house: str, name: str, fact: Fact, *, occurred_at: datetime, gaming_day: date
) -> NewEvent:
    """A fact as the log takes it; its id says what it is of, so that nothing is recorded twice."""
    body = _encode(_Body(Raw(_encode(fact))))
    return NewEvent(
        id=uuid5(_SPACE, f"{house} {name} {_identity(fact)}"),
        type=name,
        version=VERSION,
        occurred_at=occurred_at,
        gaming_day=gaming_day,
        round=None,
        body=body,
        sameness=sha256(body).digest(),
    )


def entry(event: StoredEvent) -> Entry:
    """An event of one of these types as it is stored."""
    fact = msgspec.json.decode(_decode_body(event.body).data, type=_FACTS[event.type])
    return Entry(event.house, event.position, event.type, event.occurred_at, fact)


def _identity(fact: Fact) -> str:
    """What no two facts of one type have in common; a revocation may be brought forward."""
    until = ""
    if isinstance(fact, KeyRevoked | LoginRevoked):
        until = f" {fact.revoked_at.isoformat()}"
    return f"{fact.row}{until}"
