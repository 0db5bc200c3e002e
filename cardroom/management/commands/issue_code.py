"""`issue_code PERSON`: give a person one-time codes; the secret is shown this once."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from cardroom import clock
from cardroom.house import codes
from cardroom.management.house import add_house, add_reason, house_of


class Command(BaseCommand):
    """Prints the secret as an `otpauth://` URI, and only that."""

    help = "Make a new secret for a person's one-time codes; the former one is revoked."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The person, as the house file names them, and where."""
        parser.add_argument("person", metavar="PERSON")
        add_house(parser)
        add_reason(parser)

    def handle(
        self, *, person: str, house: str | None, reason: str | None, **_options: object
    ) -> None:
        """Issue and print."""
        where, now = house_of(house), clock.now()
        self.stdout.write(codes.issue(person=person, house=where, now=now, reason=reason))
