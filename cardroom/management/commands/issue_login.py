"""`issue_login PERSON`: let a person sign in; the password is asked for and never shown."""

import sys
from argparse import ArgumentParser
from getpass import getpass

from django.core.management.base import BaseCommand, CommandError

from cardroom.management.house import add_house, add_reason, house_of
from cardroom.staff import logins


class Command(BaseCommand):
    """Prints the secret of the phone's codes as an `otpauth://` URI, and only that."""

    help = "Give a person a log-in, or a new password and phone; the former ones end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The person, as the house file names them, and where."""
        parser.add_argument("person", metavar="PERSON", help="or the name of an administrator")
        add_house(parser)
        parser.add_argument(
            "--administrator", action="store_true", help="somebody who is none of its people"
        )
        add_reason(parser)

    def handle(
        self,
        *,
        person: str,
        house: str | None,
        administrator: bool,
        reason: str | None,
        **_options: object,
    ) -> None:
        """Ask for the password, issue and print."""
        where, password = house_of(house), _typed()
        if administrator:
            uri = logins.issue_administrator(
                house=where, name=person, password=password, reason=reason
            )
        else:
            uri = logins.issue(house=where, person=person, password=password, reason=reason)
        self.stdout.write(uri)


def _typed() -> str:
    """The password: asked for at a terminal, else the first line that is sent."""
    if sys.stdin.isatty():
        return _asked()
    line = sys.stdin.readline()
    if not line:
        raise CommandError("no password came: type one at a terminal, or send it as a line")
    return line.rstrip("\n")


def _asked() -> str:
    """The password, typed twice without being shown."""
    password = getpass("Password, at least 12 characters: ")
    if getpass("Once more: ") != password:
        raise CommandError("the two passwords differ; nothing was changed")
    return password
