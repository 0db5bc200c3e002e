"""What stands of a house whose changes weren't recorded yet, as facts with when they came to be."""

from collections.abc import Iterator
from datetime import datetime

from cardroom.house.history.facts import CODES_ISSUED, KEY_ISSUED, KEY_REVOKED, Fact, KeyRevoked
from cardroom.house.history.rows import codes_issued, key_issued, version_added
from cardroom.house.models import Key, Secret, Version

Stood = tuple[str, Fact, datetime]


def standing(house: str) -> Iterator[Stood]:
    """Every version there ever was, for old rounds are bound to them; every key; all codes."""
    before: dict[tuple[str, str], Version] = {}
    for row in Version.objects.filter(house=house).order_by("id"):
        yield f"{row.kind}.changed", version_added(row, before, stood=True), row.created_at
        before[row.kind, row.code] = row
    for key in Key.objects.filter(house=house).order_by("id"):
        yield KEY_ISSUED, key_issued(key, stood=True), key.created_at
        if key.revoked_at is not None:
            end = key.revoked_at
            fact = KeyRevoked(row=key.pk, prefix=key.prefix, revoked_at=end, stood=True)
            yield KEY_REVOKED, fact, end
    for secret in Secret.objects.filter(house=house).order_by("id"):
        yield CODES_ISSUED, codes_issued(secret, stood=True), secret.created_at
