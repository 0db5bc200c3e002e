"""The test cluster: one embedded PostgreSQL in memory for all test runs of a user, safe to lose."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cardroom.embedded import databases
from cardroom.embedded.account import choose
from cardroom.embedded.server import Server

TEMPLATE: Final = "test_template_"
ROOM_BYTES: Final = 2**30
FAST_AND_UNSAFE: Final = """\
fsync = off
full_page_writes = off
synchronous_commit = off
max_connections = 300
min_wal_size = 32MB
max_wal_size = 128MB
"""


def home() -> Path:
    """Where all state of test runs lives: in memory when there is room, else on disk."""
    memory = Path("/dev/shm")  # noqa: S108 - whose it is gets checked when it is used
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > ROOM_BYTES
    place = memory if roomy else Path(tempfile.gettempdir())
    return place / f"cardroom-tests-{os.geteuid()}"


@contextmanager
def running(template: str) -> Iterator[Server]:
    """The server while this run needs it; the first run tidies up, the last one stops it."""
    home().mkdir(mode=0o755, exist_ok=True)
    assert home().stat().st_uid == os.geteuid(), f"{home()} belongs to another user"
    server = Server(home() / "postgres")
    with (home() / "users").open("a") as users:
        if _alone(users.fileno()):
            _tidy(server, template)
        fcntl.flock(users, fcntl.LOCK_SH)
        server.ensure()
        yield server
        if _alone(users.fileno()):
            server.stop()


def _alone(users: int) -> bool:
    """Whether no other test run uses the cluster; then nobody else can begin to."""
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _tidy(server: Server, template: str) -> None:
    """Start the server, and drop what killed runs and older migrations left."""
    server.home.mkdir(exist_ok=True)
    (server.home / "local.conf").write_text(FAST_AND_UNSAFE)
    _forget_another_users(server)
    server.ensure()
    with databases.superuser(server) as connection:
        rows = connection.execute("SELECT datname FROM pg_database WHERE datname ~ '^test_'")
        for name in [str(name) for (name,) in rows if name != template]:
            # What a killed run had started may live on, and hold to its copy.
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
    shutil.rmtree(home() / "verification", ignore_errors=True)


def _forget_another_users(server: Server) -> None:
    """Make the cluster anew when this environment would run it as another user than the last."""
    account = choose(server.home, server.home / "nothing")
    if server.data.exists() and server.data.stat().st_uid != account.owner_uid:
        server.stop()
        shutil.rmtree(server.data)
        shutil.rmtree(server.sockets, ignore_errors=True)
