"""Rows as facts: what is recorded of a version, a key or one-time codes that were written."""

from hashlib import sha256

import msgspec
from msgspec import Raw

from cardroom.house.history.facts import CodesIssued, KeyIssued, VersionAdded
from cardroom.house.models import Key, Secret, Version
from cardroom.house.versions import Before, difference


def version_added(
    row: Version, before: Before, *, reason: str | None = None, stood: bool = False
) -> VersionAdded:
    """What is recorded of a new version; `before` are the versions in force."""
    former = before.get((row.kind, row.code))
    return VersionAdded(
        row=row.pk,
        code=row.code,
        version=row.version,
        former=None if former is None else former.version,
        changed=difference(former, row),
        data=Raw(msgspec.json.encode(row.data)),
        retired=row.retired,
        stood=stood,
        reason=reason,
    )


def key_issued(
    key: Key, *, replaces: str | None = None, reason: str | None = None, stood: bool = False
) -> KeyIssued:
    """What is recorded of a new key."""
    return KeyIssued(
        row=key.pk,
        prefix=key.prefix,
        name=key.name,
        scope=key.scope,
        tables=tuple(key.tables),
        fingerprint=bytes(key.digest).hex(),
        expires_at=key.expires_at,
        replaces=replaces,
        stood=stood,
        reason=reason,
    )


def fingerprint(secret: Secret) -> str:
    """What shows whether a secret is still the one that was issued."""
    return sha256(bytes(secret.secret)).hexdigest()


def codes_issued(secret: Secret, *, reason: str | None = None, stood: bool = False) -> CodesIssued:
    """What is recorded of a person's new codes."""
    return CodesIssued(
        row=secret.pk,
        person=secret.person,
        fingerprint=fingerprint(secret),
        stood=stood,
        reason=reason,
    )
