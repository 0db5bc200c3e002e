"""References: what a house knew of its people and contracts at the instant of a hand (R5, R7)."""

from datetime import datetime

from msgspec import structs

from cardroom.house import houses
from cardroom.house.past import Past
from tables import offerings
from tables.rules.rotation.facts import Reference
from tables.rules.rotation.stays import Stay


class References:
    """A house's references by instant, from its versions as they followed each other."""

    def __init__(self, house: str) -> None:
        self._past = Past(house)
        self._made: dict[int, Reference] = {}
        houses.facts(house)

    def at(self, instant: datetime) -> Reference:
        """What was known at an instant."""
        local_time = self._past.at(instant).clock(instant)
        return structs.replace(self._people(instant), local_time=local_time)

    def most_tables(self, stay: Stay) -> int | None:
        """How many tables a company might be at when it came to one; None without a contract."""
        company = (self.at(stay.since).companies or {}).get(stay.company)
        return None if company is None else company.max_tables

    def shift(self, instant: datetime) -> str | None:
        """The shift of an instant by the shifts of that time; None where there were none."""
        return self._past.shift(instant)

    def _people(self, instant: datetime) -> Reference:
        found = self._past.at(instant)
        if id(found) not in self._made:  # each is kept by the past, once
            players = (code for code, roles in found.people.items() if "house_player" in roles)
            contracts = {code: offerings.company(record) for code, record in found.tppps.items()}
            self._made[id(found)] = Reference(house_players=frozenset(players), companies=contracts)
        return self._made[id(found)]
