"""Reads of a house: what holds now, and the offering that a table has bound."""

from collections.abc import Mapping
from datetime import datetime, time
from functools import lru_cache
from typing import Final

import msgspec
from django.db import connection

from cardroom.errors import Missing
from cardroom.house.models import House, Version
from cardroom.house.records import (
    HouseRecord,
    OfferingRecord,
    PersonRecord,
    ShiftRecord,
    TpppsRecord,
)
from cardroom.house.versions import current_versions
from cardroom.log.rows import rows


class OfferingVersion(msgspec.Struct, frozen=True, kw_only=True):
    """One version of an offering; its id is what a table binds when it opens."""

    id: int
    code: str
    version: int
    data: OfferingRecord


class HouseFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What holds in a house now; retired people, offerings and tables are left out.

    `revision` changes whenever anything else here does; `shifts` by the time they start.
    """

    code: str
    revision: int
    name: str
    zone: str
    gaming_day_starts: time
    sandbox: bool
    void_fee: str
    shifts: Mapping[str, time]
    people: Mapping[str, frozenset[str]]
    tppps: Mapping[str, TpppsRecord]
    offerings: Mapping[str, OfferingVersion]
    tables: frozenset[str]


# Asked with every batch, hence past the ORM, which takes longer over it than the database does.
_LAST: Final = """
SELECT id FROM house_version WHERE house_id = %(house)b ORDER BY id DESC LIMIT 1
"""

# By database and house: what was read last. Whether it still holds costs one index look-up.
_known: dict[tuple[str, str], HouseFacts] = {}


def facts(house: str) -> HouseFacts:
    """The facts of a house as they are committed now. Raises Missing when there is none."""
    last = rows(_LAST, {"house": house})
    if not last:
        raise Missing(f"there is no house {house}")
    key = (_database(), house)
    known = _known.get(key)
    if known is None or known.revision != last[0][0]:
        known = _known[key] = _facts(house)
    return known


def offering(house: str, code: str) -> OfferingVersion:
    """The newest version of an offering. Raises Missing when the house doesn't offer it."""
    found = facts(house).offerings.get(code)
    if found is None:
        raise Missing(f"house {house} has no offering {code}")
    return found


def offering_at(house: str, code: str, instant: datetime) -> OfferingVersion:
    """The version of an offering that was the newest at an instant, else its first.

    Raises Missing when the house never offered it.
    """
    offered = Version.objects.filter(house=house, kind="offering", code=code, retired=False)
    row = offered.filter(created_at__lte=instant).order_by("-version").first()
    row = row or offered.order_by("version").first()
    if row is None:
        raise Missing(f"house {house} never had an offering {code}")
    return offering_version(row.pk)


def settings_at(house: str, instant: datetime) -> tuple[int, HouseRecord]:
    """The house's own settings as they held at an instant, else its first, with their version.

    Raises Missing when there is no house.
    """
    said = Version.objects.filter(house=house, kind="house")
    row = said.filter(created_at__lte=instant).order_by("-version").first()
    row = row or said.order_by("version").first()
    if row is None:
        raise Missing(f"there is no house {house}")
    return row.version, msgspec.convert(row.data, HouseRecord)


def offering_version(version_id: int) -> OfferingVersion:
    """The version that a table has bound, however old. Raises Missing when there is none."""
    return _bound(_database(), version_id)


def only_house() -> str:
    """The one house of this installation. Raises Missing when there are none or several."""
    codes = list(House.objects.order_by("code").values_list("code", flat=True))
    if len(codes) != 1:
        listed = ", ".join(codes) or "none; load_house makes one"
        raise Missing(f"name a house, for there isn't exactly one; there are: {listed}")
    return codes[0]


@lru_cache(maxsize=4096)
def _bound(_database: str, version_id: int) -> OfferingVersion:
    row = Version.objects.filter(pk=version_id, kind="offering").first()
    if row is None:
        raise Missing(f"there is no offering version {version_id}")
    return _offering(row)


def _offering(row: Version) -> OfferingVersion:
    data = msgspec.convert(row.data, OfferingRecord, str_keys=True)
    return OfferingVersion(id=row.pk, code=row.code, version=row.version, data=data)


def _facts(house: str) -> HouseFacts:
    versions = current_versions(house)
    live = [row for row in versions if not row.retired]
    settings = next(msgspec.convert(row.data, HouseRecord) for row in live if row.kind == "house")
    return HouseFacts(
        code=house,
        revision=max(row.pk for row in versions),
        name=settings.name,
        zone=settings.timezone,
        gaming_day_starts=time.fromisoformat(settings.gaming_day_starts),
        sandbox=settings.sandbox,
        void_fee=settings.void_fee,
        shifts={
            row.code: time.fromisoformat(msgspec.convert(row.data, ShiftRecord).starts)
            for row in live
            if row.kind == "shift"
        },
        people={
            row.code: frozenset(msgspec.convert(row.data, PersonRecord).roles)
            for row in live
            if row.kind == "person"
        },
        tppps={
            row.code: msgspec.convert(row.data, TpppsRecord) for row in live if row.kind == "tppps"
        },
        offerings={row.code: _offering(row) for row in live if row.kind == "offering"},
        tables=frozenset(row.code for row in live if row.kind == "table"),
    )


def _database() -> str:
    """The database we are connected to; what one holds is never taken for another's."""
    return str(connection.settings_dict["NAME"])
