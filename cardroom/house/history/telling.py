"""Telling: who changed what of a house, when and why, for those who look it up."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final, assert_never

from msgspec import Struct

from cardroom.house.history.facts import (
    KINDS as _KINDS,
)
from cardroom.house.history.facts import (
    CodesIssued,
    Entry,
    Fact,
    KeyIssued,
    KeyRevoked,
    LoginIssued,
    LoginRevoked,
    VersionAdded,
)
from cardroom.house.history.stream import events, stream_of
from cardroom.log import store

# What a change may be of, as `told` is asked for it.
KINDS: Final = (*_KINDS.values(), "key", "codes", "login")


class Told(Struct, frozen=True, kw_only=True):
    """One change.

    `kind` and `code` are the item's, `key` and a prefix, `codes` and a person, `login` and a name.
    What `stood` before changes were recorded was written down by `recorded_by`, not made.
    """

    position: int
    kind: str
    code: str
    occurred_at: datetime
    recorded_by: str
    stood: bool
    what: str
    reason: str | None
    fact: Fact


def told(house: str, *, kind: str | None = None, code: str | None = None) -> Iterator[Told]:
    """The changes of a house, of one kind of thing, or of one thing; oldest first."""
    head = store.head(house, stream_of(house))
    for stored, entry in events(head) if head else ():
        found = _told(entry, stored.recorded_by)
        if kind in {None, found.kind} and code in {None, found.code}:
            yield found


def _told(entry: Entry, recorded_by: str) -> Told:
    kind, code, what = _said(entry)
    return Told(
        position=entry.position,
        kind=kind,
        code=code,
        occurred_at=entry.occurred_at,
        recorded_by=recorded_by,
        stood=entry.fact.stood,
        what=what,
        reason=entry.fact.reason,
        fact=entry.fact,
    )


def _said(entry: Entry) -> tuple[str, str, str]:
    """What it is of, and what happened to it."""
    match entry.fact:
        case VersionAdded() as fact:
            former = "" if fact.former is None else f" after {fact.former}"
            fields = f" ({', '.join(fact.changed)})" if fact.changed else ""
            return _KINDS[entry.type], fact.code, f"version {fact.version}{former}{fields}"
        case KeyIssued() as fact:
            where = f" at {', '.join(fact.tables)}" if fact.tables else ""
            instead = f" in the place of {fact.replaces}" if fact.replaces else ""
            what = f"issued to {fact.name} for {fact.scope}{where}{instead}"
            return "key", fact.prefix, what
        case KeyRevoked() as fact:
            instead = f", replaced by {fact.replaced_by}" if fact.replaced_by else ""
            return "key", fact.prefix, f"ends {fact.revoked_at:%Y-%m-%dT%H:%M:%SZ}{instead}"
        case CodesIssued() as fact:
            return "codes", fact.person, "issued"
        case LoginIssued() as fact:
            return "login", fact.login, f"issued to {fact.person or 'an administrator'}"
        case LoginRevoked() as fact:
            return "login", fact.login, "taken back"
        case _:
            assert_never(entry.fact)
