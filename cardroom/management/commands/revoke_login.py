"""`revoke_login NAME`: nobody signs in by that name any more, and who is signed in is out."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from cardroom.management.house import add_reason
from cardroom.staff import logins


class Command(BaseCommand):
    """Takes a log-in back; `issue_login` gives it again."""

    help = "Take a log-in back at once; what its person recorded stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The name that the person signs in with."""
        parser.add_argument("name", metavar="NAME")
        add_reason(parser)

    def handle(self, *, name: str, reason: str | None, **_options: object) -> None:
        """Revoke."""
        logins.revoke(name, reason=reason)
