"""The evening: what happens at each table of the demo, the same whenever it is asked for.

Six simulated tables, a batch for the opening and one for each round. One round is voided, one is
left in play, one table closes. `SEED` is one whose rounds hold what a newcomer should see; a test
says which.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Final, NamedTuple

from cardroom.house.view import HouseView
from cardroom.playing.tables import settings
from tables.simulation.setting import Setting
from tables.simulation.stream import Event
from tables.simulation.table import Past, Table

NOTICE: Final = (
    "Demo: this table belongs to an invented cardroom. Nobody played here; people, cards and money"
    " are made up."
)
SEED: Final = 2
# What happened longer ago than ten minutes would be noted as a late batch.
LASTS: Final = timedelta(minutes=9)
# Played a little faster than people do, so that the last round is over when the time is.
PACE: Final = 0.75


class Plan(NamedTuple):
    """A table's offering and rounds; which one is voided; how the table is left."""

    offering: str
    rounds: int
    voided: int = 0
    left: str = "between_rounds"


PLANS: Final = {
    "T01": Plan("PURE", 6),
    "T02": Plan("BUSTER", 6, left="in_play"),
    "T03": Plan("FLYER", 6),
    "T04": Plan("PURE-NET", 5),
    "T05": Plan("BUSTER-NET", 5, voided=3),
    "T06": Plan("FLYER-NET", 5, left="closed"),
}


class Evening(NamedTuple):
    """A table's batches: the opening, each round, the closing; `rest` ends the round in play."""

    table: str
    rounds: int
    batches: list[list[Event]]
    rest: list[Event]


def evenings(house: HouseView, loaded_at: datetime) -> Iterator[Evening]:
    """Every table's evening, as far as the house still has the table and what it offered."""
    for code, plan in PLANS.items():
        offered = {setting.offering: setting for setting in settings(house, code)}
        if code in house.tables and plan.offering in offered:
            yield _evening(plan, offered[plan.offering], loaded_at - LASTS)


def _evening(plan: Plan, setting: Setting, starts_at: datetime) -> Evening:
    table = Table(Random(f"{SEED}:{setting.table}"), Past(starts_at), pace=PACE)  # noqa: S311 - play
    table.stream.write("incident.noted", {"text": NOTICE})
    batches = [table.open(setting)]
    for number in range(1, plan.rounds + 1):
        events = table.play_round().events
        batches.append(_voided(table, events) if number == plan.voided else events)
    rest: list[Event] = []
    if plan.left == "in_play":
        played = batches.pop()
        at = _first_decision(played)
        batches.append(played[:at])
        rest = played[at:]
    if plan.left == "closed":
        batches.append(table.close())
    return Evening(setting.table, plan.rounds, batches, rest)


def _voided(table: Table, events: list[Event]) -> list[Event]:
    """A round to its first decision; then the floor voids it."""
    voiding = {"reason": "a card fell off the table", "authorised_by": table.setting.floor}
    table.stream.write("round.voided", voiding, number=table.last_round)
    return events[: _first_decision(events)] + table.stream.take()


def _first_decision(events: list[Event]) -> int:
    """Where a round's decisions begin, or else its last event."""
    found = (at for at, event in enumerate(events) if event["type"] == "decision.made")
    return next(found, len(events) - 1)
