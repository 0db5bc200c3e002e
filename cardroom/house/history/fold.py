"""Fold: what a house's events make of its rows. Pure; it takes each event as it was recorded."""

from datetime import datetime
from typing import Any, assert_never

import msgspec
from msgspec import Struct, structs

from cardroom.house.history.facts import (
    KINDS,
    CodesIssued,
    Entry,
    KeyIssued,
    KeyRevoked,
    LoginIssued,
    LoginRevoked,
    VersionAdded,
)


class HouseCells(Struct, frozen=True):
    """The cells of a house's row."""

    code: str
    created_at: datetime


class VersionCells(Struct, frozen=True):
    """The cells of a version's row."""

    id: int
    kind: str
    code: str
    version: int
    data: dict[str, Any]
    retired: bool
    created_at: datetime


class KeyCells(Struct, frozen=True):
    """The cells of a key's row, all but when it was used last; `digest` in hexadecimal digits."""

    id: int
    name: str
    scope: str
    tables: list[str]
    prefix: str
    digest: str
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None = None


class SecretCells(Struct, frozen=True):
    """The cells of the row of a person's one-time codes that aren't secret or in use."""

    id: int
    person: str
    fingerprint: str
    created_at: datetime
    revoked_at: datetime | None = None


class Folded(Struct):
    """The rows of one house by their ids; None while it has no settings."""

    house: HouseCells | None = None
    versions: dict[int, VersionCells] = {}
    keys: dict[int, KeyCells] = {}
    secrets: dict[int, SecretCells] = {}
    newest: dict[tuple[str, str], int] = {}

    def take(self, entry: Entry) -> None:
        """The next event. Raises ValueError for one that can't follow."""
        match entry.fact:
            case VersionAdded() as fact:
                self._version(entry, fact)
            case KeyIssued() as fact:
                self.keys[fact.row] = _key(entry, fact)
            case KeyRevoked() as fact:
                held = self.keys.get(fact.row)
                if held is None or held.prefix != fact.prefix:
                    raise ValueError(f"key {fact.prefix} was never issued")
                self.keys[fact.row] = structs.replace(held, revoked_at=fact.revoked_at)
            case CodesIssued() as fact:
                self._codes(entry, fact)
            case LoginIssued() | LoginRevoked():
                pass  # a password may be changed by its owner at any time: no row follows from it
            case _:
                assert_never(entry.fact)

    def _version(self, entry: Entry, fact: VersionAdded) -> None:
        """Another version of an item; the first settings make the house."""
        kind = KINDS[entry.type]
        place = (kind, fact.code)
        if fact.former != self.newest.get(place) or fact.version != (fact.former or 0) + 1:
            raise ValueError(f"{kind} {fact.code}: version {fact.version} doesn't follow")
        if self.house is None and kind != "house":
            raise ValueError(f"{kind} {fact.code} comes before its house")
        if self.house is None:
            self.house = HouseCells(fact.code, entry.occurred_at)
        self.newest[place] = fact.version
        self.versions[fact.row] = VersionCells(
            fact.row,
            kind,
            fact.code,
            fact.version,
            msgspec.json.decode(fact.data),
            fact.retired,
            entry.occurred_at,
        )

    def _codes(self, entry: Entry, fact: CodesIssued) -> None:
        """New codes of a person; those before them end."""
        for row, held in self.secrets.items():
            if held.person == fact.person and held.revoked_at is None:
                self.secrets[row] = structs.replace(held, revoked_at=entry.occurred_at)
        cells = SecretCells(fact.row, fact.person, fact.fingerprint, entry.occurred_at)
        self.secrets[fact.row] = cells


def _key(entry: Entry, fact: KeyIssued) -> KeyCells:
    return KeyCells(
        id=fact.row,
        name=fact.name,
        scope=fact.scope,
        tables=[*fact.tables],
        prefix=fact.prefix,
        digest=fact.fingerprint,
        created_at=entry.occurred_at,
        expires_at=fact.expires_at,
    )
