"""The examples of the documentation are real: the whole evening is posted, event by event."""

import pytest

from api.examples import EVENING, EXAMPLES
from tables.rounds.codec import CLIENT_TYPES
from tests.api.club import Caller, issue, load_house


@pytest.mark.django_db(transaction=True)
def test_each_example_is_recorded_in_its_evening() -> None:
    (table,) = load_house(1)
    caller = Caller(issue("tables", table))
    seen = set()
    for event in EVENING:
        answer = caller.record(table, [event])
        codes = {note["code"] for note in answer["irregularities"]}
        assert codes <= {"late_batch", "authorisation_claimed", "voided"}, (event, codes)
        seen.add(event["type"])
    assert seen == EXAMPLES.keys() == CLIENT_TYPES.keys()
    assert caller.read(f"tables/{table}")["open"] is False
    first, second = caller.read(f"tables/{table}/rounds")["items"]
    assert (first["phase"], second["phase"]) == ("settled", "voided")
    assert first["settlement"]["player_dealer_net_cents"] == 3_500


@pytest.mark.django_db(transaction=True)
def test_the_evening_is_recorded_as_one_batch_too() -> None:
    (table,) = load_house(1)
    answer = Caller(issue("tables", table)).record(table, EVENING, expected_position=0)
    assert answer["recorded"] == len(EVENING)
    assert answer["last_position"] == len(EVENING) + len(answer["appended"])
    assert [entry["round"] for entry in answer["rounds"]] == [1, 2]


def test_an_example_is_the_first_event_of_its_type() -> None:
    ids = [event["id"] for event in EVENING]
    assert len(set(ids)) == len(ids)
    for name, example in EXAMPLES.items():
        assert example == next(event for event in EVENING if event["type"] == name)
