"""`up` as a test runs it: started on an installation, ready, and gone again afterwards."""

import json
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from cardroom.embedded.server import Server
from tests.faults.places import PATIENCE_S, processes, start

UP = ("manage.py", "up", "--no-demo", "--port", "0")


class Running:
    """An `up` that said it was ready."""

    def __init__(self, path: Path, process: subprocess.Popen[str]) -> None:
        self.path = path
        self.process = process
        self.server = Server(path / "postgres")
        assert process.stdout
        ready_lines = (line.rstrip() for line in process.stdout if line.startswith("ready "))
        self.last = next(ready_lines, "")
        assert self.last, f"`up` ended before it was ready: {process.communicate()[1]}"
        self.url = self.last.removeprefix("ready ")

    def stop(self, ending: signal.Signals = signal.SIGTERM) -> int:
        """End it, and answer its exit code."""
        self.process.send_signal(ending)
        return self.process.wait(PATIENCE_S)

    def answers(self) -> bool:
        """Whether a request is answered without a server's error."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=10) as answer:  # noqa: S310
                return bool(answer.status)
        except urllib.error.HTTPError as error:
            return error.code < 500
        except OSError:
            # Nobody listens, or whoever took the call is gone or still starting.
            return False

    def children(self, part: str) -> list[psutil.Process]:
        """The living children of `up` whose command lines hold this part."""
        children = psutil.Process(self.process.pid).children()
        return [child for child in children if part in _command_line(child)]

    def child(self, part: str) -> psutil.Process:
        """The one child whose command line holds this part."""
        (child,) = self.children(part)
        return child

    def nothing_is_left(self) -> bool:
        """Whether every process is gone and the port is free."""
        port = int(self.url.rpartition(":")[2])
        with socket.socket() as caller:
            return processes(self.path) == [] and caller.connect_ex(("127.0.0.1", port)) != 0


def _command_line(process: psutil.Process) -> str:
    """How a process was started; nothing when it has ended."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


@contextmanager
def ready(path: Path, process: subprocess.Popen[str]) -> Iterator[Running]:
    """Wait for `up`, and leave nothing of it."""
    try:
        yield Running(path, process)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)


def readiness(url: str) -> dict[str, str]:
    """What `/readyz` says of each check; nothing where no healthy answer comes."""
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=10) as answer:  # noqa: S310
            return {check["name"]: check["detail"] for check in json.load(answer)["checks"]}
    except OSError:
        return {}


def is_worked_on(url: str) -> bool:
    """Whether readiness finds nothing due that waits for a worker."""
    return readiness(url).get("due") == "nothing that is due waits for a worker"


def done(running: Running, *command: str) -> str:
    """What a command says on stdout when it succeeds."""
    process = start(running.path, "manage.py", *command)
    said, complaints = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, complaints
    return said
