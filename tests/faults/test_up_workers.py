"""The calendar's processes under `up`: they work, come back when killed, and end with it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom.embedded.server import Server
from tests.cases import HOUSE_FILE
from tests.faults.places import PATIENCE_S, start, wait_until
from tests.faults.running import UP, Running, done, is_worked_on, ready

pytestmark = pytest.mark.slow

ROLES = ("fast", "reports", "beat")


@pytest.fixture
def up(installation: Path, migrated: Server) -> Iterator[Running]:
    """An `up` whose beat is quick, on an installation that has its data already."""
    quick = {"NUDGE_SECONDS": "1"}
    with ready(installation, start(migrated.home.parent, *UP, extra=quick)) as running:
        yield running


def test_it_opens_the_day_of_a_house_and_brings_back_what_is_killed(up: Running) -> None:
    children = {role: up.child(f"up.workers {role}") for role in ROLES}
    for child in children.values():
        child.kill()
    loading = start(up.path, "manage.py", "load_house", str(HOUSE_FILE))
    assert loading.wait(PATIENCE_S) == 0
    loading.communicate()
    wait_until(lambda: is_worked_on(up.url))
    # A day that was opened is due to end; one that wasn't is still due to open.
    assert "gaming_day.end: from" in done(up, "run_due", "--list")
    for role, killed in children.items():
        assert up.child(f"up.workers {role}").pid != killed.pid
    assert up.stop() == 0
    assert up.nothing_is_left()
