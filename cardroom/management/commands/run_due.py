"""`run_due`: what is due is done now, here, without Celery; or listed, with what became of it."""

import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from cardroom import clock, clockwork
from cardroom.due import queries, rows
from cardroom.due.models import Row, Status
from cardroom.house import houses


class Command(BaseCommand):
    """Prints a line for each piece of work, then their number."""

    help = "Do everything that is due, as the workers would: gaming days, reports."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """State the options."""
        parser.add_argument("--house", metavar="CODE", help="of this house alone")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--failed", action="store_true", help="also what was given up")
        what.add_argument(
            "--list", action="store_true", help="do nothing; list what isn't done, failures first"
        )

    def handle(
        self,
        *,
        house: str | None,
        failed: bool,
        list: bool,  # noqa: A002 - the option's name
        **_options: object,
    ) -> None:
        """Do it, or list it, and print."""
        if house is not None:
            houses.facts(house)
        if list:
            for row in queries.unfinished(house):
                self.stdout.write(_line(row))
            return
        if failed:
            rows.again(house, clock.now())
        tally = clockwork.run_due(house=house, say=self.stdout.write)
        self.stdout.write(f"{tally.done} done, {tally.missed} missed")
        if tally.missed:
            sys.exit(1)


def _line(row: Row) -> str:
    """A piece of work, and how it stands."""
    if row.status == Status.FAILED:
        return f"failed  {row}: given up (attempts: {row.attempts}): {row.error}"
    said = f"pending {row}: from {row.available_at:%Y-%m-%dT%H:%M:%SZ}"
    return f"{said} again (attempts: {row.attempts}): {row.error}" if row.error else said
