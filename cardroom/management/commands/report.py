"""`report KIND`: the same report that the schedule makes, written to a file or to stdout."""

import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from cardroom import clock
from cardroom.house import houses
from cardroom.reports import basis, periods, render, store
from cardroom.reports.kinds import KINDS, kind_of
from cardroom.reports.periods import Period


class Command(BaseCommand):
    """Writes the report, and says on stderr which revision it is."""

    help = "Make a report, or hand out the kept one where nothing has changed since."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What is wanted, of what, and how."""
        parser.add_argument("kind", metavar="KIND", help=", ".join(KINDS))
        period = parser.add_mutually_exclusive_group()
        period.add_argument(
            "--gaming-day", metavar="D", help="2026-11-28; the last that is over if not said"
        )
        period.add_argument("--month", metavar="M", help="2026-11")
        parser.add_argument("--house", metavar="H", help="the only one if not said")
        parser.add_argument("--format", default="json", help=", ".join(render.FORMS))
        parser.add_argument("--output", metavar="FILE", type=Path, help="stdout if not said")

    def handle(
        self,
        *,
        kind: str,
        gaming_day: str | None,
        month: str | None,
        house: str | None,
        format: str,  # noqa: A002 - the option's name
        output: Path | None,
        **_options: object,
    ) -> None:
        """Make it and write it."""
        wanted, form = kind_of(kind), render.form_of(format)
        code = house or houses.only_house()
        period = _period(code, gaming_day, month)
        kept = store.make(code, wanted, period, now=clock.now)
        _write(render.render(kept, form), output)
        said = f"{wanted.title}, {code} {period}: revision {kept.revision}, {kept.digest}"
        self.stderr.write(said, lambda text: text)


def _period(house: str, gaming_day: str | None, month: str | None) -> Period:
    """What is meant; the last gaming day that is over if nothing is said."""
    if month is not None:
        return periods.month(month)
    if gaming_day is not None:
        return periods.day(gaming_day)
    last = basis.last_finished(house, clock.now())
    if last is None:
        raise CommandError(
            f"house {house} has no gaming day yet that is over; name one with --gaming-day"
        )
    return Period(last)


def _write(content: bytes, output: Path | None) -> None:
    if output is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        output.write_bytes(content)
    except OSError as error:
        raise CommandError(f"{output}: {error.strerror}") from error
