"""Workers that die or stop in the midst of a report: it is kept once, and its row is done once."""

from datetime import timedelta

import pytest
from django.db import connection

from cardroom import clock
from cardroom.due.kinds import REPORTS
from cardroom.due.models import Row
from cardroom.embedded import databases
from cardroom.embedded.server import Server
from cardroom.reports import asking, periods
from cardroom.reports.models import Report
from tests.clocked import Clock, a_house
from tests.clockwork.crew import PATIENCE_S, Crew, held_up, wait_until_blocked
from tests.cluster import home
from tests.faults.places import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

KEPT = Report._meta.db_table
DUE = "report.fees"


@pytest.fixture
def asked(transactional_db: None) -> int:  # noqa: ARG001
    """A report of yesterday that is due."""
    now = clock.now()
    code = a_house("A", Clock(now - timedelta(days=3)))
    return asking.ask(code, "fees", periods.day(f"{now - timedelta(days=1):%Y-%m-%d}"), now).id


def wait_until_done() -> None:
    """Wait for a worker, then prove that the report was kept once."""
    wait_until(lambda: Row.objects.filter(kind=DUE, status="done").exists(), PATIENCE_S)
    assert Row.objects.filter(kind=DUE).count() == 1
    assert list(Report.objects.values_list("revision", flat=True)) == [1]


def end_of_the_session(process: int) -> None:
    """The server gives up a session as it does of itself once it has been idle for long enough."""
    name = str(connection.settings_dict["NAME"])
    with databases.superuser(Server(home() / "postgres"), name) as server:
        server.execute("SELECT pg_terminate_backend(%s, 5000)", [process])


def test_a_worker_killed_in_the_midst_of_a_report_leaves_it_to_the_next(
    crew: Crew, asked: int
) -> None:
    with held_up(KEPT, "SHARE"):
        killed = crew.join(REPORTS)
        wait_until_blocked()
        killed.kill()
        assert Row.objects.get(pk=asked).status == "pending"
    crew.join(REPORTS)
    wait_until_done()
    assert Row.objects.get(pk=asked).fence == 2


def test_a_worker_that_was_stopped_in_the_midst_of_a_report_and_goes_on_keeps_no_second_one(
    crew: Crew, asked: int
) -> None:
    with held_up(KEPT, "SHARE"):
        zombie = crew.join(REPORTS)
        wait_until_blocked()
        zombie.freeze()
    row = Row.objects.get(pk=asked)
    assert (row.status, row.fence) == ("pending", 1)
    assert row.session_pid is not None
    end_of_the_session(row.session_pid)
    crew.join(REPORTS)
    wait_until_done()
    zombie.thaw()
    assert '"due": "A ' in zombie.end()  # it says what it couldn't do
    wait_until_done()
    assert Row.objects.get(pk=asked).fence == 2
