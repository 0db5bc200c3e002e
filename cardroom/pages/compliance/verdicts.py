"""Verdicts in shape, colour and sentences; what can't be judged says why, as loud as the rest."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from cardroom.pages.words import sentence
from cardroom.reports.rotation.dataset import Rotation, RotationTable
from cardroom.texts import counted
from tables.rules.rotation.verdict import Verdict

# The kind of a state, and its words.
WORDS: Final[dict[Verdict, tuple[str, str]]] = {
    "violations": ("breach", "Violations"),
    "indeterminate": ("warn", "Indeterminate"),
    "no_violation_found": ("run", "No violation found"),
}
_MOST_SAID, _MOST_NAMED = 8, 16


class Said(NamedTuple):
    """A verdict: its state, why in sentences, how many more there are, and the tables of each."""

    kind: str
    word: str
    why: list[str]
    more: int
    tables: list[tuple[str, int, str]]


class TableRow(NamedTuple):
    """A table's verdict and figures, its evidence in sentences."""

    table: RotationTable
    kind: str
    word: str
    evidence: list[str]


def of_house(report: Rotation) -> Said:
    """The verdict of the house for a period."""
    kind, word = WORDS[report.verdict]
    why = list(_why(report))
    return Said(kind, word, why[:_MOST_SAID], max(0, len(why) - _MOST_SAID), _counts(report))


def of_tables(report: Rotation) -> list[TableRow]:
    """The verdict of each table, in the tables' order."""
    return [
        TableRow(table, *WORDS[table.verdict], [*map(sentence, table.evidence.reasons)])
        for table in report.tables
    ]


def _why(report: Rotation) -> Iterator[str]:
    if not report.tables:
        yield "No table was open, so nothing can be said."
    if not report.has_ended:
        yield "The period has not ended on record: what is still to come may change this."
    broken = [table for table in report.tables if table.findings]
    if broken:
        said = ", ".join(f"{table.table} ({table.findings:,})" for table in broken[:_MOST_NAMED])
        others = len(broken) - _MOST_NAMED
        and_others = f" and {others} more" if others > 0 else ""
        yield f"{counted(report.counted, 'violation')}, by table: {said}{and_others}."
    if report.counted > sum(table.findings for table in broken):
        yield "One or more violations were found over several tables together."
    for reason, codes in _lacking(report).items():
        others = len(codes) - _MOST_NAMED
        and_others = f" and {others} more" if others > 0 else ""
        yield f"{', '.join(codes[:_MOST_NAMED])}{and_others} can't be cleared: {reason}."
    if report.verdict == "no_violation_found":
        hands, tables = counted(report.hands, "hand"), counted(len(report.tables), "table")
        yield f"All evidence of {hands} at {tables} is there, and none breaks a rule."


def _lacking(report: Rotation) -> dict[str, list[str]]:
    """The tables that lack evidence, by what is missing."""
    found: dict[str, list[str]] = {}
    for table in report.tables:
        for reason in table.evidence.reasons:
            found.setdefault(reason, []).append(table.table)
    return found


def _counts(report: Rotation) -> list[tuple[str, int, str]]:
    """How many tables have each verdict."""
    words = {
        "no_violation_found": "no violation found",
        "violations": "with violations",
        "indeterminate": "indeterminate",
    }
    each = [table.verdict for table in report.tables]
    return [(WORDS[one][0], each.count(one), words[one]) for one in reversed(WORDS)]
