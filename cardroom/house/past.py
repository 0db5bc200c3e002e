"""The past of a house: who worked for it and under which contracts, at any instant."""

from bisect import bisect
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from cardroom.house.models import Version
from cardroom.house.records import HouseRecord, PersonRecord, TpppsRecord

_KINDS: Final = ("house", "person", "tppps")


class PastFacts(Struct, frozen=True, kw_only=True):
    """What held at an instant; `people` are roles by code."""

    zone: str
    people: Mapping[str, tuple[str, ...]]
    tppps: Mapping[str, TpppsRecord]


class Past:
    """A house's versions, read once; what was before the first of a code is taken as the first."""

    def __init__(self, house: str) -> None:
        versions = Version.objects.filter(house=house, kind__in=_KINDS).order_by("version")
        self._versions = list(versions)
        self._changes = sorted({row.created_at for row in self._versions})
        self._known: dict[int, PastFacts] = {}

    def at(self, instant: datetime) -> PastFacts:
        """What held at an instant."""
        span = bisect(self._changes, instant)
        if span not in self._known:
            self._known[span] = _facts(self._in_force(instant))
        return self._known[span]

    def _in_force(self, instant: datetime) -> Iterable[Version]:
        """Of each code the newest version by then, else the first."""
        found: dict[tuple[str, str], Version] = {}
        for row in self._versions:
            key = (row.kind, row.code)
            if key not in found or row.created_at <= instant:
                found[key] = row
        return (row for row in found.values() if not row.retired)


def _facts(rows: Iterable[Version]) -> PastFacts:
    zone, people, tppps = "UTC", {}, {}
    for row in rows:
        if row.kind == "house":
            zone = msgspec.convert(row.data, HouseRecord).timezone
        elif row.kind == "person":
            people[row.code] = tuple(msgspec.convert(row.data, PersonRecord).roles)
        else:
            tppps[row.code] = msgspec.convert(row.data, TpppsRecord)
    return PastFacts(zone=zone, people=people, tppps=tppps)
