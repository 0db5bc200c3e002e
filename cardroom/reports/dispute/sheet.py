"""The dispute sheet as a PDF file: letter pages across, for printing in black, always the same."""

from hashlib import sha256
from typing import Final

import msgspec
from reportlab.lib.colors import black
from reportlab.lib.units import inch
from reportlab.platypus import Flowable, KeepTogether, LongTable, Spacer, Table, TableStyle

from cardroom.reports.dispute import drawings
from cardroom.reports.dispute.hands import hands_table
from cardroom.reports.dispute.layout import lay_out
from cardroom.reports.document import Document
from cardroom.reports.render.charts import WIDTH
from cardroom.reports.render.grid import Grid
from cardroom.reports.render.letter import (
    BOLD_TEXT,
    HEADING,
    LINE,
    TEXT,
    TINT,
    heading,
    paragraph,
    printed,
)
from tables.replays import RoundReplay

_SIGNERS: Final = ("Player", "Floor", "Supervisor")


def render(read: RoundReplay) -> bytes:
    """The sheet of a round as it was read; the same record gives the same bytes."""
    document = lay_out(read)
    footer = f"recorded up to {read.last_position:,}"
    return printed(document, _story(read, document), footer=footer)


def _story(read: RoundReplay, document: Document) -> list[Flowable]:
    digest = sha256(msgspec.json.Encoder(order="sorted").encode(document)).hexdigest()
    facts = (*document.facts, ("SHA-256 of this sheet's content", digest))
    story: list[Flowable] = [
        _pairs(facts),
        *heading("On the table"),
        hands_table(read.told.steps[-1].picture),
    ]
    for section in document.sections:
        story += heading(section.title)
        story += _reached(read) if section.name == "settlement" else []
        story += Grid(section, document.zone).flowables()
    return [*story, _signatures()]


def _pairs(facts: tuple[tuple[str, str], ...]) -> Flowable:
    """Label and text of each fact, two beside each other."""
    cells: list[object] = []
    for name, text in facts:
        cells += [paragraph(name, BOLD_TEXT), paragraph(text, TEXT)]
    cells += [""] * (-len(cells) % 4)
    rows = [cells[at : at + 4] for at in range(0, len(cells), 4)]
    label = 1.25 * inch
    wide = WIDTH / 2 - label
    look = TableStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
            ("LINEBELOW", (0, 0), (-1, -1), 0.25, LINE),
            ("BACKGROUND", (0, 0), (0, -1), TINT),
            ("BACKGROUND", (2, 0), (2, -1), TINT),
        ]
    )
    return LongTable(rows, [label, wide, label, wide], style=look, splitInRow=1)


def _reached(read: RoundReplay) -> list[Flowable]:
    """How far W reached, drawn."""
    reached = read.told.revisions[-1].coverage
    return [
        paragraph(reached.sentence, TEXT),
        Spacer(0, 4),
        drawings.strip(reached),
        Spacer(0, 6),
    ]


def _signatures() -> Flowable:
    """Where people sign."""
    cells = [[paragraph(f"{who}, date and time", TEXT) for who in _SIGNERS]]
    look = [("LINEABOVE", (at, 0), (at, 0), 0.8, black) for at in range(len(_SIGNERS))]
    rows = Table(cells, [WIDTH / 3 - 12] * 3, style=TableStyle(look), spaceBefore=20)
    return KeepTogether([paragraph("Seen by", HEADING), Spacer(0, 24), rows])
