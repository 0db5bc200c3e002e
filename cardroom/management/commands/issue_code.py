"""`issue_code PERSON`: give a person one-time codes; the secret is shown this once."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from cardroom import clock
from cardroom.house import codes, houses


class Command(BaseCommand):
    """Prints the secret as an `otpauth://` URI, and only that."""

    help = "Make a new secret for a person's one-time codes; the former one is revoked."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The person, as the house file names them, and where."""
        parser.add_argument("person", metavar="PERSON")
        parser.add_argument("--house", metavar="CODE", help="needed where there are several")

    def handle(self, *, person: str, house: str | None, **_options: object) -> None:
        """Issue and print."""
        where = houses.only_house() if house is None else house
        self.stdout.write(codes.issue(person=person, house=where, now=clock.now()))
