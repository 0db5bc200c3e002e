"""The houses: whether tables can record, and with which keys."""

from collections.abc import Iterator
from datetime import UTC, timedelta
from typing import Final

from django.db.models import Q

from cardroom import clock
from cardroom.doctor.signs import Sign, weak, wrong
from cardroom.house.models import House, Key

SOON: Final = timedelta(days=14)


def houses() -> Iterator[Sign]:
    """Houses that aren't there, or whose tables have no key."""
    found = list(House.objects.order_by("pk").values_list("pk", flat=True))
    if not found:
        yield weak("there is no house", "load one with `manage.py load_house FILE.toml`")
    for house in found:
        yield from _keys(house)


def _keys(house: str) -> Iterator[Sign]:
    """Keys that are missing, or end soon."""
    now = clock.now()
    valid = Key.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), house=house)
    valid = valid.filter(revoked_at=None)
    remedy = "issue one with `manage.py issue_key NAME --scope tables --table CODE`"
    if not valid.filter(scope="tables").exists():
        yield wrong(f"no table of house {house} has a key that is valid", remedy)
    for key in valid.filter(expires_at__lt=now + SOON).order_by("expires_at"):
        ends = f"{key.expires_at.astimezone(UTC):%Y-%m-%d %H:%MZ}" if key.expires_at else ""
        yield weak(f"the key {key.name} of house {house} ends at {ends}", remedy)
