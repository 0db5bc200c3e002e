"""Brokers that are away: whoever nudges goes on, and what was due is done when they are back."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings

from cardroom import clock, clockwork
from cardroom.celery import app
from cardroom.due.kinds import REPORTS
from cardroom.due.models import Row
from cardroom.due.nudge import nudge
from cardroom.management.entry import run
from tests.clocked import Clock, a_house
from tests.clockwork.conftest import needs_rabbitmq
from tests.clockwork.crew import PATIENCE_S, Crew
from tests.clockwork.rabbit import Rabbit
from tests.clockwork.test_workers import all_done
from tests.faults.places import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

CLOSED = "amqp://guest:guest@127.0.0.1:1//"


@pytest.fixture
def here() -> Iterator[None]:
    """Let this process nudge wherever a test says."""
    before = app.conf.broker_url
    yield
    app.conf.update(broker_url=before)


def _nudge(url: str, settings: LazySettings, queue: str = "fast") -> float:
    """Nudge through this broker; how long that took, in seconds."""
    settings.CELERY_BROKER_URL = url
    app.conf.update(broker_url=url)
    began_s = time.monotonic()
    nudge(queue)
    return time.monotonic() - began_s


@pytest.mark.usefixtures("here")
def test_a_nudge_makes_a_worker_look_at_once(
    crew: Crew, broker_url: str, settings: LazySettings
) -> None:
    worker = crew.join()
    time.sleep(4)  # it has nudged itself and found nothing
    a_house("A", Clock(clock.now()))
    assert _nudge(broker_url, settings) < 3
    wait_until(lambda: Row.objects.filter(status="done").exists(), 5)
    assert worker.end().count("Traceback") == 0


@pytest.mark.usefixtures("here")
def test_while_no_broker_answers_nudging_neither_fails_nor_waits_and_work_is_done_without(
    houses: list[str], settings: LazySettings
) -> None:
    assert _nudge(CLOSED, settings, REPORTS) < 1
    clockwork.run_due()
    assert all_done(houses)


@pytest.mark.usefixtures("here", "transactional_db")
def test_a_broker_that_never_answers_is_waited_for_by_nobody_and_by_two_threads_at_most(
    settings: LazySettings,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"amqp://guest:guest@127.0.0.1:{silent.getsockname()[1]}//"
        assert sum(_nudge(url, settings, REPORTS) for _ in range(20)) < 1
        nudging = [one for one in threading.enumerate() if one.name == f"nudge {REPORTS}"]
        assert 1 <= len(nudging) <= 2
        for one in nudging:
            one.join(PATIENCE_S)
            assert not one.is_alive()


@needs_rabbitmq
def test_workers_and_beat_outlast_a_broker_that_goes_and_comes(
    rabbitmq: Rabbit, tmp_path: Path
) -> None:
    crew = Crew(rabbitmq.url, tmp_path)
    try:
        for role in ("fast", "beat"):
            crew.join(role)
        a_house("A", Clock(clock.now()))
        wait_until(lambda: Row.objects.filter(status="done").exists(), PATIENCE_S)
        rabbitmq.control("stop_app")
        assert run(["manage.py", "run_due"]) == 0
        rabbitmq.control("start_app")
        a_house("B", Clock(clock.now()))
        wait_until(lambda: Row.objects.filter(house="B", status="done").exists(), PATIENCE_S)
        kinds = rabbitmq.control("list_queues", "name", "type")
        assert dict(line.split("\t") for line in kinds.splitlines())["fast"] == "quorum"
    finally:
        crew.dismiss()
        rabbitmq.forget()
