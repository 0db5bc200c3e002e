"""`revoke_key PREFIX`: end an API key; whoever holds it is let in no more."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from cardroom import clock
from cardroom.house import keys
from cardroom.management.house import add_house, add_reason, house_of


class Command(BaseCommand):
    """Prints nothing when the key has ended."""

    help = "End a key: it records nothing from now on, and reads nothing after 5 seconds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which key, where and why."""
        parser.add_argument("prefix", metavar="PREFIX", help="as list_keys shows it: crk_PREFIX_…")
        add_house(parser)
        add_reason(parser)

    def handle(
        self, *, prefix: str, house: str | None, reason: str | None, **_options: object
    ) -> None:
        """End it."""
        key = keys.by_prefix(prefix, house=house_of(house))
        keys.revoke(key, now=clock.now(), reason=reason)
