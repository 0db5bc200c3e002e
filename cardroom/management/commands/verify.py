"""`verify`: the proof that nothing recorded was altered, and that what is shown follows from it."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from cardroom.log import checkpoints, signing
from cardroom.log.marks import Marks
from tables.verify import Asked, Counts, Scope, verify

_encode = msgspec.json.Encoder().encode


class Command(BaseCommand):
    """Prints findings as they are made, then what was gone through; exits with 1 after any."""

    help = "Verify the log, all decisions recomputed from it, and every cell of the read models."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """State the options."""
        scope = parser.add_mutually_exclusive_group()
        scope.add_argument("--full", action="store_true", help="all of the log; the default")
        scope.add_argument(
            "--since-checkpoint",
            action="store_true",
            help="what came after the last verification that found nothing wrong",
        )
        scope.add_argument("--day", metavar="D", type=_day, help="one gaming day, YYYY-MM-DD")
        parser.add_argument("--checkpoint", metavar="FILE", type=Path, help="one kept elsewhere")
        parser.add_argument("--public-key", metavar="FILE", type=Path, help="what it is held to")
        parser.add_argument("--json", action="store_true", help="one JSON document")

    def handle(self, *, json: bool, **options: Any) -> None:
        """Verify and print."""
        asked = _asked(**options)
        counts = Counts()
        try:
            (self._json if json else self._text)(counts, asked)
        except KeyboardInterrupt:
            raise KeyboardInterrupt("interrupted; the same command goes on from there") from None
        if counts.findings:
            sys.exit(1)

    def _text(self, counts: Counts, asked: Asked) -> None:
        for found in verify(counts, asked):
            self.stdout.write(str(found))
        self.stdout.write(str(counts))
        if asked.scope is not Scope.FULL:
            self.stdout.write(f"range: {counts.range}")
        for note in counts.notes:
            self.stdout.write(f"note: {note}")
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


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} isn't a day as in 2026-11-28") from error


def _asked(
    *,
    since_checkpoint: bool,
    day: date | None,
    checkpoint: Path | None,
    public_key: Path | None,
    **_options: object,
) -> Asked:
    """What the options ask for."""
    if checkpoint and not public_key:
        raise CommandError("--checkpoint needs --public-key: a key from outside, like itself")
    scope = Scope.DAY if day else Scope.SINCE_CHECKPOINT if since_checkpoint else Scope.FULL
    return Asked(
        scope=scope,
        day=day,
        checkpoint=checkpoints.read(checkpoint) if checkpoint else None,
        keys=tuple(signing.public_keys(public_key)) if public_key else (),
        marks=Marks.here(),
    )


def _json(value: object) -> str:
    return _encode(value).decode()
