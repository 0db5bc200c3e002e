"""What of a clean evening may be lost unseen: an event is left out, and the day judged again."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Final

from tables.rounds.rotation.days import TableDay
from tables.rules.rotation.verdict import WITHOUT_BEARING
from tables.simulation.stream import Event
from tests import simulated
from tests.rotation import Told

DAY: Final = date(2026, 11, 28)
OFFERED: Final = "player_dealer.offered"
OWN: Final = "an answer of the holder, or before he keeps the position, or a game begins"
# What may be lost; of offers those alone that take the position from nobody.
MAY_BE_LOST: Final = (WITHOUT_BEARING.keys() - {OFFERED}) | {OWN}


def of_day(game: str, events: list[Event], *, goes_on: bool = False) -> TableDay:
    """What the day comes to, as far as these are taken, or of all that can be."""
    table = Told(simulated.rule_set(game))
    if goes_on:
        for event in events:
            table.hear([event])
    else:
        table.hear(events)
    return table.story().day(DAY)


def is_own(events: list[Event], index: int) -> bool:
    """Whether who was asked holds the position, or the holder keeps it, or nobody had it."""
    begins = ("round.opened", "game.started", "table.opened")
    before = next(event for event in reversed(events[:index]) if event["type"] in begins)
    seat = before["data"].get("player_dealer_seat")
    behind = next((event for event in events[index:] if event["type"] in begins), before)
    kept = behind["data"].get("player_dealer_seat")
    return seat is None or seat in {events[index]["data"]["seat"], kept}


def kinds(events: list[Event]) -> Iterator[str]:
    """What each event is, for who counts those that are lost."""
    dealt = set[int]()
    for index, event in enumerate(events):
        kind = str(event["type"])
        if kind == "card.dealt" and event["round"] not in dealt:
            dealt.add(event["round"])
            kind = "a round's first card"
        yield OWN if kind == OFFERED and is_own(events, index) else kind


def escaped(game: str, events: list[Event], *, goes_on: bool = False) -> Counter[str]:
    """The kinds of events of a clean evening whose loss nothing tells."""
    assert of_day(game, events).verdict == "no_violation_found"
    lost: Counter[str] = Counter()
    for index, kind in enumerate(kinds(events)):
        day = of_day(game, events[:index] + events[index + 1 :], goes_on=goes_on)
        lost[kind] += day.verdict == "no_violation_found"
    return +lost
