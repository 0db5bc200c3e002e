"""The live state of the rotation, where answers were corrected, and rounds, or came late."""

import pytest

from tables import queries, rebuild
from tables.verify import Counts, verify
from tables.views.rotation import RotationView
from tests.corrected import event_corrected, from_the_cage, given, reported_late, round_corrected
from tests.database.test_rotation import an_evening
from tests.played import HOUSE, Evening, Event

pytestmark = pytest.mark.django_db(transaction=True)


def live(evening: Evening) -> RotationView:
    """What is shown, which is what the last answer said, what the log says, and what is rebuilt."""
    shown = queries.table(HOUSE, evening.table).rotation
    assert shown is not None
    assert shown == evening.last.state.rotation
    assert list(verify(Counts())) == []
    return shown


def cage(evening: Evening, *events: Event) -> None:
    """Put something right."""
    evening.last = from_the_cage(evening, *events)


def offered(evening: Evening, seat: int, *, accepted: bool) -> Event:
    """A seat is offered the position."""
    event = evening.event("player_dealer.offered", {"seat": seat, "accepted": accepted})
    evening.post(event)
    return event


def test_an_answer_that_was_corrected_since_the_last_hand_is_asked_for_again() -> None:
    evening = an_evening(2)
    assert (live(evening).turn, live(evening).offer_next) == ("2 of 2, must pass", 4)
    declined = offered(evening, 4, accepted=False)
    assert (live(evening).declined, live(evening).offer_next) == ((4,), 7)
    cage(evening, event_corrected(evening, declined, None))
    assert (live(evening).declined, live(evening).offer_next) == ((), 4)
    cage(evening, event_corrected(evening, declined, {"seat": 4, "accepted": True}))
    assert (live(evening).accepted, live(evening).offer_next) == (4, None)


def test_a_stop_that_was_taken_back_leaves_the_game_to_be_stopped() -> None:
    evening = an_evening(2)
    for seat in (4, 7, 8, 2):
        offered(evening, seat, accepted=False)
    assert live(evening).must_stop
    ended = evening.event("game.ended", {"reason": "no_player_dealer"})
    evening.post(ended)
    assert (live(evening).must_stop, live(evening).stopped) == (False, True)
    cage(evening, event_corrected(evening, ended, None))
    assert (live(evening).must_stop, live(evening).stopped) == (True, False)


def test_an_answer_before_the_last_hand_changes_nothing_live() -> None:
    evening = an_evening(1)
    declined = offered(evening, 4, accepted=False)
    evening.play()
    before = live(evening)
    cage(evening, event_corrected(evening, declined, None))
    assert live(evening) == before


def test_a_late_round_and_a_corrected_one_count_as_the_hands_that_they_are() -> None:
    evening = an_evening(1)
    evening.rounds += 1
    evening.play()
    assert live(evening).hands == 2
    evening.post(reported_late(evening, 2))
    assert live(evening).hands == 3
    void = [*given(evening)[:-1], given(evening)[-1] | {"type": "round.voided"}]
    void[-1]["data"] = {"reason": "a foul shoe", "authorised_by": "floor-7"}
    cage(evening, round_corrected(evening, 1, void))
    assert live(evening).hands == 2
    list(rebuild.rebuild())
    assert live(evening).turn == "2 of 2, must pass"
