"""The calendar of a house: its recorded days, and what its settings make of the others."""

from datetime import datetime, time
from typing import Final

import msgspec
from django.db import connection
from msgspec import Struct

from cardroom import clock
from cardroom.days import facts as days
from cardroom.gaming_day import Calendar, Settings, Span
from cardroom.house import houses
from cardroom.house.history.stream import stream_of
from cardroom.house.houses import HouseFacts
from cardroom.house.models import House, Version
from cardroom.house.records import HouseRecord
from cardroom.log import store


class _Known(Struct, frozen=True, kw_only=True):
    """A calendar as it was read: by these settings, up to this position of the house's stream."""

    revision: int
    position: int
    until: datetime | None
    calendar: Calendar


# By database and house. A recorded day never changes, so nobody asks while the last one lasts.
_known: Final[dict[tuple[str, str], _Known]] = {}


def of(house: str) -> Calendar:
    """The calendar as it is on record now. Raises Missing when there is no house."""
    return under(houses.facts(house))


def under(facts: HouseFacts) -> Calendar:
    """The calendar as it is on record now, of a house with these facts."""
    key = (str(connection.settings_dict["NAME"]), facts.code)
    known = _known.get(key)
    if known is not None and known.revision == facts.revision:
        if known.until is not None and clock.now() < known.until:
            return known.calendar
        if known.position == _position(facts.code):
            return known.calendar
    known = _known[key] = _read(facts.code, facts.revision)
    return known.calendar


class Past:
    """The calendars of a house as its settings followed each other, read once."""

    def __init__(self, house: str) -> None:
        self._created_at = House.objects.values_list("created_at", flat=True).get(pk=house)
        self._settings = _settings(house)
        self._recorded = _recorded(house)

    def known_by(self, versions: int, until: datetime) -> Calendar:
        """The calendar while its first so many settings were all there were, until then."""
        recorded = [day for day in self._recorded if day.start <= until]
        return Calendar(recorded, self._settings[:versions], self._created_at)


def _read(house: str, revision: int) -> _Known:
    position, recorded = _position(house), _recorded(house)
    created_at = House.objects.values_list("created_at", flat=True).get(pk=house)
    return _Known(
        revision=revision,
        position=position,
        until=recorded[-1].end if recorded else None,
        calendar=Calendar(recorded, _settings(house), created_at),
    )


def _position(house: str) -> int:
    head = store.head(house, stream_of(house))
    return head.position if head else 0


def _settings(house: str) -> list[Settings]:
    """All that the house ever said of its days, by version."""
    said = Version.objects.filter(house=house, kind="house").order_by("version")
    records = [
        (since, msgspec.convert(data, HouseRecord))
        for since, data in said.values_list("created_at", "data")
    ]
    return [
        Settings(since, record.timezone, time.fromisoformat(record.gaming_day_starts))
        for since, record in records
    ]


def _recorded(house: str) -> list[Span]:
    """The days on record, each where the one before it ended.

    What cannot be read, or doesn't follow, ends them: `verify` names it, and nobody else fails.
    """
    head = store.head(house, stream_of(house))
    found: list[Span] = []
    for event in store.load_types(head, [days.OPENED], until=head.position) if head else ():
        try:
            day = days.folded(None, event)
        except msgspec.MsgspecError:
            break
        if found and day.start != found[-1].end:
            break
        found.append(Span(day.gaming_day, day.start, day.end, day.zone))
    return found
