"""Real workers and beats behind both brokers: what is due is done once, and nothing is skipped."""

import time

import pytest

from cardroom.due.models import Row
from cardroom.log import store
from tests.clocked import told
from tests.clockwork.crew import (
    PATIENCE_S,
    Crew,
    held_up,
    wait_until_blocked,
    wait_until_taken,
)
from tests.faults.places import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

STEPS = ["opened", "ended", "opened", "ended", "opened"]


def steps(house: str) -> list[str]:
    """What was recorded of a house's days, in its order; proves that no day is missing or twice."""
    told(house)
    types = (event.type for event in store.load(house, f"house:{house}"))
    named = (name.partition(".") for name in types)
    return [step for kind, _, step in named if kind == "gaming_day"]


def all_done(houses: list[str]) -> bool:
    """Whether each house has caught up."""
    return all(steps(house) == STEPS for house in houses)


def wait_until_all_is_done(houses: list[str]) -> None:
    """Wait for the workers, then prove that they did each thing once."""
    wait_until(lambda: all_done(houses), PATIENCE_S)
    assert Row.objects.filter(status="done").count() == len(STEPS) * len(houses)


def test_two_workers_and_two_beats_do_everything_once(crew: Crew, houses: list[str]) -> None:
    for role in ("fast", "fast", "beat", "beat"):
        crew.join(role)
    wait_until_all_is_done(houses)
    time.sleep(2)  # the beats go on nudging
    assert all_done(houses)
    assert set(Row.objects.values_list("attempts", flat=True)) == {0, 1}


def test_a_worker_killed_in_mid_task_leaves_its_work_to_the_next(
    crew: Crew, houses: list[str]
) -> None:
    with held_up("log_event", "SHARE"):
        killed = crew.join()
        wait_until_blocked()
        killed.kill()
        assert Row.objects.filter(status="done").count() == 0
    crew.join()
    wait_until_all_is_done(houses)
    assert Row.objects.order_by("-fence").first().fence == 2  # type: ignore[union-attr]


def test_a_worker_that_was_stopped_and_goes_on_does_nothing_twice(
    crew: Crew, houses: list[str]
) -> None:
    with held_up("house_version", "ACCESS EXCLUSIVE"):
        zombie = crew.join()
        wait_until_taken()
        wait_until_blocked()
        zombie.freeze()
    Row.objects.filter(fence=1).update(available_at="2026-01-01T00:00:00Z")  # its lease ends
    crew.join()
    crew.join("beat")  # a nudge or two is delivered to the zombie
    wait_until_all_is_done(houses)
    zombie.thaw()
    assert '"event": "overtaken"' in zombie.end()
    assert all_done(houses)
