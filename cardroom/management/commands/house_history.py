"""`house_history`: who changed what of a house, when and why."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from cardroom.house.history.telling import KINDS, Told, told
from cardroom.management.house import add_house, house_of


class Command(BaseCommand):
    """Prints a line for each change, oldest first."""

    help = "List the changes of a house, its keys and codes; `stood` was there before any record."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Of what."""
        parser.add_argument("kind", nargs="?", metavar="KIND", help="person, offering, key, …")
        parser.add_argument("code", nargs="?", metavar="CODE", help="of one thing alone")
        add_house(parser)

    def handle(
        self, *, kind: str | None, code: str | None, house: str | None, **_options: object
    ) -> None:
        """Read and print."""
        if kind not in {None, *KINDS}:
            raise CommandError(f"a house has no {kind}; there are: {', '.join(KINDS)}")
        changes = list(told(house_of(house), kind=kind, code=code))
        if code is not None and not changes:
            raise CommandError(f"nothing of {kind} {code} is on record")
        for change in changes:
            self.stdout.write(_line(change))


def _line(change: Told) -> str:
    who = "stood" if change.stood else change.recorded_by
    why = f": {change.reason}" if change.reason else ""
    what = f"{change.kind.replace('_', ' ')} {change.code} {change.what}"
    return f"{change.occurred_at:%Y-%m-%dT%H:%M:%SZ} {who}: {what}{why}"
