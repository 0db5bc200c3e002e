"""PDF: letter pages across, with heads that repeat and page numbers, for printing in black.

Nothing is cut: long texts wrap, and a row may go on over the page.
"""

from io import BytesIO
from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab.lib.colors import Color, black, white
from reportlab.lib.enums import TA_LEFT
from reportlab.lib.pagesizes import landscape, letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    LongTable,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from cardroom.reports.document import Document
from cardroom.reports.render import timelines
from cardroom.reports.render.charts import WIDTH, drawings
from cardroom.reports.render.grid import Grid
from cardroom.reports.render.pages import numbered
from cardroom.reports.render.printed import Printed
from cardroom.reports.render.type import BOLD, FONT, shown

_PAGE: Final = landscape(letter)
_MARGIN: Final = 0.5 * inch
_PADDING: Final = 6.0  # of the library's frames
_TINT: Final = Color(0.92, 0.92, 0.92)
_LINE: Final = Color(0.55, 0.55, 0.55)
_ROOM: Final = 1.3 * inch  # what a table's head and first rows need below its title

_TEXT: Final = ParagraphStyle("text", fontName=FONT, fontSize=8, leading=10, alignment=TA_LEFT)
_BOLD: Final = ParagraphStyle("bold", _TEXT, fontName=BOLD)
_TITLE: Final = ParagraphStyle("title", fontName=BOLD, fontSize=17, leading=21)
_SUBTITLE: Final = ParagraphStyle("subtitle", fontName=FONT, fontSize=11, leading=15)
_HEADING: Final = ParagraphStyle(
    "heading", fontName=BOLD, fontSize=11, leading=14, spaceBefore=12, spaceAfter=4
)


def render(printed: Printed) -> bytes:
    """The report as a PDF file; the same one every time."""
    content, document = BytesIO(), printed.document
    template = SimpleDocTemplate(
        content,
        pagesize=_PAGE,
        leftMargin=_MARGIN - _PADDING,
        rightMargin=_MARGIN - _PADDING,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN + 14,
        invariant=1,
        title=f"{document.title}, {document.subtitle}",
        author="Cardroom",
    )
    footer = f"{document.title} | {document.subtitle} | revision {printed.stamp.revision}"
    template.build(_story(printed), canvasmaker=numbered(shown(footer), _MARGIN))
    return content.getvalue()


def _story(printed: Printed) -> list[Flowable]:
    document = printed.document
    story = [
        _paragraph(document.title, _TITLE),
        _paragraph(document.subtitle, _SUBTITLE),
        Spacer(0, 6),
        *_marks(document),
        _facts(printed),
    ]
    for number, section in enumerate(document.sections):
        story += [CondPageBreak(_ROOM), _paragraph(section.title, _HEADING)]
        story += Grid(section, document.zone).flowables()
        story += [] if number else _charts(document)
    return [*story, *_timelines(document), *_changes(printed)]


def _marks(document: Document) -> list[Flowable]:
    """What isn't known yet, in a frame."""
    if not document.marks:
        return []
    frame = TableStyle(
        [
            ("BOX", (0, 0), (-1, -1), 1.5, black),
            ("BACKGROUND", (0, 0), (-1, -1), white),
            ("TOPPADDING", (0, 0), (-1, -1), 3),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ]
    )
    rows = [[_paragraph(mark, _BOLD)] for mark in document.marks]
    return [Table(rows, [WIDTH], style=frame), Spacer(0, 8)]


def _facts(printed: Printed) -> Flowable:
    """Label and text of each fact."""
    rows = [[_paragraph(a, _BOLD), _paragraph(b, _TEXT)] for a, b in printed.facts()]
    look = TableStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
            ("LEFTPADDING", (0, 0), (0, -1), 0),
            ("LINEBELOW", (0, 0), (-1, -1), 0.25, _LINE),
            ("BACKGROUND", (0, 0), (0, -1), _TINT),
        ]
    )
    label = 1.4 * inch
    return LongTable(rows, [label, WIDTH - label], style=look, splitInRow=1)


def _charts(document: Document) -> list[Flowable]:
    """Each drawing on one page with its title."""
    found: list[Flowable] = []
    for chart in document.charts:
        for number, drawing in enumerate(drawings(chart)):
            title = chart.title + (", continued" if number else "")
            found.append(KeepTogether([_paragraph(title, _HEADING), drawing]))
    return found


def _timelines(document: Document) -> list[Flowable]:
    """Each on one page with its title."""
    return [
        KeepTogether([_paragraph(one.title, _HEADING), timelines.drawing(one)])
        for one in document.timelines
    ]


def _changes(printed: Printed) -> list[Flowable]:
    """What changed since the revision before."""
    if not printed.changes:
        return []
    heading = _paragraph(f"Changed since revision {printed.stamp.revision - 1}", _HEADING)
    return [CondPageBreak(_ROOM), heading, *(_paragraph(one, _TEXT) for one in printed.changes)]


def _paragraph(text: str, style: Any) -> Flowable:  # noqa: ANN401 - the library's
    return Paragraph(escape(shown(text)), style)
