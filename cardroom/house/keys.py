"""Keys of machines: `crk_<prefix>_<secret>`. Only the secret's SHA-256 is kept.

A secret has 256 random bits, so a fast hash is enough; the prefix finds the row by an index.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NamedTuple, cast, get_args

import msgspec
from django.db import connection
from django.db.models import Q
from msgspec import Struct

from cardroom.errors import Conflict, Malformed, Missing, Unauthenticated
from cardroom.house import houses
from cardroom.house.history.facts import KEY_ISSUED, KEY_REVOKED, KeyRevoked
from cardroom.house.history.recorder import OPERATOR, Recorder, changing
from cardroom.house.history.rows import key_issued
from cardroom.house.models import Key
from cardroom.log.rows import rows

Scope = Literal["tables", "cage", "count", "audit"]

REMEMBERED: Final = timedelta(seconds=5)  # a process still lets a revoked key in that it knows
# `last_used_at` is no more exact than this, so that reading a key seldom writes.
USE_NOTED: Final = timedelta(minutes=1)

_FORM: Final = re.compile(r"crk_([0-9a-f]{12})_([0-9a-f]{64})")
_MOST_REMEMBERED: Final = 10_000
LAST_END: Final = datetime(2100, 1, 1, tzinfo=UTC)
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


_ENDED: Final = """
SELECT FROM house_key WHERE id = %(id)b AND least(revoked_at, expires_at) <= %(now)b
"""

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
    by: str = OPERATOR,
    reason: str | None = None,
    seen: int | None = None,
) -> str:
    """A new key, which nobody can print again. Raises Malformed or Missing for what isn't so.

    `seen` is the number of the newest key when this was decided, 0 for none; Conflict when another
    one was issued by now, so that a form that is sent twice issues one.
    """
    houses.facts(house)
    if expires_at is not None and not now < expires_at <= LAST_END:
        detail = f"a key ends after now, and by {LAST_END:%Y-%m-%d} at the latest"
        raise Malformed(detail, pointer="/until")
    with changing(house, now=now, by=by, reason=reason) as record:
        _check_seen(house, seen)
        key = Key(house_id=house, name=name, scope=scope, tables=sorted(set(tables)))
        key.expires_at = expires_at and expires_at.astimezone(UTC)
        token = _keep(key, now)
        record.add(KEY_ISSUED, key_issued(key, reason=record.reason))
    return token


def rotate(
    key_id: int,
    *,
    now: datetime,
    overlap: timedelta = timedelta(0),
    by: str = OPERATOR,
    reason: str | None = None,
    seen: int | None = None,
) -> str:
    """Another key in the place of one, which ends now or when its holder had time to change.

    Raises Missing when there is no such key that still runs, Conflict as `issue` does.
    """
    house = _house_of(key_id)
    with changing(house, now=now, by=by, reason=reason) as record:
        _check_seen(house, seen)
        old = _running(key_id, now)
        new = Key(house_id=old.house_id, name=old.name, scope=old.scope, tables=old.tables)
        new.expires_at = old.expires_at
        token = _keep(new, now)
        issued = key_issued(new, replaces=old.prefix, reason=record.reason)
        record.add(KEY_ISSUED, issued)
        _end(record, old, now + overlap, replaced_by=new.prefix)
    _remembered.clear()
    return token


def revoke(key_id: int, *, now: datetime, by: str = OPERATOR, reason: str | None = None) -> None:
    """End a key; it stays on record. Raises Missing when there is no such key that still runs."""
    with changing(_house_of(key_id), now=now, by=by, reason=reason) as record:
        _end(record, _running(key_id, now), now)
    _remembered.clear()


def authenticate(token: str, *, now: datetime) -> KeyFacts | None:
    """Who holds this token; None when nobody does, or not any more.

    Asked with every request: a key that was let in is remembered in this process for 5 seconds,
    so a revocation made by another one takes that long to reach its reads. An expiry is always
    exact, and so is what `check_runs` says of who records something.
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


def check_runs(recorded_by: str, *, now: datetime) -> None:
    """Unauthenticated where something is to be recorded by a key, `key:` and its id, that ended.

    Asked by who holds the house: nothing of a key stands behind its end in the feed.
    """
    kind, _, number = recorded_by.partition(":")
    if kind == "key" and rows(_ENDED, {"id": int(number), "now": now}):
        raise Unauthenticated("this key is unknown, revoked or expired")


class KeyView(Struct, frozen=True, kw_only=True):
    """A key as its house sees it: all but what lets its holder in."""

    id: int
    prefix: str
    name: str
    scope: str
    tables: tuple[str, ...]
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None


