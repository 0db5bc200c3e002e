"""Workers and beats on a test's own database, and how a test holds them up."""

import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.db import connection

from cardroom.due.models import Row
from cardroom.embedded import databases
from cardroom.embedded.server import Server
from cardroom.up.workers import command
from tests.architecture.tree import ROOT
from tests.cluster import home
from tests.faults.places import environment, wait_until

PATIENCE_S: Final = 120


class Crew:
    """Processes of the calendar that end with the test."""

    def __init__(self, broker_url: str, place: Path) -> None:
        self.place = place
        self.environment = {
            "CARDROOM_DATABASE": str(connection.settings_dict["NAME"]),
            "CELERY_BROKER_URL": broker_url,
            "NUDGE_SECONDS": "1",
        }
        self.members: list[Member] = []

    def join(self, role: str = "fast") -> "Member":
        """One more worker, or beat."""
        member = Member(role, self.environment, self.place / f"{len(self.members)}")
        self.members.append(member)
        return member

    def dismiss(self) -> None:
        """End all, whatever state they are in."""
        for member in self.members:
            member.kill()


class Member:
    """One process, which says what it says into a file: nobody reads along."""

    def __init__(self, role: str, extra: Mapping[str, str], said: Path) -> None:
        self.said = said
        with said.open("w") as file:
            self.process = subprocess.Popen(
                command(role),
                cwd=ROOT,
                env={**environment(home()), **extra},
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    def kill(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """Stop it where it is."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> str:
        """Let it end gently, its task done; what it has said."""
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        return self.said.read_text()


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
