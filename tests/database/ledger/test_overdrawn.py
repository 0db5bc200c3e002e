"""A box gives back what was recorded in it, and no more."""

import pytest

from cardroom.errors import RuleViolation
from cardroom.log import store as log
from tests.corrected import all_is_proven, from_the_cage, given, round_corrected
from tests.journals import balances
from tests.played import HOUSE, STREAM, Evening, Event, load_the_house

pytestmark = pytest.mark.django_db

BOX, ROOM, UNBOXED = "box:B-1:collection", "count_room:collection", "unboxed:T01:collection"


def an_evening_with_a_box(box_in: str | None = "B-1") -> Evening:
    """A round was played with its fees in a box, or in none."""
    load_the_house()
    evening = Evening()
    evening.open()
    if box_in is not None:
        change_box(evening, box_in=box_in)
    evening.play()
    return evening


def change_box(evening: Evening, **boxes: str) -> None:
    """A box is put on, or taken off."""
    data = {"purpose": "collection", "removed_by": "drop-1", **boxes}
    evening.post(evening.event("box.changed", data))


def refund(evening: Evening, cents: int) -> Event:
    """A fee of the first round goes back."""
    word = {"reason": "asked for", "authorised_by": "floor-7"}
    data = {"seat": 4, "role": "player", "amount_cents": cents, **word}
    return evening.event("fee.refunded", data, number=1)


def refused(evening: Evening, *events: Event, pointer: str) -> None:
    """A batch is refused at this place, and leaves nothing."""
    before = (log.head(HOUSE, STREAM), balances(HOUSE))
    with pytest.raises(RuleViolation, match="more than was ever recorded in it") as refusal:
        evening.post(*events)
    assert refusal.value.pointer == pointer
    assert (log.head(HOUSE, STREAM), balances(HOUSE)) == before


@pytest.mark.parametrize(("box_in", "account"), [("B-1", BOX), (None, UNBOXED)])
def test_a_refund_above_what_its_place_holds_is_refused(box_in: str | None, account: str) -> None:
    evening = an_evening_with_a_box(box_in)
    held = balances(HOUSE)[account]
    refused(evening, refund(evening, held + 1), pointer="/events/0/data/amount_cents")
    evening.post(refund(evening, held))
    assert balances(HOUSE)[account] == 0
    again = [evening.fee(1, 10), refund(evening, 11)]
    refused(evening, *again, pointer="/events/1/data/amount_cents")
    all_is_proven()


def test_a_box_that_was_taken_off_gives_back_what_it_held() -> None:
    evening = an_evening_with_a_box()
    held = balances(HOUSE)[BOX]
    change_box(evening, box_out="B-1", box_in="B-2")
    refused(evening, refund(evening, held + 1), pointer="/events/0/data/amount_cents")
    evening.post(refund(evening, held))
    assert (balances(HOUSE)[BOX], balances(HOUSE)[ROOM]) == (0, 0)
    all_is_proven()


def test_what_was_refunded_since_is_no_more_taken_out_by_a_correction() -> None:
    evening = an_evening_with_a_box()
    evening.play()
    evening.post(refund(evening, balances(HOUSE)[BOX]))
    without = [event for event in given(evening) if event["type"] != "fee.collected"]
    with pytest.raises(RuleViolation) as refusal:
        from_the_cage(evening, round_corrected(evening, 2, without))
    assert refusal.value.pointer == "/events/0/data"
    all_is_proven()
