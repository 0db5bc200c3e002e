"""The count sheet as a PDF file: letter pages upright, for printing in black, always the same."""

from io import BytesIO
from typing import Any, Final

from reportlab.lib.colors import black
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.platypus import (
    Flowable,
    HRFlowable,
    KeepTogether,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from cardroom.reports.cells import local
from cardroom.reports.count_sheet.amounts import amounts
from cardroom.reports.count_sheet.content import adjustments, exceptions, facts, marks
from cardroom.reports.render.letter import BOLD_TEXT, LINE, TEXT, TINT, paragraph
from cardroom.reports.render.pages import numbered
from cardroom.reports.render.type import BOLD, shown
from ledger.views.count import CountView

_MARGIN: Final = 0.6 * inch
_PADDING: Final = 6.0  # of the library's frames
_WIDTH: Final = letter[0] - 2 * _MARGIN
_TITLE: Final = ParagraphStyle("title", fontName=BOLD, fontSize=17, leading=21)
_HEADING: Final = ParagraphStyle("heading", BOLD_TEXT, fontSize=11, leading=14, spaceBefore=10)
_BESIDE: Final = 3  # signatures in a row


def render(view: CountView, *, zone: str, sandbox: bool = False) -> bytes:
    """The sheet of a count as it was read; the same record gives the same bytes."""
    content, title = BytesIO(), f"Count sheet, box {view.box}"
    template = SimpleDocTemplate(
        content,
        pagesize=letter,
        leftMargin=_MARGIN - _PADDING,
        rightMargin=_MARGIN - _PADDING,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN + 14,
        invariant=1,
        title=title,
        author="Cardroom",
    )
    footer = shown(f"{title} | {view.establishment} | count {view.id}")
    story = [
        paragraph(title, _TITLE),
        paragraph(f"{view.establishment} | 4 CCR 12385", TEXT),
        Spacer(0, 6),
        *_framed(marks(view, sandbox=sandbox)),
        _pairs(facts(view, zone)),
        Spacer(0, 8),
        amounts(view, zone=zone, width=_WIDTH),
        *_listed("Adjusted after it was accepted", adjustments(view, zone)),
        *_listed("Exceptions from the house's policy", exceptions(view, zone)),
        _signatures(view, zone),
    ]
    template.build(story, canvasmaker=numbered(footer, _MARGIN))
    return content.getvalue()


def _framed(said: list[str]) -> list[Flowable]:
    """What nobody may overlook."""
    if not said:
        return []
    rows = [[paragraph(mark, BOLD_TEXT)] for mark in said]
    frame = TableStyle([("BOX", (0, 0), (-1, -1), 1.5, black)])
    return [Table(rows, [_WIDTH], style=frame), Spacer(0, 8)]


def _pairs(said: list[tuple[str, str]]) -> Flowable:
    """Label and text of each fact, two beside each other."""
    cells: list[Any] = []
    for name, text in said:
        cells += [paragraph(name, BOLD_TEXT), paragraph(text, TEXT)]
    rows = [cells[at : at + 4] for at in range(0, len(cells), 4)]
    label = 1.1 * inch
    look = TableStyle(
        [
            ("LINEBELOW", (0, 0), (-1, -1), 0.25, LINE),
            ("BACKGROUND", (0, 0), (0, -1), TINT),
            ("BACKGROUND", (2, 0), (2, -1), TINT),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ]
    )
    return Table(rows, [label, _WIDTH / 2 - label] * 2, style=look)


def _listed(title: str, said: list[str]) -> list[Flowable]:
    if not said:
        return []
    return [paragraph(title, _HEADING), *(paragraph(one, TEXT) for one in said)]


def _signatures(view: CountView, zone: str) -> Flowable:
    """A line for each who signed, or has to."""
    names = {"counter": "Counter", "signer": "Received by"}
    said = [
        (one.by, f"{names[one.role]}, signed {local(one.at, zone)}")
        for one in view.signatures
        if one.revision == len(view.figures)
    ]
    said += [("", f"Counter {person}, not signed") for person in view.unsigned]
    said += [("", "Received by, not signed")] if view.signer_missing else []
    cells: list[Any] = []
    for name, text in said:
        line = HRFlowable(width="95%", thickness=0.8, color=black, hAlign="LEFT")
        over = paragraph(name, BOLD_TEXT) if name else Spacer(0, 10)
        cells.append([Spacer(0, 8), over, line, paragraph(text, TEXT)])
    cells += [""] * (-len(cells) % _BESIDE)
    rows = [cells[at : at + _BESIDE] for at in range(0, len(cells), _BESIDE)]
    beside = Table(
        rows,
        [_WIDTH / _BESIDE] * _BESIDE,
        style=TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP")]),
    )
    return KeepTogether([paragraph("Signatures", _HEADING), beside])
