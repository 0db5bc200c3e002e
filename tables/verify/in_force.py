"""In force: a house's settings as they followed each other, for what recording takes from them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from cardroom.days import calendars
from cardroom.gaming_day import Calendar
from cardroom.house.models import Version
from cardroom.house.records import HouseRecord
from tables import offerings
from tables.rounds.admit.facts import Facts, House, Scene
from tables.rounds.events import EventCorrected
from tables.rounds.furniture import Box
from tables.rounds.rotation.again import PastRound
from tables.rules.offering import Offering

# A change is dated before it waits for what is in flight, so near it both settings may hold.
_NEAR: Final = timedelta(minutes=1)
_FOR_EVER: Final = datetime.max.replace(tzinfo=UTC)


class _Settings(NamedTuple):
    since: datetime
    until: datetime
    facts: Facts


class Past(NamedTuple):
    """What recording asked of the past of a stream, each as it was before the present event."""

    round: PastRound
    scene: Callable[[int], Scene]
    bound: Callable[[EventCorrected], Offering | None]
    is_counted: Callable[[str, Box], bool]


class InForce:
    """One house's settings by time."""

    def __init__(self, house: str, past: Past) -> None:
        versions = list(
            Version.objects.filter(house=house, kind="house")
            .order_by("version")
            .values_list("created_at", "data")
        )
        self._settings, calendar = [], calendars.Past(house)
        for number, (created_at, data) in enumerate(versions, start=1):
            # The server's clock may have been set back before a later version.
            later = (one + _NEAR for one, _ in versions[number:] if one >= created_at)
            until = next(later, _FOR_EVER)
            facts = _facts(house, data, past, calendar.known_by(number, until))
            self._settings.append(_Settings(created_at - _NEAR, until, facts))

    def at(self, recorded_at: datetime) -> list[Facts]:
        """What an event of that time may have been recorded by; nothing when it isn't known."""
        return [facts for since, until, facts in self._settings if since <= recorded_at < until]

    def first(self) -> Facts:
        """The first settings, without which nothing was ever recorded."""
        return self._settings[0].facts


def _facts(house: str, data: object, past: Past, calendar: Calendar) -> Facts:
    """What admission asks, as far as what it adds to an event depends on it."""
    settings = msgspec.convert(data, HouseRecord)
    return Facts(
        house=House(
            code=house,
            timezone=settings.timezone,
            gaming_day=calendar.gaming_day,
            people={},
            offerings={},
            void_fee=settings.void_fee,
        ),
        recorded_at=_FOR_EVER,
        offering=offerings.offering,
        past_round=past.round,
        scene=past.scene,
        bound=past.bound,
        is_counted=past.is_counted,
        is_confirmed=lambda _person, _code: False,
    )
