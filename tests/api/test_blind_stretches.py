"""How many events, journals and wagers there are in hidden rounds is told nobody who may count."""

from collections.abc import Callable, Iterator

import pytest
import time_machine

from tests.api.stretch_answers import answers, expecting, going_on, pages, resent
from tests.api.stretches import Room, announced, in_both, unannounced
from tests.played import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

Begin = Callable[[], Evening]
NOW = "2026-11-28T20:10:00Z"


@pytest.fixture(params=[announced, unannounced])
def begin(request: pytest.FixtureRequest) -> Iterator[Begin]:
    """A table with an uncounted box, and one that never told of any."""
    begin: Begin = request.param
    with time_machine.travel(NOW, tick=False):
        yield begin


@pytest.fixture
def at_that_time() -> Iterator[None]:
    """The hour of the evening."""
    with time_machine.travel(NOW, tick=False):
        yield


def test_no_answer_to_the_cage_tells_how_much_was_wagered_and_paid(begin: Begin) -> None:
    sparse, crowded = in_both(begin, lambda room: answers(room.cage, room))
    for one, other in zip(sparse, crowded, strict=True):
        assert one == other or (begin is unannounced and one[0].startswith("tables"))


def test_a_table_that_never_announced_a_box_tells_its_rounds_without_their_fees() -> None:
    with time_machine.travel(NOW, tick=False):
        evening = unannounced()
        for _ in range(2):
            evening.post(*evening.next_round())
        room = Room(evening)
        cage, auditor = room.cage, room.auditor
        full = auditor.read("tables/T01/rounds/1")
        assert full["fees"]
        told = cage.read("tables/T01/rounds/1")
        assert told == full | {"fees": None, "withheld": True}
        for path in ("tables/T01", "tables/T01/rounds"):
            assert cage.read(path) == auditor.read(path)
        events = cage.read("tables/T01/events")
        all_events = auditor.read("tables/T01/events")["items"]
        assert events["withheld"] is True
        assert [one for one in all_events if one not in events["items"]] == [
            one for one in all_events if "fee" in one["type"] or "fee" in str(one["noted"])
        ]
        assert "fee" not in str([one["noted"] for one in events["items"]])


def test_an_auditor_is_answered_otherwise(begin: Begin) -> None:
    sparse, crowded = in_both(begin, lambda room: answers(room.auditor, room))
    alike = {path for (path, _), there in zip(sparse, crowded, strict=True) if (path, _) == there}
    assert not [path for path in alike if path.startswith("tables") and "?" not in path]


@pytest.mark.parametrize("who", ["cashier", "both"])
def test_no_page_tells_who_may_count(begin: Begin, who: str) -> None:
    sparse, crowded = in_both(begin, lambda room: pages(getattr(room, who), room))
    for one, other in zip(sparse, crowded, strict=True):
        assert one == other
    assert {status for _, (status, _) in sparse} <= {200, 403, 404}
    assert [status for path, (status, _) in sparse if path.startswith("floor")] == [200, 200]


def test_no_number_of_a_journal_is_an_oracle(begin: Begin) -> None:
    sparse, crowded = in_both(begin, going_on)
    assert sparse == crowded
    assert sparse[-1][1] == 400


@pytest.mark.usefixtures("at_that_time")
def test_no_expected_position_is_an_oracle() -> None:
    sparse, crowded = in_both(announced, expecting)
    assert sparse == crowded
    assert {status for status, _ in sparse} == {409, 422}


@pytest.mark.usefixtures("at_that_time")
def test_no_answer_to_a_correction_tells_where_the_table_stands() -> None:
    sparse, crowded = in_both(announced, resent)
    assert sparse == crowded


@pytest.mark.usefixtures("at_that_time")
def test_a_hidden_round_is_the_same_at_every_position() -> None:
    def told(room: Room) -> None:
        path = f"tables/T01/rounds/{room.evening.rounds}"
        now = room.cage.read(path)
        assert now["withheld"] is True
        assert (now["first_position"], now["last_position"]) == (None, None)
        for at in range(1, 140, 3):
            assert room.cage.read(f"{path}?at={at}") == now

    in_both(announced, told)
