"""How a command ends for the person who typed it: one clear line and an exit code, no traceback."""

import sys
from difflib import get_close_matches
from typing import NoReturn

from django.core.exceptions import ImproperlyConfigured
from django.core.management import ManagementUtility, get_commands
from django.core.management.base import (
    BaseCommand,
    CommandError,
    SystemCheckError,
    handle_default_options,
)
from django.db import OperationalError, ProgrammingError, connections
from django.db.migrations.exceptions import MigrationSchemaMissing
from environs import EnvError
from psycopg.errors import UndefinedColumn, UndefinedTable

from cardroom.embedded.errors import EmbeddedError
from cardroom.errors import CardroomError
from cardroom.up.errors import UpError

MISTAKE = 2
FAILURE = 1
INTERRUPTED = 130

# A database that doesn't answer, or whose schema the role may not change.
UNUSABLE = (OperationalError, MigrationSchemaMissing)
UNMIGRATED = (UndefinedTable, UndefinedColumn)


def run(argv: list[str]) -> int:
    """Run one command: exit code 2 for a mistake in its input, 1 when the machine fails it."""
    try:
        Utility(argv).execute()
    except (CardroomError, CommandError, EnvError) as error:
        return _say(error, MISTAKE)
    except (EmbeddedError, UpError, ImproperlyConfigured, *UNUSABLE) as error:
        return _say(error, FAILURE)
    except ProgrammingError as error:
        if not isinstance(error.__cause__, UNMIGRATED):
            raise
        return _say("the database isn't migrated: run `manage.py migrate` or `up`", FAILURE)
    except KeyboardInterrupt as interrupt:
        return _say(str(interrupt) or "interrupted", INTERRUPTED)
    return 0


def _say(error: object, code: int) -> int:
    """Write the first line of an error and answer the exit code."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    sys.stderr.write(f"{lines[0]}\n")
    return code


class Utility(ManagementUtility):
    """Django's command line with commands that raise where Django's write pages."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        """Find the command."""
        if subcommand not in (known := get_commands()):
            near = get_close_matches(subcommand, known, 1)
            hint = f"do you mean {near[0]}" if near else "`manage.py help` lists all"
            raise CommandError(f"there is no command {subcommand!r}; {hint}")
        return Raising(super().fetch_command(subcommand))


class Raising(BaseCommand):
    """A command whose mistakes leave it as exceptions, for `run` to say in one line."""

    def __init__(self, command: BaseCommand) -> None:
        super().__init__()
        self.command = command

    def run_from_argv(self, argv: list[str]) -> None:
        """Parse and execute; findings of the system check are many lines and stay so."""
        parser = self.command.create_parser(argv[0], argv[1])
        parser.error = _refuse_usage  # type: ignore[method-assign]
        parsed = parser.parse_args(argv[2:])
        handle_default_options(parsed)
        options = vars(parsed)
        try:
            self.command.execute(*options.pop("args", ()), **options)
        except SystemCheckError as error:
            self.command.stderr.write(str(error), lambda text: text)
            sys.exit(FAILURE)
        finally:
            connections.close_all()


def _refuse_usage(message: str) -> NoReturn:
    """Refuse a command line."""
    raise CommandError(message)
