"""Corrections on a real log that repeat what somebody let stand whom the house retired since."""

import json
from copy import deepcopy

import pytest

from cardroom import clock
from cardroom.errors import RuleViolation
from cardroom.house import editing
from cardroom.house_games import GAMES
from tables import previews
from tests.corrected import (
    all_is_proven,
    changed,
    event_corrected,
    from_the_cage,
    revision,
    round_corrected,
    seat_taken,
)
from tests.played import HOUSE, TABLE, Evening, Event, an_evening

pytestmark = pytest.mark.django_db(transaction=True)

WORD = {"authorised_by": "floor-7", "reason": "as it was"}
HIGH = 60_000  # above the limit


def given(events: list[Event]) -> list[Event]:
    """A round's events in the form of a whole round, with their overrides."""
    kept = ("type", "occurred_at", "data", "override")
    return [{key: event[key] for key in kept if key in event} for event in events]


def evening_without_him() -> tuple[Evening, list[Event]]:
    """A round with a wager that floor-7 let stand and a fee that he waived; he is retired then."""
    evening = an_evening(0)
    events = deepcopy(evening.next_round())
    wager = next(one for one in events if one["type"] == "wager.placed" and one["data"]["seat"] > 2)
    wager["data"]["amount_cents"] = HIGH
    wager["override"] = WORD
    evening.post(*events)
    data = {"seat": wager["data"]["seat"], "role": "player", "amount_cents": 100, **WORD}
    waived = evening.event("fee.waived", data, number=1)
    evening.post(waived)
    editing.retire(house=HOUSE, kind="person", code="floor-7", games=GAMES, now=clock.now())
    return evening, given([*events[:-1], waived, events[-1]])


def test_a_round_is_given_again_with_the_words_of_somebody_who_has_left() -> None:
    evening, whole = evening_without_him()
    right = changed(whole, "wager.placed", {"amount_cents": 10_000})
    correction = round_corrected(evening, 1, right)
    told = previews.preview(HOUSE, TABLE, 1, json.dumps({"events": [correction]}).encode())
    answer = from_the_cage(evening, correction)
    assert told.notes == answer.irregularities
    assert {"limit", "authorisation_claimed"} <= {note.code for note in answer.irregularities}
    assert revision(1) == 2
    from_the_cage(evening, round_corrected(evening, 1, whole))
    assert revision(1) == 3
    all_is_proven()


def test_nobody_lets_anything_new_stand_in_his_name() -> None:
    evening, whole = evening_without_him()
    added = changed(whole, "decision.made", {})
    place = next(i for i, one in enumerate(added) if one["type"] == "decision.made")
    added[place]["override"] = WORD
    with pytest.raises(RuleViolation) as refusal:
        from_the_cage(evening, round_corrected(evening, 1, added))
    pointer = f"/events/0/data/events/{place}/override/authorised_by"
    assert (refusal.value.rule, refusal.value.pointer) == ("authorised_by", pointer)
    with pytest.raises(RuleViolation):
        evening.post(evening.fee(1) | {"override": WORD})
    all_is_proven()


def test_a_table_event_is_corrected_under_rounds_with_his_words() -> None:
    evening, _ = evening_without_him()
    seat = seat_taken(evening, 4)
    from_the_cage(evening, event_corrected(evening, seat, seat["data"] | {"player": "P-9999"}))
    assert revision(1) == 2
    all_is_proven()
