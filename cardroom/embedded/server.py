"""The supervisor: whoever needs the database calls `ensure`; running means that it answers.

The server outlives the command that started it. There is no list of users and no trust in a pid:
starters take turns by a kernel lock, and what counts is an answer on our own socket.
"""

import fcntl
import hashlib
import os
import pwd
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psutil

from cardroom.embedded import cluster, config, locks
from cardroom.embedded.account import Account, choose
from cardroom.embedded.binaries import bin_dir, environment
from cardroom.embedded.errors import EmbeddedError

DATABASE: Final = "cardroom"
START_S: Final = 300
STOP_S: Final = 120
STEP_S: Final = 0.1
SOCKET: Final = ".s.PGSQL.5432"
# A socket's whole path must fit into 107 bytes on Linux and 103 on macOS.
LONGEST_SOCKET: Final = 100

Report = Callable[[str], None]


def in_silence(_line: str) -> None:
    """A report for callers that have nobody to tell."""


class Server:
    """The embedded PostgreSQL whose files live under `home`."""

    def __init__(self, home: Path) -> None:
        self.home = home.resolve()
        self.data = self.home / "data"
        self.sockets = _sockets(self.home)
        self._locks = (self.data / "postmaster.pid", self.sockets / f"{SOCKET}.lock")

    def ensure(self, report: Report = in_silence, *, makes: bool = True) -> bool:
        """Have the server running; answers whether this call started it.

        Raises EmbeddedError where there is none yet and this call isn't to make one.
        """
        if self.ready():
            return False
        if not makes and not self.data.exists():
            raise EmbeddedError(
                f"nothing is installed in {self.home.parent}: `manage.py up` does that there, or"
                " CARDROOM_DATA names another place"
            )
        self.home.mkdir(parents=True, exist_ok=True)
        with self._turn() as turn:
            if self.ready():
                return False
            account = choose(self.home, self.data)
            if not self.data.exists():
                report("creating the embedded database")
                cluster.create(self.data, account, DATABASE, turn)
            cluster.refuse_other_version(self.data)
            return self._bring_up(account, report)

    def stop(self) -> None:
        """Stop the server, ending what its clients are doing."""
        if not self.data.exists():
            return
        with self._turn():
            if pid := locks.holder(self.data, self._locks):
                _end(psutil.Process(pid))

    def ready(self) -> bool:
        """Whether it answers on our own socket and takes connections."""
        if not (self.sockets / SOCKET).exists():
            return False
        program, where = str(bin_dir() / "pg_isready"), str(self.sockets)
        asked = [program, "-q", "-h", where, "-U", "postgres", "-t", "3"]
        return subprocess.run(asked, env=environment(), check=False).returncode == 0

    def owner_uid(self) -> int | None:
        """Whom to be when connecting as another role than the application's; None: ourselves."""
        if not self.data.exists():
            return None
        owner = self.data.stat().st_uid
        return None if owner == os.geteuid() else owner

    @contextmanager
    def _turn(self) -> Iterator[int]:
        """One starter or stopper at a time; the kernel frees the lock of a killed one."""
        with (self.home / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield lock.fileno()

    def _bring_up(self, account: Account, report: Report) -> bool:
        """Start it, or wait for the one that a killed starter left on its way."""
        started = False
        deadline = time.monotonic() + START_S
        while not self.ready():
            if time.monotonic() > deadline:
                raise EmbeddedError(
                    f"PostgreSQL doesn't answer on {self.sockets}; see {self.data}/log"
                )
            if locks.holder(self.data, self._locks):
                time.sleep(STEP_S)
                continue
            self._start(account, report)
            started = True
        return started

    def _start(self, account: Account, report: Report) -> None:
        """Clear what a killed server left, and start."""
        locks.clear(self.data, self._locks)
        _private(self.sockets, account.owner_uid)
        config.write(self.data, self.sockets, account, pwd.getpwuid(os.geteuid()).pw_name)
        if "in production" in account.run(bin_dir() / "pg_controldata", self.data).stdout:
            report("PostgreSQL was not shut down cleanly: waiting for crash recovery")
        log = str(self.data / "start.log")
        done = self._ctl(account, "-t", str(START_S), "-l", log, "start")
        # A killed starter's own `pg_ctl` may have been faster; then its server is the one.
        if done.returncode and not locks.holder(self.data, self._locks):
            raise EmbeddedError(f"PostgreSQL doesn't start: {log} and {self.data}/log say why")

    def _ctl(self, account: Account, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `pg_ctl` and wait for its end."""
        return account.run(bin_dir() / "pg_ctl", "-D", self.data, "-w", *arguments)


def _end(postmaster: psutil.Process) -> None:
    """Ask for a fast shutdown and wait for it, which needs no program and no other user."""
    try:
        postmaster.send_signal(signal.SIGINT)
        postmaster.wait(STOP_S)
    except psutil.NoSuchProcess:
        return
    except psutil.Error as error:
        raise EmbeddedError(f"PostgreSQL doesn't stop: {error}") from error


def _sockets(home: Path) -> Path:
    """The directory of the socket: beside the data, or elsewhere if that is long or has commas."""
    beside = home / "run"
    if len(os.fsencode(beside / SOCKET)) <= LONGEST_SOCKET and "," not in str(beside):
        return beside
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"cardroom-{digest}"


def _private(directory: Path, uid: int) -> None:
    """Make a directory that only its owner can enter, and refuse one that somebody else made."""
    directory.mkdir(mode=0o700, exist_ok=True)
    owner = directory.lstat().st_uid
    if directory.is_symlink() or owner not in {uid, os.geteuid()}:
        raise EmbeddedError(f"{directory} was made by somebody else: remove it")
    os.chown(directory, uid, -1)
    directory.chmod(0o700)
