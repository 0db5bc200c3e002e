"""The guard of the embedded server while `up` runs; it outlives a killed `up` and then tidies up.

A program of its own, outside of `up`'s process group: `python -m cardroom.embedded.guard HOME`.
It starts the server, says `ready` on standard output, starts it again whenever it stops
answering, and when its standard input ends stops the server if it was it that started it.
"""

import select
import signal
import sys
from pathlib import Path
from typing import Final

from cardroom.embedded.errors import EmbeddedError
from cardroom.embedded.server import Server

ROUND_S: Final = 1.0
STARTED: Final = "started"
FOUND: Final = "found"


def main(home: str, *, ours: bool) -> None:
    """Guard the server under `home`; `ours` says that an earlier guard of this `up` started it."""
    for interruption in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(interruption, signal.SIG_IGN)
    server = Server(Path(home))
    ours = server.ensure(_report) or ours
    _say(STARTED if ours else FOUND)
    while not select.select([sys.stdin], [], [], ROUND_S)[0]:
        ours = _again(server) or ours
    if ours:
        server.stop()


def _again(server: Server) -> bool:
    """Start a server that ended; one that won't start is tried again next time."""
    try:
        return server.ensure(_report)
    except EmbeddedError as error:
        _report(str(error))
        return False


def _report(line: str) -> None:
    """Tell the person at the keyboard."""
    sys.stderr.write(f"{line}\n")


def _say(word: str) -> None:
    """Tell `up`, which reads one line."""
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        main(sys.argv[1], ours=STARTED in sys.argv[2:])
    except EmbeddedError as error:
        sys.exit(str(error))
