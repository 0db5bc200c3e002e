"""No event of a clean evening is lost unseen, whether it never came or was taken back.

The drill loses each event of longer evenings.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from tables.rounds import codec
from tables.rounds import events as e
from tables.rules.rotation.verdict import WITHOUT_BEARING
from tests.builders import BUSTER, GAMES, Content
from tests.properties.lost import DAY, MAY_BE_LOST, OFFERED, escaped
from tests.rotation import Night, simulated_evening


def test_what_is_listed_as_without_bearing_are_types_of_events() -> None:
    assert codec.CLIENT_TYPES.keys() >= WITHOUT_BEARING.keys()
    telling = codec.CLIENT_TYPES.keys() - WITHOUT_BEARING.keys()
    assert telling >= {"round.opened", "round.completed", "round.voided", "day.attested"}


@pytest.mark.parametrize("goes_on", [False, True])
def test_no_verdict_is_clean_without_any_one_event_that_bears_on_it(*, goes_on: bool) -> None:
    events = simulated_evening(BUSTER, 7, 3)
    assert set(escaped(BUSTER, events, goes_on=goes_on)) <= MAY_BE_LOST


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_verdict_is_clean_without_any_one_event(game: str) -> None:
    assert set(escaped(game, simulated_evening(game, 0, 3))) <= MAY_BE_LOST


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
