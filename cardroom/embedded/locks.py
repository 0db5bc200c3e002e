"""Lock files that a killed PostgreSQL left behind, and whether their process still is one.

A pid alone proves nothing: it may be gone, a zombie that nobody reaped, or given to a stranger.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import psutil

from cardroom.embedded.errors import EmbeddedError

ORPHANS_S: Final = 10.0
STEP_S: Final = 0.1


def holder(data: Path, locks: Sequence[Path]) -> int | None:
    """The pid of the living postmaster of this data directory."""
    pids = [pid for lock in locks if (pid := _pid(lock)) is not None]
    return next((pid for pid in pids if _is_postmaster(pid, data)), None)


def clear(data: Path, locks: Sequence[Path]) -> None:
    """Remove the locks of a postmaster that is gone, once its children are gone too."""
    deadline = time.monotonic() + ORPHANS_S
    while orphan := _orphan(data):
        if time.monotonic() > deadline:
            raise EmbeddedError(f"process {orphan} of a killed PostgreSQL still uses {data}")
        time.sleep(STEP_S)
    for lock in locks:
        lock.unlink(missing_ok=True)


def _pid(lock: Path) -> int | None:
    """The pid on the first line of a lock file; a negative one is a single-user server's."""
    try:
        return abs(int(lock.read_text().partition("\n")[0]))
    except (OSError, ValueError):
        return None


def _is_postmaster(pid: int, data: Path) -> bool:
    """Whether the process runs and was started on this data directory."""
    try:
        process = psutil.Process(pid)
        return process.status() != psutil.STATUS_ZOMBIE and str(data) in process.cmdline()
    except psutil.Error:
        return False


def _orphan(data: Path) -> int | None:
    """A process that works inside the data directory, as every PostgreSQL process does."""
    for process in psutil.process_iter():
        try:
            if process.cwd() == str(data):
                return process.pid
        except (psutil.Error, OSError):
            continue
    return None
