"""Child processes that are started again when they end."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Final

from cardroom.up.death import PARENT
from cardroom.up.python import ENVIRONMENT

FIRST_WAIT_S: Final = 0.5
LONGEST_WAIT_S: Final = 30.0
# A child that lived this long has recovered, and the waits begin anew.
RECOVERED_S: Final = 60.0


class Child:
    """One process that should always run."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        fd: int | None = None,
        cwd: str | None = None,
    ) -> None:
        self.name = name
        self.command = command
        self.environment = {**os.environ, **ENVIRONMENT, **environment, PARENT: str(os.getpid())}
        self.fds = () if fd is None else (fd,)
        self.cwd = cwd
        self.wait_s = FIRST_WAIT_S
        self.start()

    def start(self) -> None:
        """Start the process in our group; it inherits a file descriptor, if one was given."""
        self.process = subprocess.Popen(
            self.command, env=self.environment, pass_fds=self.fds, cwd=self.cwd
        )
        self.started_s = time.monotonic()
        self.due_s: float | None = None

    def tend(self) -> None:
        """Start it again when it ended, after waits that grow."""
        now_s = time.monotonic()
        code = self.process.poll()
        if code is None:
            return
        if self.due_s is None:
            if now_s - self.started_s > RECOVERED_S:
                self.wait_s = FIRST_WAIT_S
            sys.stderr.write(f"{self.name} ended ({code}); again in {self.wait_s:g} s\n")
            self.due_s = now_s + self.wait_s
            self.wait_s = min(self.wait_s * 2, LONGEST_WAIT_S)
        if now_s >= self.due_s:
            self.start()

    def ask_to_end(self) -> None:
        """Let it begin to end; `stop` waits for it."""
        self.process.terminate()

    def stop(self, patience_s: float) -> None:
        """End it gently, and after some patience by force."""
        self.ask_to_end()
        try:
            self.process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
