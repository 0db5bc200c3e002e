"""`house_file`: print a house as it is in force, as a file that `load_house` takes."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime

from django.core.management.base import BaseCommand

from cardroom import clock
from cardroom.house import written
from cardroom.management.house import add_house, house_of


class Command(BaseCommand):
    """Prints the house; loading that changes nothing."""

    help = "Print a house, as it is or was at an instant, as a file for load_house."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which house, and as of when."""
        add_house(parser)
        parser.add_argument(
            "--at", type=_instant, metavar="T", help="as in 2026-11-28T20:00:00Z; default: now"
        )

    def handle(self, *, house: str | None, at: datetime | None, **_options: object) -> None:
        """Read and print."""
        document = written.as_of(house_of(house), at or clock.now())
        self.stdout.write(written.toml(document), ending="")


def _instant(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is no instant as in 2026-11-28T20:00:00Z") from error
    if at.tzinfo is None:
        raise ArgumentTypeError(f"{text!r} lacks its zone: end it with Z for UTC")
    return at.astimezone(UTC)
