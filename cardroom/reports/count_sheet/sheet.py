"""The count sheet as a PDF file: letter pages upright, for printing in black, always the same."""

from io import BytesIO
from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab.lib.colors import black
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.platypus import (
    Flowable,
    KeepTogether,
    LongTable,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from cardroom.money import dollars
from cardroom.reports.cells import local
from cardroom.reports.count_sheet.content import denominations, facts, marks
from cardroom.reports.dispute.look import BOLD_TEXT, LINE, TEXT, TINT, paragraph
from cardroom.reports.render.pages import numbered
from cardroom.reports.render.type import BOLD, shown
from ledger.views.count import CountView

_MARGIN: Final = 0.6 * inch
_PADDING: Final = 6.0  # of the library's frames
_WIDTH: Final = letter[0] - 2 * _MARGIN
_TITLE: Final = ParagraphStyle("title", fontName=BOLD, fontSize=17, leading=21)
_HEADING: Final = ParagraphStyle("heading", BOLD_TEXT, fontSize=11, leading=14, spaceBefore=10)
_TO_THE_RIGHT: Final = ParagraphStyle("right", BOLD_TEXT, fontSize=9, leading=11, alignment=2)
_GRID: Final = (
    ("LINEBELOW", (0, 0), (-1, -1), 0.25, LINE),
    ("BACKGROUND", (0, 0), (-1, 0), TINT),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
)


def render(view: CountView, *, zone: str, sandbox: bool = False) -> bytes:
    """The sheet of a count as it was read; the same record gives the same bytes."""
    content = BytesIO()
    title = f"Count sheet, box {view.box}"
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
        _amounts(view, zone),
        *_listed("Adjusted after it was accepted", _adjustments(view, zone)),
        *_listed("Exceptions from the house's policy", _exceptions(view, zone)),
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
    cells += [""] * (-len(cells) % 4)
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


def _amounts(view: CountView, zone: str) -> Flowable:
    """Pieces and amount by denomination; what was corrected is struck, with who, when and why."""
    head = ["Denomination", "Pieces", "Amount", "Corrections: old figure, by, time, why"]
    rows: list[list[Any]] = [[paragraph(one, BOLD_TEXT) for one in head]]
    for line in denominations(view):
        notes = [
            f"<strike>{old.pieces:,} | {dollars(old.cents)}</strike> corrected by"
            f" {_plain(old.by)} {_plain(local(old.at, zone))}: {_plain(old.reason)}"
            for old in line.struck
        ]
        pieces = "" if line.pieces is None else f"{line.pieces:,}"
        amount = "" if line.pieces is None else dollars(line.cents * line.pieces)
        rows.append(
            [
                paragraph(dollars(line.cents), TEXT),
                paragraph(pieces, _TO_THE_RIGHT),
                paragraph(amount, _TO_THE_RIGHT),
                Paragraph("<br/>".join(notes), TEXT),
            ]
        )
    total = "" if view.total_cents is None else dollars(view.total_cents)
    rows.append([paragraph("Total", BOLD_TEXT), "", paragraph(total, _TO_THE_RIGHT), ""])
    look = TableStyle([*_GRID, ("LINEABOVE", (0, -1), (-1, -1), 1, black)])
    widths = [1.0 * inch, 0.8 * inch, 1.1 * inch]
    return LongTable(rows, [*widths, _WIDTH - sum(widths)], style=look, repeatRows=1)


def _listed(title: str, said: list[str]) -> list[Flowable]:
    if not said:
        return []
    return [paragraph(title, _HEADING), *(paragraph(one, TEXT) for one in said)]


def _adjustments(view: CountView, zone: str) -> list[str]:
    return [
        f"To {dollars(one.total_cents)} by {one.by}, approved by {one.authorised_by},"
        f" {local(one.at, zone)}: {one.reason}"
        for one in view.adjustments
    ]


def _exceptions(view: CountView, zone: str) -> list[str]:
    return [
        f"{', '.join(one.rules)}: let stand by {one.authorised_by}, {local(one.at, zone)}:"
        f" {one.reason}"
        for one in view.exceptions
    ]


def _signatures(view: CountView, zone: str) -> Flowable:
    """A line for each who signed, or has to."""
    standing = [one for one in view.signatures if one.revision == len(view.figures)]
    names = {"counter": "Counter", "signer": "Received by"}
    said = [f"{one.by}\n{names[one.role]}, signed {local(one.at, zone)}" for one in standing]
    said += [f"\nCounter {person}, not signed" for person in view.unsigned]
    said += ["\nReceived by, not signed"] if view.signer_missing else []
    cells: list[Any] = []
    for one in said:
        name, text = one.split("\n")
        cells.append([paragraph(name or " ", _HEADING), paragraph(text, TEXT)])
    cells += [""] * (-len(cells) % 3)
    rows = [cells[at : at + 3] for at in range(0, len(cells), 3)]
    return KeepTogether([paragraph("Signatures", _HEADING), Table(rows, [_WIDTH / 3] * 3)])


def _plain(text: str) -> str:
    return escape(shown(text))
