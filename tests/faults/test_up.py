"""`up`: whatever is killed comes back, and however `up` ends nothing of it is left."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardroom.embedded.served import served
from cardroom.embedded.server import Server
from cardroom.settings.databases import GUARDED
from tests.architecture.tree import ROOT
from tests.faults.people import as_plain_user, hand_over
from tests.faults.places import ENSURE, PATIENCE_S, place, postmaster, processes, start, wait_until
from tests.faults.running import UP, Running, ready

pytestmark = pytest.mark.slow


@pytest.fixture
def up(installation: Path, migrated: Server) -> Iterator[Running]:
    """An `up` on an installation that has its data already."""
    with ready(installation, start(migrated.home.parent, *UP)) as running:
        yield running


@pytest.fixture(scope="module")
def lasting() -> Iterator[Running]:
    """One `up` for the tests that it survives."""
    with place() as path, ready(path, start(path, *UP)) as running:
        yield running


def test_it_goes_from_nothing_to_ready() -> None:
    with place() as path, ready(path, start(path, *UP)) as running:
        assert re.fullmatch(r"ready http://127\.0\.0\.1:\d+", running.last)
        assert running.answers()
        assert running.stop() == 0


def test_it_runs_from_any_directory_and_with_nothing_that_lies_there(
    installation: Path, migrated: Server, tmp_path: Path
) -> None:
    (tmp_path / "tables").mkdir()
    for trap in ("tables/__init__.py", "django.py", "gunicorn.py"):
        (tmp_path / trap).write_text("raise SystemExit('taken from the working directory')\n")
    program, *words = UP
    process = start(
        migrated.home.parent, str(ROOT / program), *words, extra={"PYTHONPATH": ""}, cwd=tmp_path
    )
    with ready(installation, process) as running:
        assert running.answers()
        assert all(len(running.children(role)) == 1 for role in ("guard", "fast", "beat"))
        assert running.stop() == 0


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_to_it_alone_stops_everything(up: Running, ending: signal.Signals) -> None:
    assert up.stop(ending) == 0
    assert up.nothing_is_left()
    assert not (up.server.data / "postmaster.pid").exists()


def test_ctrl_c_in_a_terminal_reaches_the_whole_group(up: Running) -> None:
    os.killpg(up.process.pid, signal.SIGINT)
    assert up.process.wait(PATIENCE_S) == 0
    assert up.nothing_is_left()


@pytest.mark.parametrize("kill", [os.kill, os.killpg])
def test_after_a_kill_nothing_is_left(up: Running, kill: Callable[[int, int], None]) -> None:
    kill(up.process.pid, signal.SIGKILL)
    up.process.wait()
    wait_until(up.nothing_is_left)
    assert not (up.server.data / "postmaster.pid").exists()


def test_a_killed_web_server_comes_back_on_its_port(lasting: Running) -> None:
    web = lasting.child("gunicorn")
    workers = web.children()
    web.kill()
    wait_until(lambda: any(child.pid != web.pid for child in lasting.children("gunicorn")))
    wait_until(lasting.answers)
    assert not any(worker.is_running() for worker in workers)


def test_a_killed_worker_comes_back(lasting: Running) -> None:
    web = lasting.child("gunicorn")
    before = web.children()
    before[0].kill()
    wait_until(lambda: len(web.children()) == len(before))
    assert lasting.answers()


def test_a_killed_database_comes_back(lasting: Running) -> None:
    killed = postmaster(lasting.server)
    killed.kill()
    wait_until(lambda: lasting.server.ready() and postmaster(lasting.server).pid != killed.pid)


def test_a_killed_guard_comes_back_and_still_stops_the_database(up: Running) -> None:
    killed = up.child("embedded.guard")
    killed.kill()
    wait_until(lambda: not killed.is_running())
    assert up.stop() == 0
    assert up.nothing_is_left()


def test_a_database_that_was_already_running_stays(installation: Path, migrated: Server) -> None:
    migrated.ensure()
    with ready(installation, start(installation, *UP)) as up:
        assert up.stop() == 0
    assert migrated.ready()


def test_what_it_runs_leaves_a_stopped_database_stopped(server: Server) -> None:
    connect = "import django; django.setup(); from django.db import connection as c; c.connect()"
    process = start(server.home.parent, "-c", connect, extra={GUARDED: "1"})
    _, complaints = process.communicate(timeout=PATIENCE_S)
    assert "OperationalError" in complaints
    assert not server.ready()


def test_a_second_one_is_refused_in_one_line(lasting: Running) -> None:
    second = start(lasting.path, *UP)
    said, complaints = second.communicate(timeout=PATIENCE_S)
    assert (second.returncode, said) == (1, "")
    assert complaints == f"`up` already runs on {lasting.path}\n"
    assert lasting.answers()


def test_a_port_in_use_is_refused_in_one_line(lasting: Running) -> None:
    port = lasting.url.rpartition(":")[2]
    with place() as path:
        second = start(path, "manage.py", "up", "--no-demo", "--port", port)
        said, complaints = second.communicate(timeout=PATIENCE_S)
        assert (second.returncode, said) == (1, "")
        assert complaints == f"cannot listen on {lasting.url}: Address already in use\n"


def test_other_commands_mean_the_database_that_it_serves(up: Running) -> None:
    assert served(up.path) == "cardroom"
    up.process.kill()
    up.process.wait()
    assert served(up.path) is None


def test_a_web_server_that_cannot_start_is_said_and_ends_it(server: Server) -> None:
    process = start(server.home.parent, *UP, extra={"WEB_WORKERS": "many"})
    _, complaints = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert 'Environment variable "WEB_WORKERS" invalid' in complaints
    assert "the web server doesn't answer; what it said is above" in complaints
    assert processes(server.home.parent) == []


def test_a_database_that_cannot_start_is_said_and_ends_it(server: Server) -> None:
    (server.data / "PG_VERSION").write_text("17\n")
    process = start(server.home.parent, *UP)
    _, complaints = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert "written by PostgreSQL 17, this is 18" in complaints
    assert complaints.endswith("the embedded PostgreSQL doesn't run\n")


def test_a_plain_user_runs_it_on_a_server_of_ones_own(installation: Path) -> None:
    hand_over(installation)
    server = Server(installation / "postgres")
    as_plain_user(installation, "-c", ENSURE, str(server.home)).communicate(timeout=PATIENCE_S)
    where = f"@/cardroom?host={server.sockets}"
    urls = {
        "DATABASE_URL": f"postgresql://cardroom_app{where}",
        "DATABASE_OWNER_URL": f"postgresql://cardroom_owner{where}",
    }
    with place() as other:
        hand_over(other)
        with ready(other, as_plain_user(other, *UP, extra=urls)) as up:
            assert up.answers()
            assert up.stop() == 0
            assert up.nothing_is_left()
    assert server.ready()


def test_a_plain_user_runs_it_with_nothing_there(installation: Path) -> None:
    hand_over(installation)
    with ready(installation, as_plain_user(installation, *UP)) as up:
        assert up.answers()
        assert up.stop() == 0
        assert up.nothing_is_left()
