"""`up`: an installation in one process group, from nothing to `ready`."""

from argparse import BooleanOptionalAction
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cardroom.up.listening import Address
from cardroom.up.run import run

HIGHEST_PORT = 65535


class Command(BaseCommand):
    """Run database, migrations and web until Ctrl-C."""

    help = "Run everything in one process group: database, migrations, web. Ctrl-C stops it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to listen, and whether a demo house plays."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--demo", action=BooleanOptionalAction, default=None)

    def handle(self, *_: Any, host: str, port: int, demo: bool | None, **__: Any) -> None:
        """Run; with the embedded database the demo plays unless it's refused."""
        if not 0 <= port <= HIGHEST_PORT:
            raise CommandError(f"--port: {port} isn't between 0 and {HIGHEST_PORT}")
        wanted = settings.EMBEDDED_POSTGRES is not None if demo is None else demo
        run(Address(host, port), demo=wanted, say=self._say)

    def _say(self, line: str) -> None:
        """Write a line that a waiting script sees at once."""
        self.stdout.write(line)
        self.stdout.flush()
