"""Keys of machines: `crk_<prefix>_<secret>`. Only the secret's SHA-256 is kept.

A secret has 256 random bits, so a fast hash is enough; the prefix finds the row by an index.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple, cast, get_args

from django.db import connection
from django.db.models import Q
from msgspec import Struct

from cardroom.errors import Malformed, Missing
from cardroom.house import houses
from cardroom.house.models import Key

Scope = Literal["tables", "cage", "count", "audit"]

REMEMBERED: Final = timedelta(seconds=5)  # a process still lets a revoked key in that it knows
# `last_used_at` is no more exact than this, so that reading a key seldom writes.
USE_NOTED: Final = timedelta(minutes=1)

_FORM: Final = re.compile(r"crk_([0-9a-f]{12})_([0-9a-f]{64})")
_MOST_REMEMBERED: Final = 10_000
_LONGEST_NAME: Final = 200


class KeyFacts(Struct, frozen=True, kw_only=True):
    """Who holds a key, in which house (by code), and what it may do at which tables."""

    id: int
    name: str
    house: str
    scope: Scope
    tables: tuple[str, ...]


class _Remembered(NamedTuple):
    facts: KeyFacts
    until: datetime


# By database and the SHA-256 of the whole token: what was let in a moment ago.
_remembered: dict[tuple[str, bytes], _Remembered] = {}


def issue(
    *,
    name: str,
    scope: str,
    house: str,
    tables: Sequence[str] = (),
    now: datetime,
    expires_at: datetime | None = None,
) -> str:
    """A new key, which nobody can print again. Raises Malformed or Missing for what isn't so."""
    facts = houses.facts(house)
    if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
        raise Malformed(f"a key's name is one line of 1 to {_LONGEST_NAME} characters")
    if scope not in get_args(Scope):
        raise Malformed(f"unknown scope {scope}; there are: {', '.join(get_args(Scope))}")
    if (scope == "tables") != bool(tables):
        raise Malformed("a key of scope tables names at least one table, and no other scope does")
    for table in tables:
        if table not in facts.tables:
            raise Missing(f"house {house} has no table {table}")
    prefix, secret = secrets.token_hex(6), secrets.token_hex(32)
    Key.objects.create(
        house_id=house,
        name=name,
        scope=scope,
        tables=sorted(set(tables)),
        prefix=prefix,
        digest=_digest(secret),
        created_at=now,
        expires_at=expires_at,
    )
    return f"crk_{prefix}_{secret}"


def authenticate(token: str, *, now: datetime) -> KeyFacts | None:
    """Who holds this token; None when nobody does, or not any more.

    Asked with every request: a key that was let in is remembered in this process for 5 seconds,
    so a revocation made by another one takes that long to reach it. An expiry is always exact.
    """
    place = (str(connection.settings_dict["NAME"]), _digest(token))
    held = _remembered.get(place)
    if held is not None and now < held.until:
        return held.facts
    key = _valid(token, now)
    if key is None:
        return None
    _note_use(key, now)
    _remember(place, key, now)
    return _facts(key)


def revoke(key_id: int, *, now: datetime) -> None:
    """End a key; it stays on record. Raises Missing when there is no such key that still runs."""
    if not Key.objects.filter(pk=key_id, revoked_at=None).update(revoked_at=now):
        raise Missing(f"there is no key {key_id} to revoke")
    _remembered.clear()


def _valid(token: str, now: datetime) -> Key | None:
    """The row of a token that is right, not revoked and not expired."""
    form = _FORM.fullmatch(token)
    key = Key.objects.filter(prefix=form[1]).first() if form else None
    if form is None or key is None:
        return None
    if not hmac.compare_digest(bytes(key.digest), _digest(form[2])):
        return None
    ended = (key.revoked_at, key.expires_at)
    return None if any(end is not None and end <= now for end in ended) else key


def _note_use(key: Key, now: datetime) -> None:
    """Write down the use, unless it was done within the last minute."""
    stale = Q(last_used_at=None) | Q(last_used_at__lte=now - USE_NOTED)
    if key.last_used_at is None or key.last_used_at <= now - USE_NOTED:
        Key.objects.filter(stale, pk=key.pk).update(last_used_at=now)


def _remember(place: tuple[str, bytes], key: Key, now: datetime) -> None:
    """Let the same token in without a look-up for a while; a full store is emptied."""
    if len(_remembered) >= _MOST_REMEMBERED:
        _remembered.clear()
    until = now + REMEMBERED
    _remembered[place] = _Remembered(_facts(key), min(until, key.expires_at or until))


def _facts(key: Key) -> KeyFacts:
    return KeyFacts(
        id=key.pk,
        name=key.name,
        house=key.house_id,
        scope=cast("Scope", key.scope),
        tables=tuple(key.tables),
    )


def _digest(text: str) -> bytes:
    # Whatever a header may hold; what isn't ASCII is never of the right form.
    return hashlib.sha256(text.encode(errors="replace")).digest()
