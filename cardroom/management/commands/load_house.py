"""`load_house FILE.toml`: validate a house file, and keep what is new in it as new versions."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from cardroom import clock
from cardroom.house_games import GAMES
from cardroom.management.house import add_reason
from cardroom.staff import house_files


class Command(BaseCommand):
    """Prints a line for each item that changed, or `no changes`."""

    help = "Load a house from FILE; what changed becomes a new version, never an edit."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        parser.add_argument("file", metavar="FILE", type=Path)
        add_reason(parser)

    def handle(self, *, file: Path, reason: str | None, **_options: object) -> None:
        """Read, load, print."""
        text, now = _text(file), clock.now()
        changes = house_files.load(text, path=str(file), games=GAMES, now=now, reason=reason)
        for change in changes:
            self.stdout.write(str(change))
        if not changes:
            self.stdout.write("no changes")


def _text(file: Path) -> str:
    """The file's text; a byte order mark, as some editors leave it, is no part of that."""
    try:
        raw = file.read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise CommandError(f"{file}:{line}: not TOML: not UTF-8") from error
