"""A house whose tables were played at through the services; for tests of what is read from it."""

import json
from copy import deepcopy
from typing import Any, Final
from uuid import UUID, uuid5

from cardroom import clock
from cardroom.house import loading
from cardroom.house_games import GAMES
from tables import services
from tables.views import Answer
from tests.cases import HOUSE_FILE, load

HOUSE: Final = "CASES"
TABLE: Final = "T01"
FLOOR: Final = {"authorised_by": "floor-7", "reason": "all agreed"}

Event = dict[str, Any]


def load_the_house(*more_tables: str, **changes: str) -> None:
    """The house of the cases, with tables T01 to T03 and more, and with words of it changed."""
    text = HOUSE_FILE.read_text(encoding="utf-8")
    for old, new in changes.items():
        text = text.replace(old, new)
    text += "".join(f'\n[[tables]]\ncode = "{code}"\n' for code in more_tables)
    loading.load(text, path="house.toml", games=GAMES, now=clock.now())


def post(*events: Event, table: str = TABLE) -> Answer:
    """Record a batch as a table system does."""
    content = json.dumps({"events": events}).encode()
    return services.record(house=HOUSE, table=table, content=content, recorded_by="key:7")


class Evening:
    """One table's evening, made of the one round of the first case: as often as one wants it."""

    def __init__(self, table: str = TABLE) -> None:
        events = load("pure-21.5")[0]["events"]
        self.table = table
        self.rounds = self.made = 0
        self.opening = [self._fresh(event, 0) for event in events if "round" not in event]
        self.round = [event for event in events if "round" in event]

    def open(self) -> Answer:
        """Open the table, seat the players, and load a shuffler that never runs out."""
        return post(*self.opening, table=self.table)

    def next_round(self) -> list[Event]:
        """The events of the next round."""
        self.rounds += 1
        return [self._fresh(event, self.rounds) for event in self.round]

    def play(self, rounds: int) -> None:
        """Play so many rounds, a batch for each."""
        for _ in range(rounds):
            post(*self.next_round(), table=self.table)

    def event(self, kind: str, data: Event, *, number: int | None = None) -> Event:
        """An event of one's own, at the time of the evening's end."""
        event = {"type": kind, "occurred_at": self.round[-1]["occurred_at"], "data": data}
        return self._fresh(event, number or 0)

    def _fresh(self, event: Event, number: int) -> Event:
        self.made += 1
        fresh = deepcopy(event) | {"id": str(uuid5(_IDS, f"{self.table} {self.made}"))}
        if number:
            fresh["round"] = number
        if event["type"] == "shoe.loaded":
            fresh["data"]["continuous"] = True
        return fresh


_IDS: Final = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
