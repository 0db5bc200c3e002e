"""No event of a clean evening is lost unseen, whether it never came or was taken back."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Final

import pytest

from tables.rounds import codec
from tables.rounds import events as e
from tables.rounds.rotation.days import TableDay
from tables.rules.rotation.verdict import WITHOUT_BEARING
from tables.simulation.stream import Event
from tests import simulated
from tests.builders import BUSTER, GAMES, Content
from tests.rotation import Night, Told, simulated_evening

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


def test_what_is_listed_as_without_bearing_are_types_of_events() -> None:
    assert codec.CLIENT_TYPES.keys() >= WITHOUT_BEARING.keys()
    telling = codec.CLIENT_TYPES.keys() - WITHOUT_BEARING.keys()
    assert telling >= {"round.opened", "round.completed", "round.voided", "day.attested"}


@pytest.mark.parametrize("goes_on", [False, True])
def test_no_verdict_is_clean_without_any_one_event_that_bears_on_it(*, goes_on: bool) -> None:
    events = simulated_evening(BUSTER, 7, 3)
    assert set(escaped(BUSTER, events, goes_on=goes_on)) <= MAY_BE_LOST


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_no_verdict_is_clean_without_any_one_event(game: str, seed: int) -> None:
    assert set(escaped(game, simulated_evening(game, seed, 8))) <= MAY_BE_LOST


def eventful() -> Night:
    """A clean evening with all that lies between hands."""
    night = Night()
    night.hand(1, 1)
    night.decline(3)
    night.offer(5)
    night.hand(5)
    night.send("play.paused", reason="a fill")
    night.send("play.resumed", reason="filled")
    night.send("notice.checked", present=True, checked_by="floor-7")
    night.hand(5)
    night.send("seat.left", seat=7)
    night.send("seat.taken", seat=2, player="P-22", kind="patron")
    night.decline(1, 2, 3)
    night.send("game.ended", reason="no_player_dealer")
    night.send("game.started", reason="found one")
    night.offer(1)
    night.hand(1)
    night.begin(1)
    night.void()
    night.decline(2)
    night.offer(3)
    night.hand(3)
    night.decline(3)
    night.offer(5)
    night.hand(5)
    night.attest()
    return night


def withdrawn(night: Night) -> Iterator[tuple[str, str]]:
    """Each table event that is taken back at the end, and the verdict then."""
    at = len(night.records)
    night.scope = "supervisor"
    event = "00000000-0000-0000-0000-0000000000ff"
    word: Content = {"authorised_by": "sup-1", "reason": "seen on camera"}
    night.send("event.corrected", event=event, data=None, **word)
    by = night.records[at].position
    for record in night.records[:at]:
        if isinstance(record.fact, e.TableFact) and not isinstance(record.fact, e.TableOpened):
            said = codec.NAMES[type(record.fact)]
            day = night.story({by: (record.position, None)}).day(DAY)
            yield f"{said} {getattr(record.fact, 'seat', '')}".strip(), day.verdict


def test_no_answer_of_an_eventful_evening_is_taken_back_unseen() -> None:
    night = eventful()
    day = night.story().day(DAY)
    assert (day.verdict, day.evidence.reasons, day.stops) == ("no_violation_found", (), 1)
    escaped = Counter(what for what, verdict in withdrawn(night) if verdict == "no_violation_found")
    # Of the offers those to who begins, at the stop, and to the holder who declined another hand.
    assert {what: n for what, n in escaped.items() if what.startswith(OFFERED)} == {
        f"{OFFERED} 1": 1,
        f"{OFFERED} 3": 1,
    }
    assert {what.split()[0] for what in escaped} <= WITHOUT_BEARING.keys()
    assert "day.attested" not in escaped
