"""`issue_login PERSON`: let a person sign in; the password is asked for and never shown."""

import sys
from argparse import ArgumentParser
from getpass import getpass

from django.core.management.base import BaseCommand, CommandError

from cardroom.house import houses
from cardroom.staff import logins


class Command(BaseCommand):
    """Prints the secret of the phone's codes as an `otpauth://` URI, and only that."""

    help = "Give a person a log-in, or a new password and phone; the former ones end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The person, as the house file names them, and where."""
        parser.add_argument("person", metavar="PERSON", help="or the name of an administrator")
        parser.add_argument("--house", metavar="CODE", help="needed where there are several")
        parser.add_argument(
            "--administrator", action="store_true", help="somebody who is none of its people"
        )

    def handle(
        self, *, person: str, house: str | None, administrator: bool, **_options: object
    ) -> None:
        """Ask for the password, issue and print."""
        where = houses.only_house() if house is None else house
        password = _asked() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
        if administrator:
            uri = logins.issue_administrator(house=where, name=person, password=password)
        else:
            uri = logins.issue(house=where, person=person, password=password)
        self.stdout.write(uri)


def _asked() -> str:
    """The password, typed twice without being shown."""
    password = getpass("Password, at least 12 characters: ")
    if getpass("Once more: ") != password:
        raise CommandError("the two passwords differ; nothing was changed")
    return password
