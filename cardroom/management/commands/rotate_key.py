"""`rotate_key PREFIX`: print a new key in the place of one, which may run on for a while."""

from argparse import ArgumentParser
from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError

from cardroom import clock
from cardroom.house import keys
from cardroom.management.house import add_house, add_reason, house_of

LONGEST_MINUTES = 7 * 24 * 60


class Command(BaseCommand):
    """Prints the new key, and only the key."""

    help = "Issue a key with the name, scope and tables of another one, which ends."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which key, and how long it goes on."""
        parser.add_argument("prefix", metavar="PREFIX", help="as list_keys shows it: crk_PREFIX_…")
        parser.add_argument(
            "--minutes", type=int, default=0, metavar="N", help="the old key goes on so long"
        )
        add_house(parser)
        add_reason(parser)

    def handle(
        self,
        *,
        prefix: str,
        minutes: int,
        house: str | None,
        reason: str | None,
        **_options: object,
    ) -> None:
        """Rotate and print."""
        if not 0 <= minutes <= LONGEST_MINUTES:
            raise CommandError(f"--minutes: {minutes} isn't between 0 and {LONGEST_MINUTES}")
        key = keys.by_prefix(prefix, house=house_of(house))
        overlap = timedelta(minutes=minutes)
        self.stdout.write(keys.rotate(key, now=clock.now(), overlap=overlap, reason=reason))
