"""`up`'s side of the embedded server: a guard that starts, restarts and finally stops it."""

import os
import subprocess
from typing import Final

from cardroom.embedded import databases
from cardroom.embedded.guard import STARTED
from cardroom.embedded.server import STOP_S, Server
from cardroom.up.errors import UpError
from cardroom.up.python import ENVIRONMENT, module

PATIENCE_S: Final = STOP_S + 10


class Guard:
    """The guard's process, and whether the server is ours to stop."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.ours = False
        self.start()

    def start(self) -> None:
        """Start the guard and wait until the server runs."""
        command = module("cardroom.embedded.guard", str(self.server.home))
        if self.ours:
            command.append(STARTED)
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **ENVIRONMENT},
            start_new_session=True,
        )
        said = self.process.stdout.readline() if self.process.stdout else ""
        if not said:
            raise UpError("the embedded PostgreSQL doesn't run")
        self.ours = said.strip() == STARTED

    def tend(self) -> None:
        """Start the guard again when somebody killed it."""
        if self.process.poll() is not None:
            self.start()

    def stop(self) -> None:
        """Let the guard go, which stops the server if it is ours."""
        self.process.communicate(timeout=PATIENCE_S)
        if self.process.returncode and self.ours:
            self.server.stop()

    def make(self, database: str) -> None:
        """Have this database on the server."""
        if not databases.exists(self.server, database):
            databases.create(self.server, database)
