"""Rounds told from a real log: with their neighbours, their people, and what a counter may see."""

import pytest

from cardroom.errors import Missing
from tables import readings, replays
from tables.replays import RoundReplay
from tests.architecture.tree import ROOT
from tests.corrected import event_corrected, from_the_cage, seat_taken
from tests.counting import CountRoom
from tests.played import HOUSE, TABLE, an_evening

pytestmark = pytest.mark.django_db(transaction=True)


def read(number: int, *, is_blind: bool = False) -> RoundReplay:
    """A round of the evening's table, told."""
    return replays.read(HOUSE, TABLE, number, is_blind=is_blind)


def test_a_round_is_read_with_the_rounds_beside_it_and_the_people_at_the_table() -> None:
    evening = an_evening(3)
    evening.post(evening.event("dealer.changed", {"dealer": "D-11"}))
    evening.play()
    first, second, last = read(1), read(2), read(4)
    assert (first.before, first.after) == (None, 2)
    assert (second.before, second.after) == (1, 3)
    assert (last.before, last.after) == (3, None)
    assert (second.dealer, last.dealer) == (None, "D-11")
    seated = {
        event["data"]["seat"]: event["data"]["player"]
        for event in evening.opening
        if event["type"] == "seat.taken"
    }
    assert {one.seat: one.player for one in second.seated} == seated
    assert second.told.revisions[0].settlement == second.told.now.settlement
    assert second.fees is not None
    assert second.fees.assessed_cents > 0
    assert second.last_position == second.told.steps[-1].position
    for table, number in ((TABLE, 5), ("T02", 1)):
        with pytest.raises(Missing):
            replays.read(HOUSE, table, number)


def test_a_counter_is_told_nothing_of_a_round_at_a_table_that_announced_no_box() -> None:
    an_evening(1)
    with pytest.raises(Missing, match="round 1 is told once the box that it paid into is counted"):
        read(1, is_blind=True)


def test_who_may_count_is_told_nothing_of_a_round_until_its_box_is_counted() -> None:
    room = CountRoom()
    room.drop()
    with pytest.raises(Missing, match="round 1 is told once the box that it paid into is counted"):
        read(1, is_blind=True)
    room.counted()
    assert read(1, is_blind=True) == read(1)


def test_a_round_that_a_corrected_seat_touches_names_the_correction() -> None:
    evening = an_evening(2)
    taken = seat_taken(evening, 4)
    from_the_cage(evening, event_corrected(evening, taken, {**taken["data"], "player": "P-9"}))
    last = read(1).told
    refolded = next(step for step in last.steps if step.type == "round.refolded")
    assert refolded.sentence == (
        "An event of the table was corrected, and this round with it. By sup-1: Reviewed on camera."
    )
    (change,) = last.changes
    assert "P-9" in {one.player for one in change.people}
    assert sum(one.difference_cents for one in change.people) == 0


def test_every_reading_is_known_by_its_words() -> None:
    text = (ROOT / "tables/rules/READINGS.md").read_text()
    assert len(readings.register()) == 28 + 45 + 35 + 30
    assert all(words in text for words in readings.register().values())
    assert readings.of(["P-14", "G-12"]) == (
        ("P-14", "hard and soft 17 are hands of any number of cards (H)"),
        ("G-12", "W is fixed from the first card on (H)"),
    )
