"""Installations of a test: a directory with an embedded server of its own, and what runs there."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import psutil

from cardroom.embedded.server import Server
from tests.architecture.tree import ROOT
from tests.cluster import home

# How long a test waits for a process before it calls it stuck; a busy machine is slow, not wrong.
PATIENCE_S = 120

ENSURE = """
import sys
from pathlib import Path
from typing import IO
from cardroom.embedded.server import Server
print(Server(Path(sys.argv[1])).ensure())
"""


@contextmanager
def place() -> Iterator[Path]:
    """A data directory that every user can reach, gone with all its processes afterwards."""
    path = Path(tempfile.mkdtemp(prefix="cardroom-faults-", dir=home().parent))
    path.chmod(0o755)
    (path / "postgres").mkdir()
    (path / "postgres" / "local.conf").write_text("fsync = off\n")
    try:
        yield path
    finally:
        # Killed, a server would leave its shared memory on the machine.
        Server(path / "postgres").stop()
        for process in processes(path):
            process.kill()
        wait_until(lambda: not processes(path))
        shutil.rmtree(path)


def environment(path: Path) -> dict[str, str]:
    """The environment of a command on this installation."""
    dropped = {"DATABASE_URL", "DATABASE_OWNER_URL", "CARDROOM_DATABASE"}
    kept = {key: value for key, value in os.environ.items() if key not in dropped}
    ours = {"CARDROOM_DATA": str(path), "DJANGO_SETTINGS_MODULE": "cardroom.settings"}
    return {**kept, **ours, "PYTHONPATH": str(ROOT)}


def start(
    path: Path,
    *arguments: str,
    extra: Mapping[str, str] | None = None,
    complaints: int | IO[str] = subprocess.PIPE,
    cwd: Path = ROOT,
) -> subprocess.Popen[str]:
    """Start Python on this installation, in a process group of its own.

    Who lets it run long has its complaints go to a file, for a pipe that nobody reads is soon full.
    """
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**environment(path), **(extra or {})},
        stdout=subprocess.PIPE,
        stderr=complaints,
        text=True,
        start_new_session=True,
    )


def starter(server: Server) -> subprocess.Popen[str]:
    """A process that has the server running; it says whether it started it."""
    return start(server.home.parent, "-c", ENSURE, str(server.home))


def processes(path: Path) -> list[psutil.Process]:
    """Everything that runs for this installation."""
    return [process for process in psutil.process_iter() if _belongs(process, path)]


def _belongs(process: psutil.Process, path: Path) -> bool:
    """Whether a living process was started for this installation."""
    try:
        ours = process.environ().get("CARDROOM_DATA") == str(path)
        return ours and process.status() != psutil.STATUS_ZOMBIE and process.pid != os.getpid()
    except psutil.Error:
        return False


def postmaster(server: Server) -> psutil.Process:
    """The server's first process."""
    pid = int((server.data / "postmaster.pid").read_text().partition("\n")[0])
    return psutil.Process(pid)


def wait_until(true: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    """Wait for something to become true, or fail."""
    deadline_s = time.monotonic() + patience_s
    while not true():
        assert time.monotonic() < deadline_s, "waited in vain"
        time.sleep(0.05)
