"""The calendar's processes under `up`: they work, come back when killed, and end with it."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom.embedded.server import Server
from tests.cases import HOUSE_FILE
from tests.faults.places import start, wait_until
from tests.faults.running import UP, Running, ready

pytestmark = pytest.mark.slow

ROLES = ("fast", "reports", "beat")


@pytest.fixture
def up(installation: Path, migrated: Server) -> Iterator[Running]:
    """An `up` whose beat is quick, on an installation that has its data already."""
    quick = {"NUDGE_SECONDS": "1"}
    with ready(installation, start(migrated.home.parent, *UP, extra=quick)) as running:
        yield running


def _due(up: Running) -> str:
    """What readiness says of due work."""
    with urllib.request.urlopen(f"{up.url}/readyz", timeout=10) as answer:  # noqa: S310
        checks = {check["name"]: check["detail"] for check in json.load(answer)["checks"]}
    return str(checks["due"])


def _is_worked_on(up: Running) -> bool:
    return _due(up) == "nothing that is due waits for a worker"


def test_it_opens_the_day_of_a_house_and_brings_back_what_is_killed(up: Running) -> None:
    children = {role: up.child(f"up.workers {role}") for role in ROLES}
    for child in children.values():
        child.kill()
    loading = start(up.path, "manage.py", "load_house", str(HOUSE_FILE))
    assert loading.wait(60) == 0
    loading.communicate()
    assert _due(up).startswith("1 piece of work waiting")
    wait_until(lambda: _is_worked_on(up))
    for role, killed in children.items():
        assert up.child(f"up.workers {role}").pid != killed.pid
    assert up.stop() == 0
    assert up.nothing_is_left()
