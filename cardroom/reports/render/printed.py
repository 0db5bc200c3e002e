"""A document with the stamp of the kept report, as every rendering but JSON takes it."""

from typing import Final, NamedTuple

from cardroom.reports.cells import local
from cardroom.reports.dataset import Stamp
from cardroom.reports.document import Document

# What spreadsheets take for the beginning of a formula, in whatever width; a blank or a sign that
# isn't seen before it they may drop.
_RISKY: Final = frozenset("=+-@＝＋－＠")  # noqa: RUF001 - these are meant
_BREAKS: Final = ("\t", "\r", "\n")


class Printed(NamedTuple):
    """A document, its stamp, and what changed since the revision before."""

    document: Document
    stamp: Stamp
    changes: tuple[str, ...]

    def facts(self) -> tuple[tuple[str, str], ...]:
        """The facts of the document, and those of the stamp."""
        stamp = self.stamp
        return (
            *self.document.facts,
            ("Revision", str(stamp.revision)),
            ("Generated at", local(stamp.generated_at, self.document.zone)),
            ("Software version", stamp.software_version),
            ("SHA-256", stamp.digest),
        )


def is_risky(text: str) -> bool:
    """Whether a spreadsheet could take a text for a formula."""
    shown = (each for each in text if each.isprintable() and not each.isspace())
    return text.startswith(_BREAKS) or next(shown, "") in _RISKY
