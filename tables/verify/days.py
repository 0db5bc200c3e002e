"""Days: the gaming day of a recorded event, by the house's settings that were in force then."""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from cardroom.house.models import Version
from cardroom.house.records import HouseRecord
from tables import offerings
from tables.rounds.admit.facts import Facts, House
from tables.rounds.state import Round

# Settings are read a moment before an event commits, so near a change both may hold.
_NEAR: Final = timedelta(minutes=1)
_FOR_EVER: Final = datetime.max.replace(tzinfo=UTC)


class _InForce(NamedTuple):
    since: datetime
    until: datetime
    facts: Facts


class Days:
    """One house's settings, as they followed each other."""

    def __init__(self, house: str, past_round: Callable[[int], Round]) -> None:
        self.facts = _facts(house, "UTC", time(), past_round)
        settings = [
            (created_at, _settings(house, data, past_round))
            for created_at, data in Version.objects.filter(house=house, kind="house")
            .order_by("version")
            .values_list("created_at", "data")
        ]
        ends = [*(since for since, _ in settings), _FOR_EVER]
        self._in_force = [
            _InForce(since, until, facts)
            for (since, until), (_, facts) in zip(pairwise(ends), settings, strict=True)
        ]

    def in_force(self, recorded_at: datetime) -> list[Facts]:
        """The settings by which an event of that time may have its day; none when none is known."""
        return [
            facts
            for since, until, facts in self._in_force
            if since - _NEAR <= recorded_at and (until == _FOR_EVER or recorded_at < until + _NEAR)
        ]


def _settings(house: str, data: object, past_round: Callable[[int], Round]) -> Facts:
    record = msgspec.convert(data, HouseRecord)
    starts = time.fromisoformat(record.gaming_day_starts)
    return _facts(house, record.timezone, starts, past_round)


def _facts(house: str, zone: str, starts: time, past_round: Callable[[int], Round]) -> Facts:
    """What admission asks of its surroundings, as far as what it adds to an event depends on it."""
    return Facts(
        house=House(code=house, timezone=zone, gaming_day_starts=starts, people={}, offerings={}),
        recorded_at=_FOR_EVER,
        offering=offerings.offering,
        past_round=past_round,
        is_confirmed=lambda _person, _code: False,
    )
