"""What a supervisor takes back of a clean evening is missed, wherever that may be done at all."""

from dataclasses import replace

import pytest

from cardroom.errors import CardroomError
from cardroom.log import store
from tables.rotation.references import References
from tables.rules.rotation.verdict import WITHOUT_BEARING
from tests import simulated
from tests.builders import BUSTER
from tests.corrected import event_corrected, from_the_cage
from tests.played import HOUSE, TABLE, Evening, Event, load_the_house, post
from tests.properties.lost import DAY, OFFERED, OWN, is_own
from tests.table_days import of_table

pytestmark = pytest.mark.django_db(transaction=True)


def verdict() -> str:
    """What is said of the day."""
    head = store.head(HOUSE, f"table:{TABLE}")
    assert head is not None
    found = of_table(head, DAY, References(HOUSE))
    assert found is not None
    return found.verdict


def simulate(seed: int, rounds: int) -> list[Event]:
    """A simulated evening that is on record, from opening to closing."""
    evening = simulated.Evening(simulated.rule_set(BUSTER), seed)
    evening.setting = replace(evening.setting, offering="NB40-A", table=TABLE)
    events = evening.open()
    for _ in range(rounds):
        events += evening.play_round().events
    events += evening.close()
    post(*events)
    return events


def test_no_event_of_a_clean_evening_is_taken_back_unseen() -> None:
    load_the_house()
    events, cage = simulate(192, 12), Evening()
    assert verdict() == "no_violation_found"
    taken_back, escaped = set[str](), set[str]()
    for index, event in enumerate(events):
        kind = OWN if event["type"] == OFFERED and is_own(events, index) else event["type"]
        if "round" in event or not is_taken_back(cage, event):
            continue
        taken_back.add(kind)
        if verdict() == "no_violation_found":
            escaped.add(kind)
        from_the_cage(cage, event_corrected(cage, event, event["data"]))
        assert verdict() == "no_violation_found", kind
    assert taken_back >= {OFFERED, OWN, "day.attested", "game.ended", "game.started", "seat.taken"}
    assert escaped <= (WITHOUT_BEARING.keys() - {OFFERED}) | {OWN}


def is_taken_back(cage: Evening, event: Event) -> bool:
    """Whether it can be: what others rest on can't."""
    try:
        from_the_cage(cage, event_corrected(cage, event, None))
    except CardroomError:
        return False
    return True
