"""Which database of the embedded server `up` serves right now; other commands then mean that one.

Who loads a house or issues a key while the demo runs wants to see it there.
"""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cardroom.embedded.errors import EmbeddedError

FILE: Final = "up"
TRIES: Final = 10
STEP_S: Final = 0.1


@contextmanager
def serving(data: Path, database: str) -> Iterator[None]:
    """Say for as long as this lasts that `up` serves this database; one `up` at a time."""
    data.mkdir(parents=True, exist_ok=True)
    with (data / FILE).open("a+") as file:
        if not _taken(file.fileno()):
            raise EmbeddedError(f"`up` already runs on {data}")
        file.truncate(0)
        file.write(database)
        file.flush()
        yield


def served(data: Path) -> str | None:
    """The database that a running `up` serves."""
    try:
        with (data / FILE).open() as file:
            alone = _lock(file.fileno(), fcntl.LOCK_SH)
            return None if alone else file.read() or None
    except FileNotFoundError:
        return None


def _taken(file: int) -> bool:
    """Take the lock; a command that is just reading holds it for a moment."""
    for _ in range(TRIES):
        if _lock(file, fcntl.LOCK_EX):
            return True
        time.sleep(STEP_S)
    return False


def _lock(file: int, kind: int) -> bool:
    """Lock without waiting; the kernel frees the lock of a killed process."""
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
