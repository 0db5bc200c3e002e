"""Workers and beats on a test's own database, and how a test holds them up."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection

from cardroom.due.models import Row
from cardroom.embedded import databases
from cardroom.embedded.server import Server
from cardroom.up.workers import command
from tests.cluster import home
from tests.faults.places import start, wait_until

PATIENCE_S: Final = 30


class Crew:
    """Processes of the calendar that end with the test."""

    def __init__(self, broker_url: str) -> None:
        self.environment = {
            "CARDROOM_DATABASE": str(connection.settings_dict["NAME"]),
            "CELERY_BROKER_URL": broker_url,
            "NUDGE_SECONDS": "1",
        }
        self.processes: list[subprocess.Popen[str]] = []

    def join(self, role: str = "fast") -> subprocess.Popen[str]:
        """One more worker, or beat."""
        _, *arguments = command(role)
        process = start(home(), *arguments, extra=self.environment)
        self.processes.append(process)
        return process

    def dismiss(self) -> None:
        """End all, whatever state they are in."""
        for process in self.processes:
            process.kill()
            process.communicate()


def said_at_its_end(process: "subprocess.Popen[str]") -> str:
    """What a worker that ends gently, its task done, has said."""
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=PATIENCE_S)
    return said


@contextmanager
def held_up(table: str, mode: str) -> Iterator[None]:
    """Keep everybody from a table, so that whoever needs it waits in the midst of what he does."""
    name = str(connection.settings_dict["NAME"])
    with databases.superuser(Server(home() / "postgres"), name) as holder, holder.transaction():
        holder.execute(f"LOCK TABLE {table} IN {mode} MODE".encode())
        yield


def wait_until_taken() -> None:
    """Wait until a worker has a row in its hands."""
    wait_until(lambda: Row.objects.filter(fence__gt=0).exists(), PATIENCE_S)


def wait_until_blocked() -> None:
    """Wait until somebody waits for a lock."""

    def is_blocked() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            return cursor.fetchone() is not None

    wait_until(is_blocked, PATIENCE_S)


def freeze(process: "subprocess.Popen[str]") -> None:
    """Stop a process where it is."""
    os.kill(process.pid, signal.SIGSTOP)


def thaw(process: "subprocess.Popen[str]") -> None:
    """Let it go on."""
    os.kill(process.pid, signal.SIGCONT)
