"""PDF: letter pages across, with heads that repeat and page numbers, for printing in black.

Nothing is cut: long texts wrap, and a row may go on over the page.
"""

from reportlab.lib.units import inch
from reportlab.platypus import Flowable, KeepTogether, LongTable, TableStyle

from cardroom.reports.document import Document
from cardroom.reports.render import letter, timelines
from cardroom.reports.render.charts import WIDTH, drawings
from cardroom.reports.render.grid import Grid
from cardroom.reports.render.printed import Printed


def render(printed: Printed) -> bytes:
    """The report as a PDF file; the same one every time."""
    footer = f"revision {printed.stamp.revision}"
    return letter.printed(printed.document, _story(printed), footer=footer)


def _story(printed: Printed) -> list[Flowable]:
    document = printed.document
    story: list[Flowable] = [_facts(printed)]
    for number, section in enumerate(document.sections):
        story += letter.heading(section.title)
        story += Grid(section, document.zone).flowables()
        story += [] if number else _charts(document)
    return [*story, *_timelines(document), *_changes(printed)]


def _facts(printed: Printed) -> Flowable:
    """Label and text of each fact."""
    rows = [
        [letter.paragraph(a, letter.BOLD_TEXT), letter.paragraph(b, letter.TEXT)]
        for a, b in printed.facts()
    ]
    look = TableStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
            ("LEFTPADDING", (0, 0), (0, -1), 0),
            ("LINEBELOW", (0, 0), (-1, -1), 0.25, letter.LINE),
            ("BACKGROUND", (0, 0), (0, -1), letter.TINT),
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
            found.append(KeepTogether([letter.paragraph(title, letter.HEADING), drawing]))
    return found


def _timelines(document: Document) -> list[Flowable]:
    """Each on one page with its title."""
    return [
        KeepTogether([letter.paragraph(one.title, letter.HEADING), timelines.drawing(one)])
        for one in document.timelines
    ]


def _changes(printed: Printed) -> list[Flowable]:
    """What changed since the revision before."""
    if not printed.changes:
        return []
    since = letter.heading(f"Changed since revision {printed.stamp.revision - 1}")
    return [*since, *(letter.paragraph(one, letter.TEXT) for one in printed.changes)]
