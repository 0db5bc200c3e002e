"""The evening: what happens at each table of the demo, the same whenever it is asked for.

Six simulated tables, a batch for the opening and one for each round. One round is voided, one is
left in play, one table closes. Some drop boxes come off, of which two are to be counted, one of
them short; one fee is wrong. `SEED` is one whose rounds hold what a newcomer should see; a test
says which.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Final, NamedTuple

from cardroom.demo import money
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
    """A table's offering and rounds; which one is voided; how the table is left.

    After round `box_off` the drop box is changed, to be counted with `short_cents` too little. In
    round `wrong_fee` one is.
    """

    offering: str
    rounds: int
    voided: int = 0
    left: str = "between_rounds"
    box_off: int = 0
    short_cents: int = 0
    wrong_fee: int = 0


PLANS: Final = {
    "T01": Plan("PURE", 6, box_off=4, short_cents=500),
    "T02": Plan("BUSTER", 6, left="in_play"),
    "T03": Plan("FLYER", 6, box_off=4, wrong_fee=2),
    "T04": Plan("PURE-NET", 5),
    "T05": Plan("BUSTER-NET", 5, voided=3),
    "T06": Plan("FLYER-NET", 5, left="closed"),
}


class Evening(NamedTuple):
    """A table's batches: the opening, each round, the closing; `rest` ends the round in play.

    `counted_cents` is what will be found in the box that came off; None when it isn't counted.
    """

    table: str
    rounds: int
    batches: list[list[Event]]
    rest: list[Event]
    counted_cents: int | None


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
        if number == plan.wrong_fee:
            events = money.with_a_wrong_fee(events)
        batches.append(_voided(table, events) if number == plan.voided else events)
    rest: list[Event] = []
    if plan.left == "in_play":
        played = batches.pop()
        at = _first_decision(played)
        batches.append(played[:at])
        rest = played[at:]
    if plan.left == "closed":
        batches.append(table.close())
    counted_cents = _hang_boxes(setting.table, plan, batches)
    return Evening(setting.table, plan.rounds, batches, rest, counted_cents)


def _hang_boxes(table: str, plan: Plan, batches: list[list[Event]]) -> int | None:
    """A box from the opening on, which is changed as planned; where the table closes it comes off.

    Gives what will be found in the box that is counted.
    """
    first, second = (f"B-{table[1:]}{number}" for number in (1, 2))
    batches[0].append(money.box_changed(batches[0][-1], on=first))
    if plan.left == "closed":
        batches[-1].append(money.box_changed(batches[-1][-1], out=first))
    if not plan.box_off:
        return None
    off = batches[plan.box_off]
    off.append(money.box_changed(off[-1], out=first, on=second))
    there = [event for batch in batches[: plan.box_off + 1] for event in batch]
    return money.content_cents(there) - plan.short_cents


def _voided(table: Table, events: list[Event]) -> list[Event]:
    """A round to its first decision; then the floor voids it, and gives its fees back."""
    floor = table.setting.floor
    voiding = {"reason": "a card fell off the table", "authorised_by": floor}
    table.stream.write("round.voided", voiding, number=table.last_round)
    events = events[: _first_decision(events)] + table.stream.take()
    return events + money.given_back(events, floor=floor)


def _first_decision(events: list[Event]) -> int:
    """Where a round's decisions begin, or else its last event."""
    found = (at for at, event in enumerate(events) if event["type"] == "decision.made")
    return next(found, len(events) - 1)
