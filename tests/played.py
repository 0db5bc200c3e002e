"""A house whose tables were played at through the services; for tests of what is read from it."""

import json
from copy import deepcopy
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import connections

from cardroom import clock
from cardroom.house import loading
from cardroom.house_games import GAMES
from tables import services
from tables.models import FeeRow, RoundRow, SeatRow, TableRow
from tables.views import Answer
from tests.cases import HOUSE_FILE, load

HOUSE: Final = "CASES"
TABLE: Final = "T01"
STREAM: Final = "table:T01"
FLOOR: Final = "floor-7"
OF_THE_HOUSE: Final = 21  # events by which the loading of the house is recorded
MODELS: Final = (TableRow, SeatRow, RoundRow, FeeRow)

_IDS: Final = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")

Event = dict[str, Any]
Row = tuple[object, ...]


def load_the_house(*more_tables: str, change: tuple[str, str] = ("", "")) -> None:
    """The house of the cases, with tables T01 to T03 and more, and with words of it changed."""
    text = HOUSE_FILE.read_text(encoding="utf-8").replace(*change, 1)
    text += "".join(f'\n[[tables]]\ncode = "{code}"\n' for code in more_tables)
    loading.load(text, path="house.toml", games=GAMES, now=clock.now())


def post(*events: Event, table: str = TABLE, scope: str = "tables", **batch: Any) -> Answer:
    """Record a batch as a table system does, or with a key of another scope."""
    content = json.dumps({"events": events, **batch}).encode()
    return services.record(
        house=HOUSE, table=table, content=content, recorded_by="key:7", scope=scope
    )


class Evening:
    """One table's evening, made of the one round of the first case: as often as one wants it.

    The player-dealer P-1001 sits at seat 3; seats 2, 4, 7 and 8 bet; the round has 35 events.
    """

    def __init__(self, table: str = TABLE) -> None:
        events = load("pure-21.5")[0]["events"]
        self.table = table
        self.rounds = self.made = 0
        self.opening = [self._fresh(event, 0) for event in events if "round" not in event]
        self.round = [event for event in events if "round" in event]

    def open(self) -> Answer:
        """Open the table, seat the players, and load a shuffler that never runs out."""
        return self.post(*self.opening)

    def post(self, *events: Event) -> Answer:
        """Record a batch at this table."""
        self.last = post(*events, table=self.table)
        return self.last

    def next_round(self) -> list[Event]:
        """The events of the next round."""
        self.rounds += 1
        return [self._fresh(event, self.rounds) for event in self.round]

    def play(self, rounds: int = 1, *, at_once: int = 1) -> None:
        """Play so many times some rounds in one batch."""
        for _ in range(rounds):
            self.post(*(event for _ in range(at_once) for event in self.next_round()))

    def event(self, kind: str, data: Event, *, number: int = 0) -> Event:
        """An event of one's own, at the time of a round's end."""
        occurred_at = self.round[-1]["occurred_at"]
        return self._fresh({"type": kind, "occurred_at": occurred_at, "data": data}, number)

    def fee(self, number: int, cents: int = 100, **data: object) -> Event:
        """Somebody at seat 4 pays a collection fee for a round."""
        content = {"seat": 4, "role": "player", "amount_cents": cents} | data
        return self.event("fee.collected", content, number=number)

    def void(self, number: int) -> Event:
        """The floor voids a round."""
        content = {"reason": "misdeal", "authorised_by": FLOOR}
        return self.event("round.voided", content, number=number)

    def open_round_and_void(self) -> None:
        """The next round is opened, and voided at once."""
        opening, *_ = self.next_round()
        self.post(opening)
        self.post(self.void(self.rounds))

    def _fresh(self, event: Event, number: int) -> Event:
        self.made += 1
        fresh = deepcopy(event) | {"id": str(uuid5(_IDS, f"{self.table} {self.made}"))}
        if number:
            fresh["round"] = number
        if event["type"] == "shoe.loaded":
            fresh["data"]["continuous"] = True
        return fresh


def an_evening(rounds: int = 3, *, change: tuple[str, str] = ("", "")) -> Evening:
    """The house, with words of its file changed, and an evening at its first table."""
    load_the_house(change=change)
    evening = Evening()
    evening.open()
    evening.play(rounds)
    return evening


def all_rows() -> list[list[Row]]:
    """Every cell of the read models, all but what a rebuild changes: generations and ids."""
    kept = [
        [
            field.attname
            for field in model._meta.fields
            if field.attname not in {"id", "pk", "generation"}
        ]
        for model in MODELS
    ]
    return [
        sorted(model._default_manager.values_list(*columns), key=repr)
        for model, columns in zip(MODELS, kept, strict=True)
    ]


def as_owner(statement: str, *parameters: Any) -> list[Row]:
    """Run a statement as the owner of the tables; the rows that it returns."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall()) if cursor.description else []