def listed(house: str) -> list[KeyView]:
    """All keys that a house ever issued, the oldest first."""
    keys = Key.objects.filter(house=house).order_by("id")
    return [msgspec.convert(key, KeyView, from_attributes=True) for key in keys]


def by_prefix(text: str, *, house: str) -> int:
    """The key of a prefix, or of a whole token. Raises Missing when the house has none."""
    prefix = text.removeprefix("crk_").partition("_")[0]
    key = Key.objects.filter(house=house, prefix=prefix).first()
    if key is None:
        raise Missing(f"house {house} has no key {prefix}")
    return key.pk


def _check_seen(house: str, seen: int | None) -> None:
    """Whether no key was issued since; behind the lock of the house's stream."""
    newest = Key.objects.filter(house=house).order_by("-id").values_list("id", flat=True).first()
    if seen not in {None, newest or 0}:
        raise Conflict(f"key {newest} was issued in the meantime", pointer="/seen", rule="version")


def check(*, name: str, scope: str, house: str, tables: Sequence[str] = ()) -> None:
    """Whether there may be a key like that. Raises Malformed or Missing with where it can't."""
    if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
        detail = f"a key's name is one line of 1 to {_LONGEST_NAME} characters"
        raise Malformed(detail, pointer="/name")
    if scope not in get_args(Scope):
        detail = f"unknown scope {scope}; there are: {', '.join(get_args(Scope))}"
        raise Malformed(detail, pointer="/scope")
    if (scope == "tables") != bool(tables):
        detail = "a key of scope tables names at least one table, and no other scope does"
        raise Malformed(detail, pointer="/tables")
    known = houses.facts(house).tables
    for table in tables:
        if table not in known:
            raise Missing(f"house {house} has no table {table}", pointer="/tables")


def _keep(key: Key, now: datetime) -> str:
    """Check a new key and keep it; gives its token."""
    check(name=key.name, scope=key.scope, house=key.house_id, tables=key.tables)
    key.prefix, secret = secrets.token_hex(6), secrets.token_hex(32)
    key.digest, key.created_at = _digest(secret), now
    key.save(force_insert=True)
    return f"crk_{key.prefix}_{secret}"


def _house_of(key_id: int) -> str:
    key = Key.objects.filter(pk=key_id).first()
    if key is None:
        raise Missing(f"there is no key {key_id}")
    return key.house_id


def _running(key_id: int, now: datetime) -> Key:
    """A key that didn't end yet; behind the lock of its house's stream."""
    key = Key.objects.get(pk=key_id)
    if _is_over(key, now):
        raise Missing(f"key {key.prefix} has ended: there is none to revoke")
    return key


def _end(record: Recorder, key: Key, at: datetime, *, replaced_by: str | None = None) -> None:
    """End a key at an instant, unless it ends before that anyway."""
    if key.revoked_at is not None and key.revoked_at <= at:
        return
    key.revoked_at = at
    key.save(update_fields=["revoked_at"])
    fact = KeyRevoked(
        row=key.pk, prefix=key.prefix, revoked_at=at, replaced_by=replaced_by, reason=record.reason
    )
    record.add(KEY_REVOKED, fact)


def _is_over(key: Key, now: datetime) -> bool:
    return any(end is not None and end <= now for end in (key.revoked_at, key.expires_at))


def _valid(token: str, now: datetime) -> Key | None:
    """The row of a token that is right, not revoked and not expired."""
    form = _FORM.fullmatch(token)
    key = Key.objects.filter(prefix=form[1]).first() if form else None
    if form is None or key is None:
        return None
    if not hmac.compare_digest(bytes(key.digest), _digest(form[2])):
        return None
    return None if _is_over(key, now) else key


def _note_use(key: Key, now: datetime) -> None:
    """Write down the use, unless it was done within the last minute."""
    stale = Q(last_used_at=None) | Q(last_used_at__lte=now - USE_NOTED)
    if key.last_used_at is None or key.last_used_at <= now - USE_NOTED:
        Key.objects.filter(stale, pk=key.pk).update(last_used_at=now)


def _remember(place: tuple[str, bytes], key: Key, now: datetime) -> None:
    """Let the same token in without a look-up for a while; a full store is emptied."""
    if len(_remembered) >= _MOST_REMEMBERED:
        _remembered.clear()
    ends = [now + REMEMBERED, key.expires_at, key.revoked_at]
    _remembered[place] = _Remembered(_facts(key), min(end for end in ends if end is not None))


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
