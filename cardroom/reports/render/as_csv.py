"""CSV (RFC 4180), for machines: all parts in one table, whose first column names the part.

The other columns are those of all parts; cents are whole numbers, instants are UTC. A text that a
spreadsheet could take for a formula has an apostrophe before it.
"""

import csv
from datetime import datetime
from io import StringIO
from typing import Final

from cardroom.reports.document import Cell
from cardroom.reports.render.printed import Printed, is_risky

_PART: Final = "part"


def render(printed: Printed) -> bytes:
    """The report as UTF-8."""
    sections = printed.document.sections
    facts = {"name": 0, "value": 0}
    named = (column.name for section in sections for column in section.columns)
    columns = [_PART, *dict.fromkeys([*facts, *named])]
    text = StringIO(newline="")
    lines = csv.DictWriter(text, columns, restval="", lineterminator="\r\n")
    lines.writeheader()
    for part, pairs in _headed(printed):
        lines.writerows({_PART: part, "name": a, "value": guarded(b)} for a, b in pairs)
    for section in sections:
        names = [column.name for column in section.columns]
        for row in section.rows:
            cells = zip(names, map(guarded, row), strict=True)
            lines.writerow({_PART: section.name, **dict(cells)})
    return text.getvalue().encode()


def _headed(printed: Printed) -> list[tuple[str, list[tuple[str, str]]]]:
    """What stands above the tables."""
    return [
        ("report", [("Title", printed.document.title), *printed.facts()]),
        ("marks", [("Mark", mark) for mark in printed.document.marks]),
        ("changes", [("Change", change) for change in printed.changes]),
    ]


def guarded(cell: Cell) -> str | int:
    """A cell as CSV has it."""
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.isoformat().replace("+00:00", "Z")
    if isinstance(cell, int):
        return int(cell)
    said = str(cell)
    return f"'{said}" if is_risky(said) else said
