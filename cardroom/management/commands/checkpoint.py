"""`checkpoint`: sign where a house's feed ends, for a copy that is kept elsewhere."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from cardroom import clock
from cardroom.house import houses
from cardroom.log import checkpoints, signing


class Command(BaseCommand):
    """Prints the checkpoint, or writes it to a file; or prints the public key, and only that."""

    help = "Sign where the feed ends; `verify --checkpoint FILE --public-key FILE` holds it to it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose feed, and where to."""
        parser.add_argument("--house", metavar="CODE", help="needed where there are several")
        parser.add_argument("--output", metavar="FILE", type=Path)
        parser.add_argument("--public-key", action="store_true", help="print the public key only")

    def handle(
        self, *, house: str | None, output: Path | None, public_key: bool, **_options: object
    ) -> None:
        """Sign and print."""
        key = signing.signer()
        if public_key:
            self._give(signing.public_pem(key.public_key()), output)
            return
        where = houses.only_house() if house is None else house
        made = checkpoints.make(where, key=key, now=clock.now())
        self._give(checkpoints.written(made), output)

    def _give(self, text: str, output: Path | None) -> None:
        if output is None:
            self.stdout.write(text, ending="")
            return
        try:
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{output}: {error.strerror}") from error
