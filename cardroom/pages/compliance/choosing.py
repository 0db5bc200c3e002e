"""Which findings are wanted: those that count, or are open, of a table, a rule or a holder."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cardroom.reports.notes import NoteView
from cardroom.reports.rotation.dataset import RotationFinding

FILTERS: Final = {
    "all": "All",
    "counted": "Violations",
    "alerts": "Alerts",
    "shadow": "In shadow",
    "superseded": "Superseded",
    "open": "Without a note",
}


class Wanted(NamedTuple):
    """Which findings are wanted."""

    show: str
    table: str
    rule: str
    holder: str


def chosen(
    findings: Iterable[RotationFinding], wanted: Wanted, notes: Sequence[NoteView]
) -> list[RotationFinding]:
    """Those that are wanted, in their order."""
    return [found for found in findings if _is_wanted(found, wanted, notes)]


def counts(found: RotationFinding) -> bool:
    """Whether it makes a verdict."""
    return found.severity == "violation" and not found.shadow and found.superseded_by is None


def about(found: RotationFinding, notes: Iterable[NoteView]) -> list[NoteView]:
    """The notes of a finding: of its rule, table and round, and of the event that they may name."""
    return [
        note
        for note in notes
        if (note.rule, note.table, note.round) == (found.rule, found.table, found.round)
        and (note.position is None or note.position in found.positions)
        and note.holder in {None, found.holder}
    ]


def _is_wanted(found: RotationFinding, wanted: Wanted, notes: Sequence[NoteView]) -> bool:
    is_shown = {
        "counted": counts(found),
        "alerts": found.severity == "alert" and found.superseded_by is None,
        "shadow": found.shadow and found.superseded_by is None,
        "superseded": found.superseded_by is not None,
        "open": counts(found) and not about(found, notes),
    }
    return (
        is_shown.get(wanted.show, True)
        and wanted.table in {"", found.table}
        and wanted.rule in {"", found.rule}
        and wanted.holder in {"", found.holder}
    )
