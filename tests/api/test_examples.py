"""The examples of the documentation are real: the whole history is posted, event by event."""

from collections import Counter

import pytest

from api.examples import CORRECTIONS, EVENING, EXAMPLES, LATER
from tables.rounds.codec import CLIENT_TYPES
from tests.api.club import Caller, issue, load_house
from tests.api.history import tell

# What is noted of an event beside the time that has passed, and that nobody proved his name. Fees
# are right in the first round alone, until one goes back.
NOTED = {
    "fee.refunded": {"fee"},
    "round.voided": {"voided", "fee"},
    "round.opened": {"round_gap"},
    "round.settled_by_floor": {"floor_settled", "fee"},
    "round.reported_late": {"reported_late", "voided", "clock_backwards", "fee"},
    "round.corrected": {"corrected"},
    "event.corrected": {"corrected"},
}
ANY = {"late_batch", "authorisation_claimed"}


@pytest.mark.django_db(transaction=True)
def test_each_example_is_recorded_in_its_place_by_its_sender() -> None:
    (table,) = load_house(1)
    seen: Counter[str] = Counter()
    for event, answer in tell(table):
        codes = {note["code"] for note in answer["irregularities"]}
        assert codes - ANY <= NOTED.get(event["type"], set()), (event, codes)
        seen[event["type"]] += 1
    assert seen.keys() == CLIENT_TYPES.keys()
    assert seen["round.voided"] == 2
    reader = Caller(issue("audit"))
    assert reader.read(f"tables/{table}")["open"] is False
    rounds = reader.read(f"tables/{table}/rounds")["items"]
    assert [found["phase"] for found in rounds] == ["settled", "settled", "voided", "voided"]
    first, second, *_ = rounds
    assert first["settlement"]["player_dealer_net_cents"] == 3_500
    assert second["settlement"]["player_dealer_net_cents"] == -2_000


@pytest.mark.django_db(transaction=True)
def test_the_evening_is_recorded_as_one_batch_too() -> None:
    (table,) = load_house(1)
    answer = Caller(issue("tables", table)).record(table, EVENING, expected_position=0)
    assert answer["recorded"] == len(EVENING)
    assert answer["last_position"] == len(EVENING) + len(answer["appended"])
    assert [entry["round"] for entry in answer["rounds"]] == [1, 2]


def test_an_example_is_the_first_event_of_its_type() -> None:
    told = [*EVENING, *LATER, *CORRECTIONS]
    ids = [event["id"] for event in told]
    assert len(set(ids)) == len(ids)
    assert {example["type"] for example in EXAMPLES.values()} == CLIENT_TYPES.keys()
    for name in CLIENT_TYPES:
        assert EXAMPLES[name] == next(event for event in told if event["type"] == name)
