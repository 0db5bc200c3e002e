"""New ids that are sent to two places at once: the loser is told where his id was taken."""

from collections.abc import Callable
from functools import partial
from threading import Event
from uuid import UUID, uuid4, uuid5

import pytest

from cardroom.errors import IdReused
from cardroom.log import store
from cardroom.log.records import NewEvent
from tests.api.club import refused
from tests.concurrency.test_codes import send
from tests.counting import CountRoom
from tests.played import HOUSE, Evening, an_evening
from tests.recorded import PATIENCE_S, append, at_once, event, wait_until_someone_waits

pytestmark = pytest.mark.django_db(transaction=True)


def beaten(write: Callable[[], object], sent: NewEvent) -> object:
    """What becomes of a write that waits for somebody who has appended one of its ids already."""
    held, release = Event(), Event()

    def first() -> list[int]:
        with store.recording():
            positions = append(store.lock(HOUSE, "table:T03"), [event(), sent])
            held.set()
            assert release.wait(PATIENCE_S)
            return positions

    def second() -> object:
        assert held.wait(PATIENCE_S)
        return write()

    def onlooker() -> None:
        assert held.wait(PATIENCE_S)
        wait_until_someone_waits()
        release.set()

    positions, outcome, nothing = at_once(first, second, onlooker)
    assert (positions, nothing) == ([1, 2], None)
    return outcome


def notes(evening: Evening, *ids: UUID) -> list[dict[str, object]]:
    return [evening.event("incident.noted", {"text": "once"}) | {"id": str(one)} for one in ids]


def test_the_table_that_was_faster_is_named_with_the_place_in_the_batch() -> None:
    evening, taken = an_evening(0), uuid4()
    outcome = beaten(partial(send, evening, *notes(evening, uuid4(), taken)), event(event_id=taken))
    assert isinstance(outcome, IdReused)
    where = f"id {taken} is recorded at table T03, position 2, with other content"
    assert (outcome.detail, outcome.pointer) == (where, "/events/1/id")
    assert not outcome.retryable
    with pytest.raises(IdReused) as again:
        evening.post(*notes(evening, uuid4(), taken))
    assert (again.value.detail, again.value.pointer) == (where, "/events/1/id")
    assert not again.value.retryable


def test_the_cage_is_told_the_table_as_well() -> None:
    room, taken = CountRoom(), uuid4()
    room.drop()
    body = room.start_body(id=str(taken))
    outcome = beaten(lambda: refused(room.post("", body), 409, "id_reused"), event(event_id=taken))
    assert isinstance(outcome, dict), outcome
    where = f"id {taken} is recorded at table T03, position 2, with other content"
    assert (outcome["detail"], outcome["pointer"], outcome["retryable"]) == (where, "/id", False)


def test_an_id_that_the_service_needs_and_somebody_has_taken_is_named_without_a_place() -> None:
    evening = an_evening(0)
    events = evening.next_round()
    card = next(one for one in events if one["type"] == "card.dealt")
    taken = uuid5(UUID(card["id"]), "fees.assessed 1")
    evening.post(*notes(evening, taken))
    with pytest.raises(IdReused) as refusal:
        evening.post(*events)
    assert (refusal.value.event_id, refusal.value.pointer) == (taken, "")
    assert f"id {taken} is recorded at table T01" in refusal.value.detail
