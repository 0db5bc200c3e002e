"""The processes of `docker/compose.yaml` on this machine, with the servers that it names."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege

from tests.cases import HOUSE_FILE
from tests.clockwork import composed, tcp_server
from tests.clockwork.composed import Process
from tests.clockwork.conftest import needs_rabbitmq
from tests.clockwork.rabbit import Rabbit, free_ports
from tests.faults.places import PATIENCE_S, place, start, wait_until
from tests.faults.running import is_worked_on, readiness

pytestmark = [pytest.mark.slow, needs_rabbitmq]

GIVEN = {
    "POSTGRES_PASSWORD": "superuser",
    "CARDROOM_OWNER_PASSWORD": "owner",
    "CARDROOM_APP_PASSWORD": "application",
    "RABBITMQ_PASSWORD": "guest",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX",
}


class Composed:
    """What compose would run, started one by one."""

    def __init__(self, path: Path, web_port: int, services: dict[str, Process]) -> None:
        self.path = path
        self.url = f"http://127.0.0.1:{web_port}"
        self.services = services
        self.running: list[subprocess.Popen[str]] = []

    def start(self, name: str) -> subprocess.Popen[str]:
        """Start a service that goes on; beat is quicker than it would be."""
        service = self.services[name]
        environment = {**service.environment, "NUDGE_SECONDS": "2"}
        process = start(self.path, *service.arguments, extra=environment)
        self.running.append(process)
        return process

    def run(self, name: str, *arguments: str) -> None:
        """Run a service to its end, or another command in its place."""
        service = self.services[name]
        process = start(self.path, *(arguments or service.arguments), extra=service.environment)
        _, complaints = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0, complaints

    def stop(self) -> None:
        """Stop all gently, as an engine does."""
        for process in self.running:
            process.terminate()
        for process in self.running:
            process.communicate(timeout=PATIENCE_S)


@pytest.fixture
def all_of_it(rabbitmq: Rabbit) -> Iterator[Composed]:
    """The servers, migrated once, and all services."""
    postgres_port, web_port = free_ports(2)
    moved = {
        "cardroom:guest@rabbitmq:5672": f"guest:guest@127.0.0.1:{rabbitmq.port}",
        "postgres:5432": f"127.0.0.1:{postgres_port}",
        "0.0.0.0:8000": f"127.0.0.1:{web_port}",
    }
    with place() as path, tcp_server.running(path, postgres_port, GIVEN):
        everything = Composed(path, web_port, composed.processes(GIVEN, moved))
        everything.run("migrate")
        everything.run("web", "manage.py", "collectstatic", "--no-input")
        for name in ("web", "fast", "reports", "beat"):
            everything.start(name)
        yield everything
        everything.stop()
    rabbitmq.forget()


_STEPS: Final = "SELECT type FROM log_event WHERE type ~ '^gaming_day'"


def test_every_service_of_ours_runs_and_a_day_opens(all_of_it: Composed, rabbitmq: Rabbit) -> None:
    assert set(all_of_it.services) == {"migrate", "web", "fast", "reports", "beat"}
    wait_until(lambda: bool(readiness(all_of_it.url)))
    all_of_it.run("web", "manage.py", "load_house", str(HOUSE_FILE))
    wait_until(lambda: is_worked_on(all_of_it.url))
    listed = rabbitmq.control("list_queues", "name", "type").splitlines()
    queues = dict(line.split("\t") for line in listed)
    assert (queues["fast"], queues["reports"]) == ("quorum", "quorum")
    with psycopg.connect(all_of_it.services["web"].environment["DATABASE_URL"]) as application:
        found = application.execute(_STEPS).fetchall()
        assert found == [("gaming_day.opened",)]
        with pytest.raises(InsufficientPrivilege):
            application.execute("UPDATE log_event SET type = 'gaming_day.forged'")
