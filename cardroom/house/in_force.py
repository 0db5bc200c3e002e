"""In force: a house's settings and shifts as they were at an instant, from its versions."""

from collections.abc import Iterator
from datetime import datetime, time
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from django.db.models import Min

from cardroom.errors import Missing
from cardroom.house.models import Version
from cardroom.house.records import HouseRecord, ShiftRecord


class Settings(NamedTuple):
    """The house's own settings, and the id of the version that states them."""

    version: int
    record: HouseRecord


def settings(house: str, instant: datetime) -> Settings:
    """The settings in force, else the first there were. Raises Missing for no house."""
    for row in _versions(house, "house", instant):
        return Settings(row.pk, msgspec.convert(row.data, HouseRecord))
    raise Missing(f"there is no house {house}")


def version(number: int) -> Settings:
    """The settings of one version. Raises Missing when there is none."""
    row = Version.objects.filter(pk=number, kind="house").first()
    if row is None:
        raise Missing(f"there is no version {number} of a house's settings")
    return Settings(row.pk, msgspec.convert(row.data, HouseRecord))


def shift(house: str, instant: datetime) -> str | None:
    """The shift that an instant lies in, by the house's clock; None where a house has none.

    A shift lasts until the next one starts, the last of a day until the first of the next.
    """
    starts = {
        row.code: time.fromisoformat(msgspec.convert(row.data, ShiftRecord).starts)
        for row in _versions(house, "shift", instant)
        if not row.retired
    }
    if not starts:
        return None
    zone = ZoneInfo(settings(house, instant).record.timezone)
    clock = instant.astimezone(zone).time()
    begun = [code for code, start in starts.items() if start <= clock]
    return max(begun or starts, key=starts.__getitem__)


def _versions(house: str, kind: str, instant: datetime) -> Iterator[Version]:
    """The version of each item of a kind at an instant; before the house was loaded, its first."""
    rows = Version.objects.filter(house=house)
    loaded_at = rows.aggregate(first=Min("created_at"))["first"] or instant
    of_kind = rows.filter(kind=kind, created_at__lte=max(instant, loaded_at))
    yield from of_kind.order_by("code", "-version").distinct("code")
