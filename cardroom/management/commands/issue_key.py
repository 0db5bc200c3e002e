"""`issue_key NAME --scope S`: print a new API key, which is shown this once."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from cardroom import clock
from cardroom.house import keys
from cardroom.management.house import add_house, add_reason, house_of


class Command(BaseCommand):
    """Prints the key, and only the key."""

    help = "Issue an API key; scope tables records at its tables, the others read or count."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The holder's name, what the key may do, and where."""
        parser.add_argument("name", metavar="NAME")
        parser.add_argument("--scope", required=True, help="tables, cage, count or audit")
        add_house(parser)
        parser.add_argument("--table", metavar="CODE", action="append", default=[])
        add_reason(parser)

    def handle(
        self,
        *,
        name: str,
        scope: str,
        house: str | None,
        table: list[str],
        reason: str | None,
        **_options: object,
    ) -> None:
        """Issue and print."""
        key = keys.issue(
            name=name,
            scope=scope,
            house=house_of(house),
            tables=table,
            now=clock.now(),
            reason=reason,
        )
        self.stdout.write(key)
