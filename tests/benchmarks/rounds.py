"""Real rounds of about sixty events, from the simulator: every writer's table, one batch a round.

At a full table a tenth to a third of the rounds has that size; the others are forgotten.
"""

import copy
import json
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from multiprocessing import get_context
from random import Random
from typing import Final, NamedTuple

from cardroom.house.view import HouseView
from cardroom.playing.tables import settings
from tables.simulation.setting import Setting
from tables.simulation.stream import Event
from tables.simulation.table import Past, Table

EVENTS: Final = range(54, 67)
FREE: Final = 1  # seats; with more of them a round is seldom that long
# All of a stream happens within minutes of now, so that nothing is noted as late.
LASTS: Final = timedelta(minutes=2)
# A round as long as these, all but the longest.
_ROUND: Final = timedelta(minutes=3)


class Stream(NamedTuple):
    """A table's opening, and its rounds."""

    table: str
    opening: list[Event]
    rounds: list[list[Event]]


def streams(house: HouseView, *, rounds: int, now: datetime) -> list[Stream]:
    """A stream for each table of the house, the games and policies taking turns."""
    make = partial(_stream, house, rounds, now)
    with ProcessPoolExecutor(mp_context=get_context("fork")) as pool:
        return list(pool.map(make, range(len(house.tables))))


def batch(events: list[Event]) -> bytes:
    """The body of a request."""
    return json.dumps({"events": events}, separators=(",", ":")).encode()


def _stream(house: HouseView, rounds: int, now: datetime, number: int) -> Stream:
    code = house.tables[number]
    offered = settings(house, code)
    setting = offered[number % len(offered)]
    table, opening = _full(setting, now, LASTS / (rounds * _ROUND))
    played: list[list[Event]] = []
    while len(played) < rounds:
        tried = _copy(table, setting)
        events = tried.play_round().events
        if len(events) in EVENTS and len(tried.people.free()) <= FREE:
            played.append(events)
            table = tried
        else:
            # Other chances, and other cards to come.
            table.rng.shuffle(table.shoe.cards)
    return Stream(code, opening, played)


def _full(setting: Setting, now: datetime, pace: float) -> tuple[Table, list[Event]]:
    """A table that just opened with somebody at every seat."""
    for seed in count():
        rng = Random(f"benchmark:{setting.table}:{seed}")  # noqa: S311 - play, no secret
        table = Table(rng, Past(now), pace=pace, rare=0)
        opening = table.open(setting)
        if not table.people.free():
            break
    return table, opening


def _copy(table: Table, setting: Setting) -> Table:
    """A table that goes its own way; what never changes is shared."""
    return copy.deepcopy(table, {id(setting): setting})
