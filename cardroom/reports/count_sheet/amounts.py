"""The amounts of a count sheet: pieces and money by denomination, with what was struck."""

from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab.lib.colors import black
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.platypus import Flowable, LongTable, Paragraph, TableStyle

from cardroom.money import dollars
from cardroom.reports.cells import local
from cardroom.reports.count_sheet.content import Line, denominations
from cardroom.reports.render.letter import BOLD_TEXT, LINE, TEXT, TINT, paragraph
from cardroom.reports.render.type import shown
from ledger.views.count import CountView

_FIGURE: Final = ParagraphStyle("figure", BOLD_TEXT, alignment=2)
_HEAD: Final = (
    ("Denomination", BOLD_TEXT),
    ("Pieces", _FIGURE),
    ("Amount", _FIGURE),
    ("Corrections: old figure, by, time, why", BOLD_TEXT),
)
_WIDTHS: Final = (1.0 * inch, 0.8 * inch, 1.1 * inch)
_LOOK: Final = TableStyle(
    [
        ("LINEBELOW", (0, 0), (-1, -1), 0.25, LINE),
        ("BACKGROUND", (0, 0), (-1, 0), TINT),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEABOVE", (0, -1), (-1, -1), 1, black),
    ]
)


def amounts(view: CountView, *, zone: str, width: float) -> Flowable:
    """A row for each denomination, and the total."""
    total = "" if view.total_cents is None else dollars(view.total_cents)
    rows: list[list[Any]] = [
        [paragraph(title, style) for title, style in _HEAD],
        *(_row(line, zone) for line in denominations(view)),
        [paragraph("Total", BOLD_TEXT), "", paragraph(total, _FIGURE), ""],
    ]
    return LongTable(rows, [*_WIDTHS, width - sum(_WIDTHS)], style=_LOOK, repeatRows=1)


def _row(line: Line, zone: str) -> list[Any]:
    """What was corrected is struck, with who did, when and why."""
    notes = [
        f"<strike>{old.pieces:,} | {dollars(old.cents)}</strike> corrected by"
        f" {_plain(old.by)} {_plain(local(old.at, zone))}: {_plain(old.reason)}"
        for old in line.struck
    ]
    notes += ["counted, none"] if line.pieces == 0 else []
    known = line.pieces is not None
    return [
        paragraph(dollars(line.cents), TEXT),
        paragraph(f"{line.pieces:,}" if known else "", _FIGURE),
        paragraph(dollars(line.cents * (line.pieces or 0)) if known else "", _FIGURE),
        Paragraph("<br/>".join(notes), TEXT),
    ]


def _plain(text: str) -> str:
    return escape(shown(text))
