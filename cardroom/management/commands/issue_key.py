"""`issue_key NAME --scope S`: print a new API key, which is shown this once."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from cardroom import clock
from cardroom.house import houses, keys


class Command(BaseCommand):
    """Prints the key, and only the key."""

    help = "Issue an API key; scope tables records at its tables, the others read or count."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The holder's name, what the key may do, and where."""
        parser.add_argument("name", metavar="NAME")
        parser.add_argument("--scope", required=True, help="tables, cage, count or audit")
        parser.add_argument("--house", metavar="CODE", help="needed where there are several")
        parser.add_argument("--table", metavar="CODE", action="append", default=[])

    def handle(
        self, *, name: str, scope: str, house: str | None, table: list[str], **_options: object
    ) -> None:
        """Issue and print."""
        where = houses.only_house() if house is None else house
        now = clock.now()
        key = keys.issue(name=name, scope=scope, house=where, tables=table, now=now)
        self.stdout.write(key)
