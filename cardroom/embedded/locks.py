"""Lock files that a killed PostgreSQL left behind, and whether their process still is one.

A pid alone proves nothing: it may be gone, a zombie that nobody reaped, or given to a stranger.
"""

import sys
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
    """Whether the process of a lock file is PostgreSQL at work on this data."""
    try:
        return _works_in(psutil.Process(pid), data)
    except psutil.Error:
        return False


def _orphan(data: Path) -> int | None:
    """A process that a killed postmaster left at work on this data."""
    return next((one.pid for one in psutil.process_iter() if _works_in(one, data)), None)


def _works_in(process: psutil.Process, data: Path) -> bool:
    """Whether it is PostgreSQL inside the data directory, where each of its processes stays.

    The directory itself is compared: a container's may have the same path and be another. A
    zombie is in no directory.
    """
    try:
        if process.name() != "postgres":
            return False
        there = f"/proc/{process.pid}/cwd" if sys.platform == "linux" else process.cwd()
        return Path(there).samefile(data)
    except (psutil.Error, OSError):
        return False
