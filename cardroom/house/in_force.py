"""In force: a house's settings and shifts as they were at an instant, from its versions."""

from collections.abc import Iterable, Iterator
from datetime import datetime, time
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from cardroom.errors import Missing
from cardroom.house.models import Version
from cardroom.house.records import HouseRecord, ShiftRecord


class Settings(NamedTuple):
    """The house's own settings, and the id of the version that states them."""

    version: int
    record: HouseRecord


def settings(house: str, instant: datetime) -> Settings:
    """The settings in force, else the first there were. Raises Missing for no house."""
    for row in at(_versions(house, "house"), instant):
        return _settings(row)
    raise Missing(f"there is no house {house}")


def newest(house: str) -> Settings:
    """The settings in force now, whatever the clocks say. Raises Missing for no house."""
    for row in Version.objects.filter(house=house, kind="house").order_by("-version")[:1]:
        return _settings(row)
    raise Missing(f"there is no house {house}")


def version(number: int) -> Settings:
    """The settings of one version. Raises Missing when there is none."""
    row = Version.objects.filter(pk=number, kind="house").first()
    if row is None:
        raise Missing(f"there is no version {number} of a house's settings")
    return _settings(row)


class PastSettings:
    """The settings of a house over time, read once."""

    def __init__(self, house: str) -> None:
        self._settings = _versions(house, "house")

    def at(self, instant: datetime) -> Settings:
        """The settings in force, else the first there were."""
        (row,) = at(self._settings, instant)
        return _settings(row)


class Shifts:
    """The shifts of a house over time, read once.

    A shift lasts until the next one starts, the last of a day until the first of the next.
    """

    def __init__(self, house: str) -> None:
        self._shifts = _versions(house, "shift")
        self._settings = _versions(house, "house")

    def at(self, instant: datetime) -> str | None:
        """The shift that an instant lies in, by the house's clock; None where there are none."""
        starts = {
            row.code: time.fromisoformat(msgspec.convert(row.data, ShiftRecord).starts)
            for row in at(self._shifts, instant)
            if not row.retired
        }
        if not starts:
            return None
        (house,) = at(self._settings, instant)
        zone = ZoneInfo(_settings(house).record.timezone)
        clock = instant.astimezone(zone).time()
        begun = [code for code, start in starts.items() if start <= clock]
        return max(begun or starts, key=starts.__getitem__)


def _settings(row: Version) -> Settings:
    return Settings(row.pk, msgspec.convert(row.data, HouseRecord))


def _versions(house: str, kind: str) -> list[Version]:
    return list(Version.objects.filter(house=house, kind=kind).order_by("version"))


def at(versions: Iterable[Version], instant: datetime) -> Iterator[Version]:
    """The version of each item at an instant; before the first of all, those that came with it."""
    rows = list(versions)
    loaded_at = min((row.created_at for row in rows), default=instant)
    by_then = (row for row in rows if row.created_at <= max(instant, loaded_at))
    found = {(row.kind, row.code): row for row in by_then}
    yield from found.values()
