"""`run_due`: what is due is done now, here, without Celery."""

import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from cardroom import clock, clockwork
from cardroom.due import rows
from cardroom.house import houses


class Command(BaseCommand):
    """Prints a line for each piece of work, then their number."""

    help = "Do everything that is due, as the workers would: gaming days, reports."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """State the options."""
        parser.add_argument("--house", metavar="CODE", help="of this house alone")
        parser.add_argument("--failed", action="store_true", help="also what was given up")

    def handle(self, *, house: str | None, failed: bool, **_options: object) -> None:
        """Do it and print."""
        if house is not None:
            houses.facts(house)
        if failed:
            rows.again(house, clock.now())
        tally = clockwork.run_due(house=house, say=self.stdout.write)
        self.stdout.write(f"{tally.done} done, {tally.missed} missed")
        if tally.missed:
            sys.exit(1)
