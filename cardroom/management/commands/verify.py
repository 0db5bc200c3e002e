"""`verify`: the proof that nothing recorded was altered, and that what is shown follows from it."""

import sys
from argparse import ArgumentParser
from pathlib import Path

import msgspec
from django.core.management.base import BaseCommand, CommandError

from cardroom.log import checkpoints, signing
from tables.verify import Asked, Counts, verify

_encode = msgspec.json.Encoder().encode


class Command(BaseCommand):
    """Prints findings as they are made, then what was gone through; exits with 1 after any."""

    help = "Verify the log, all decisions recomputed from it, and every cell of the read models."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """State the options."""
        parser.add_argument("--full", action="store_true", help="all of the log; the default")
        parser.add_argument("--checkpoint", metavar="FILE", type=Path, help="one kept elsewhere")
        parser.add_argument("--public-key", metavar="FILE", type=Path, help="what it is held to")
        parser.add_argument("--json", action="store_true", help="one JSON document")

    def handle(
        self, *, checkpoint: Path | None, public_key: Path | None, json: bool, **_options: object
    ) -> None:
        """Verify and print."""
        if checkpoint and not public_key:
            raise CommandError("--checkpoint needs --public-key: a key from outside, like itself")
        asked = Asked(
            checkpoint=checkpoints.read(checkpoint) if checkpoint else None,
            keys=tuple(signing.public_keys(public_key)) if public_key else (),
        )
        counts = Counts()
        if json:
            self._json(counts, asked)
        else:
            self._text(counts, asked)
        if counts.findings:
            sys.exit(1)

    def _text(self, counts: Counts, asked: Asked) -> None:
        for found in verify(counts, asked):
            self.stdout.write(str(found))
        self.stdout.write(str(counts))
        for what in counts.not_checked:
            self.stdout.write(f"not checked: {what}")
        self.stdout.write(f"findings: {counts.findings or 'none'}")

    def _json(self, counts: Counts, asked: Asked) -> None:
        """One document, written as it is found out, so that no list of findings is too long."""
        self.stdout.write('{"findings": [', ending="")
        for number, found in enumerate(verify(counts, asked)):
            self.stdout.write(",\n" if number else "\n", ending="")
            self.stdout.write(_json(found), ending="")
        self.stdout.write(f'\n], "checked": {_json(counts)}, "ok": {_json(not counts.findings)}}}')


def _json(value: object) -> str:
    return _encode(value).decode()
