"""Both brokers, and a crew that listens to one of them."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from cardroom import clock
from cardroom.days import clockwork as days
from cardroom.due import broker
from tests.clocked import Clock, a_house
from tests.clockwork import rabbit
from tests.clockwork.crew import Crew
from tests.clockwork.rabbit import Rabbit
from tests.required import needs

needs_rabbitmq = needs("rabbitmq", available=rabbit.IS_INSTALLED)


@pytest.fixture(scope="session")
def rabbitmq() -> Iterator[Rabbit]:
    """One RabbitMQ for all tests of a run."""
    with rabbit.running() as running:
        yield running


@pytest.fixture(params=["pgmq", pytest.param("rabbitmq", marks=needs_rabbitmq)])
def broker_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each broker in turn, with empty queues."""
    if request.param == "pgmq":
        yield broker.EMBEDDED
        return
    rabbitmq: Rabbit = request.getfixturevalue("rabbitmq")
    yield rabbitmq.url
    rabbitmq.forget()


@pytest.fixture
def crew(
    broker_url: str,
    tmp_path: Path,
    transactional_db: None,  # noqa: ARG001 - what they work on
) -> Iterator[Crew]:
    """Nobody yet."""
    crew = Crew(broker_url, tmp_path)
    yield crew
    crew.dismiss()


@pytest.fixture
def houses(transactional_db: None) -> list[str]:  # noqa: ARG001
    """Houses that are two days behind: the first step of each is due, and four follow."""
    since = Clock(clock.now() - timedelta(days=2))
    codes = [a_house(code, since) for code in ("A", "B", "C")]
    days.begin(clock.now())
    return codes
