"""What every test may ask for."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from tests.harness import database_server, django_db_setup, own_database, template_database

__all__ = ["database_server", "django_db_setup", "own_database", "template_database"]

# How fast this machine is just now says nothing of what is tested.
settings.register_profile(
    "unhurried", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("unhurried")

# Rooms whose tests take their time for what they prove, as a whole; without them and what is marked
# one by one, the fast part takes under a minute.
DEAR = (
    "tests/api/test_authority.py",
    "tests/api/test_blind",
    "tests/api/test_cases.py",
    "tests/api/test_codes.py",
    "tests/api/test_compressed.py",
    "tests/api/test_count",
    "tests/api/test_drops.py",
    "tests/api/test_feed.py",
    "tests/api/test_ledger",
    "tests/api/test_matrix.py",
    "tests/api/test_put_right.py",
    "tests/api/test_reading.py",
    "tests/api/test_reconciliation",
    "tests/api/test_reports",
    "tests/api/test_schema.py",
    "tests/api/test_trends",
    "tests/clockwork/",
    "tests/commands/test_checkpoint.py",
    "tests/commands/test_doctor.py",
    "tests/commands/test_simulate.py",
    "tests/concurrency/",
    "tests/database/ledger/",
    "tests/database/reports/",
    "tests/database/rotation/",
    "tests/database/test_corrected_events.py",
    "tests/database/test_corrections.py",
    "tests/database/test_fees.py",
    "tests/database/test_lifecycles.py",
    "tests/database/test_projections.py",
    "tests/database/test_rebuild.py",
    "tests/database/test_replays.py",
    "tests/database/test_rotation",
    "tests/database/test_verify",
    "tests/pages/test_boxes.py",
    "tests/pages/test_counting.py",
    "tests/demo/",
    "tests/pages/",
    "tests/properties/",
    "tests/unit/reports/test_inspected.py",
    "tests/unit/rounds/replay/test_cases.py",
    "tests/unit/rounds/test_upcoming.py",
    "tests/unit/rules/test_odds.py",
    "tests/unit/simulation/",
)
# Begun first, so that where several processes share the tests none ends with one of these.
LONGEST = (
    "test_a_week_of_three_houses",
    "test_drill[disk-full]",
    "test_drill[killed-under-load]",
)
# Rooms whose lines the others reach, or whose work is done by processes that they start: traced,
# they would take half as long again and tell nothing new.
UNTRACED = (
    "tests/api/test_week.py",
    "tests/browser/",
    "tests/clockwork/",
    "tests/drills/",
    "tests/faults/test_command_line.py",
    "tests/faults/test_up",
    "tests/faults/test_wire.py",
    "tests/properties/",
)
# Rooms that make something costly once, such as a demo in play: one process has each to itself.
TOGETHER = ("tests/browser/", "tests/demo/", "tests/faults/")
COMMITTING = {"transactional_db", "live_server", "django_db_reset_sequences"}


class Rooms(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Tests shared out one by one, but whole rooms to one process; the largest are begun first."""

    def _split_scope(self, nodeid: str) -> str:
        return next((room for room in TOGETHER if nodeid.startswith(room)), nodeid)


def pytest_configure() -> None:
    """Let what tests start hear Ctrl-C: a run in the background ignores it, and hands that down."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Rooms:
    """How tests are shared out where several processes run them."""
    return Rooms(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test that commits a database of its own, before anything else is set up."""
    for item in items:
        if item.nodeid.startswith(DEAR):
            item.add_marker(pytest.mark.slow)
        mark = item.get_closest_marker("django_db")
        names: list[str] = getattr(item, "fixturenames", [])
        commits = mark is not None and mark.kwargs.get("transaction")
        if commits or COMMITTING & set(names):
            names.insert(0, "own_database")
    items.sort(key=lambda item: not item.name.endswith(LONGEST))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure no coverage in some rooms, where the gate measures any."""
    coverage = Coverage.current()
    if coverage is not None and item.nodeid.startswith(UNTRACED):
        with _untraced(coverage):
            return (yield)
    return (yield)


@contextmanager
def _untraced(coverage: Coverage) -> Iterator[None]:
    """Neither this process is traced for a while, nor are those that it starts."""
    coverage.stop()
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
    try:
        yield
    finally:
        coverage.start()
