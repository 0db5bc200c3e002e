"""Which findings are wanted: those that count, or are open, of a table, a rule or a holder."""

from collections import Counter
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


def sifted(
    findings: Iterable[RotationFinding], wanted: Wanted, notes: Sequence[NoteView]
) -> tuple[list[RotationFinding], Counter[str]]:
    """Those that are wanted, in their order; and how many there are for each filter."""
    show = wanted.show if wanted.show in FILTERS else "all"
    chosen, numbers = list[RotationFinding](), Counter[str]()
    for found in findings:
        if _is_of(found, wanted):
            names = _filters(found, notes)
            numbers.update(names)
            if show in names:
                chosen.append(found)
    return chosen, numbers


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


def _is_of(found: RotationFinding, wanted: Wanted) -> bool:
    return (
        wanted.table in {"", found.table}
        and wanted.rule in {"", found.rule}
        and wanted.holder in {"", found.holder}
    )


def _filters(found: RotationFinding, notes: Sequence[NoteView]) -> list[str]:
    """The filters that let it through."""
    if found.superseded_by is not None:
        return ["all", "superseded"]
    names = ["all"]
    names += ["shadow"] * found.shadow + ["alerts"] * (found.severity == "alert")
    if counts(found):
        names += ["counted"] if about(found, notes) else ["counted", "open"]
    return names
