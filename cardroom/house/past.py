"""The past of a house: who worked for it, under which contracts and shifts, at any instant."""

from bisect import bisect
from collections.abc import Iterable, Mapping
from datetime import datetime, time
from typing import Final
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from cardroom.house import in_force
from cardroom.house.models import Version
from cardroom.house.records import HouseRecord, PersonRecord, TpppsRecord

_KINDS: Final = ("house", "person", "tppps")


class PastFacts(Struct, frozen=True, kw_only=True):
    """What held at an instant; `people` are roles by code."""

    zone: str
    people: Mapping[str, tuple[str, ...]]
    tppps: Mapping[str, TpppsRecord]

    def clock(self, instant: datetime) -> time:
        """An instant on the house's clocks."""
        return instant.astimezone(ZoneInfo(self.zone)).time()


class Past:
    """A house's versions, read once.

    An instant from before the house was loaded is taken as that one. What was added later wasn't
    there before, and what was changed later was what it was: an old round is judged as it was then.
    """

    def __init__(self, house: str) -> None:
        versions = Version.objects.filter(house=house, kind__in=_KINDS).order_by("version")
        self._versions = list(versions)
        self._changes = sorted({row.created_at for row in self._versions})
        self._known: dict[int, PastFacts] = {}
        self._shifts = in_force.Shifts(house)

    def at(self, instant: datetime) -> PastFacts:
        """What held at an instant."""
        span = bisect(self._changes, instant)
        if span not in self._known:
            rows = in_force.at(self._versions, instant)
            self._known[span] = _facts(row for row in rows if not row.retired)
        return self._known[span]

    def shift(self, instant: datetime) -> str | None:
        """The shift that an instant lay in; None where there was none."""
        return self._shifts.at(instant)


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
