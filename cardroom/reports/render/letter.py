"""A letter page across, as every PDF of ours is printed: its room, its headings, its texts."""

from io import BytesIO
from typing import Final
from xml.sax.saxutils import escape

from reportlab.lib.colors import Color, black
from reportlab.lib.pagesizes import landscape, letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from cardroom.reports.document import Document
from cardroom.reports.render.charts import WIDTH
from cardroom.reports.render.pages import numbered
from cardroom.reports.render.type import BOLD, FONT, shown

LINE: Final = Color(0.55, 0.55, 0.55)
TINT: Final = Color(0.92, 0.92, 0.92)
TEXT: Final = ParagraphStyle("text", fontName=FONT, fontSize=8, leading=10)
BOLD_TEXT: Final = ParagraphStyle("bold", TEXT, fontName=BOLD)
HEADING: Final = ParagraphStyle(
    "heading", fontName=BOLD, fontSize=11, leading=14, spaceBefore=12, spaceAfter=4
)

_TITLE: Final = ParagraphStyle("title", fontName=BOLD, fontSize=17, leading=21)
_SUBTITLE: Final = ParagraphStyle("subtitle", fontName=FONT, fontSize=11, leading=15)
_MARGIN: Final = 0.5 * inch
_PADDING: Final = 6.0  # of the library's frames
_ROOM: Final = 1.3 * inch  # what a table's head and first rows need below its title


def printed(document: Document, story: list[Flowable], *, footer: str) -> bytes:
    """The file; the same story gives the same bytes."""
    content = BytesIO()
    template = SimpleDocTemplate(
        content,
        pagesize=landscape(letter),
        leftMargin=_MARGIN - _PADDING,
        rightMargin=_MARGIN - _PADDING,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN + 14,
        invariant=1,
        title=f"{document.title}, {document.subtitle}",
        author="Cardroom",
    )
    line = f"{document.title} | {document.subtitle} | {footer}"
    template.build([*_head(document), *story], canvasmaker=numbered(shown(line), _MARGIN))
    return content.getvalue()


def heading(text: str) -> list[Flowable]:
    """A section's title, which never stands alone at the end of a page."""
    return [CondPageBreak(_ROOM), paragraph(text, HEADING)]


def paragraph(text: str, style: ParagraphStyle) -> Flowable:
    """A text that wraps, in characters that the fonts have."""
    return Paragraph(escape(shown(text)), style)


def _head(document: Document) -> list[Flowable]:
    """What it is, and in a frame what nobody may overlook."""
    head = [paragraph(document.title, _TITLE), paragraph(document.subtitle, _SUBTITLE)]
    if not document.marks:
        return [*head, Spacer(0, 6)]
    frame = TableStyle(
        [
            ("BOX", (0, 0), (-1, -1), 1.5, black),
            ("TOPPADDING", (0, 0), (-1, -1), 3),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ]
    )
    rows = [[paragraph(mark, BOLD_TEXT)] for mark in document.marks]
    return [*head, Spacer(0, 6), Table(rows, [WIDTH], style=frame), Spacer(0, 8)]
