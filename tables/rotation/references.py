"""References: what a house knew of its people and contracts at the instant of a hand (R5, R7)."""

from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec import structs

from cardroom.house import houses
from cardroom.house.past import Past
from tables import offerings
from tables.rules.rotation.facts import Reference


class References:
    """A house's references by instant, from its versions as they followed each other."""

    def __init__(self, house: str) -> None:
        self._past = Past(house)
        self._made: dict[int, Reference] = {}
        self._shifts = houses.facts(house).shifts

    def at(self, instant: datetime) -> Reference:
        """What was known at an instant."""
        local_time = instant.astimezone(ZoneInfo(self._past.at(instant).zone)).time()
        return structs.replace(self._people(instant), local_time=local_time)

    def shift(self, instant: datetime) -> str | None:
        """The shift of an instant by the house's present shifts; None where there are none."""
        clock = self.at(instant).local_time
        begun = [code for code, starts in self._shifts.items() if starts <= clock]
        return max(begun or self._shifts, key=self._shifts.__getitem__, default=None)

    def _people(self, instant: datetime) -> Reference:
        found = self._past.at(instant)
        if id(found) not in self._made:  # each is kept by the past, once
            players = (code for code, roles in found.people.items() if "house_player" in roles)
            contracts = {code: offerings.company(record) for code, record in found.tppps.items()}
            self._made[id(found)] = Reference(house_players=frozenset(players), companies=contracts)
        return self._made[id(found)]
