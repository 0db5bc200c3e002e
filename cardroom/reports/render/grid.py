"""A section as a table on pages: columns as wide as they need, texts wrapped, its head repeated."""

from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab.lib.colors import Color, black
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, LongTable, Paragraph, TableStyle

from cardroom.reports.cells import text
from cardroom.reports.document import Section
from cardroom.reports.render.charts import WIDTH
from cardroom.reports.render.type import BOLD, FONT, shown
from cardroom.reports.render.words import in_lines

SIZE: Final = 7.5
_PADDING: Final = 4.0
# Rows of one table of the library's, which takes the longer over each page the more there are; the
# next one goes on below it, with the head once more.
_PART: Final = 500
# Shares of the page: what a text has at least if there is room, and a word at most.
_TEXT: Final = 0.1
_WORD: Final = 0.2
_TINT: Final = Color(0.92, 0.92, 0.92)
_LINE: Final = Color(0.55, 0.55, 0.55)
_CELL: Final = ParagraphStyle("cell", fontName=FONT, fontSize=SIZE, leading=9, splitLongWords=1)
_HEAD: Final = ParagraphStyle("head", _CELL, fontName=BOLD)
_HEAD_RIGHT: Final = ParagraphStyle("head right", _HEAD, alignment=TA_RIGHT)
_RIGHT: Final = ParagraphStyle("cell right", _CELL, alignment=TA_RIGHT)
_NOTE: Final = ParagraphStyle("note", _CELL, spaceBefore=3)


class Grid:
    """The table of a section."""

    def __init__(self, section: Section, zone: str) -> None:
        self.section = section
        self.is_right = [column.form in {"cents", "number"} for column in section.columns]
        self.texts = [
            [
                shown(text(cell, column, zone))
                for cell, column in zip(row, section.columns, strict=True)
            ]
            for row in section.rows
        ]
        self.widths = self._widths()

    def flowables(self) -> list[Flowable]:
        """The table, or a word where it has no rows, and its note."""
        if not self.texts:
            return [Paragraph("None.", _CELL)]
        head = [
            Paragraph(escape(shown(column.title)), _HEAD_RIGHT if right else _HEAD)
            for column, right in zip(self.section.columns, self.is_right, strict=True)
        ]
        tables = [
            self._table([head, *map(self._row, self.texts[at : at + _PART])])
            for at in range(0, len(self.texts), _PART)
        ]
        note = [Paragraph(escape(shown(self.section.note)), _NOTE)] if self.section.note else []
        return [*tables, *note]

    def _table(self, rows: list[list[Any]]) -> Flowable:
        table = LongTable(rows, self.widths, repeatRows=1, splitInRow=1, style=self._look())
        table.hAlign = "LEFT"
        return table

    def _row(self, texts: list[str]) -> list[Any]:
        """Cells as plain text where they fit in one line, as it is far quicker."""
        return [
            one
            if stringWidth(one, FONT, SIZE) + 2 * _PADDING <= width
            else Paragraph(in_lines(one, width - 2 * _PADDING, SIZE), _RIGHT if right else _CELL)
            for one, width, right in zip(texts, self.widths, self.is_right, strict=True)
        ]

    def _widths(self) -> list[float]:
        """What cells and words of heads need; if that is too much, texts share what is left.

        No word is broken then, unless the words alone are too much.
        """
        needed = [self._needed(at) for at in range(len(self.section.columns))]
        over = sum(needed) - WIDTH
        if over > 0:
            wide, narrow, plain = (
                self._least(needed, share, has_words=has_words)
                for share, has_words in ((_TEXT, True), (0.0, True), (_TEXT, False))
            )
            least = next((each for each in (wide, narrow) if sum(each) <= WIDTH), plain)
            spare = sum(needed) - sum(least)
            share = min(over / spare, 1) if spare else 0
            needed = [a - (a - b) * share for a, b in zip(needed, least, strict=True)]
        scale = WIDTH / sum(needed)
        return [one * min(scale, 1.6) for one in needed]

    def _least(self, needed: list[float], share: float, *, has_words: bool) -> list[float]:
        """What columns have at least: numbers all that they need, texts a share and their words."""
        return [
            one if right else min(one, max(WIDTH * share, self._words(at) if has_words else 0))
            for at, (one, right) in enumerate(zip(needed, self.is_right, strict=True))
        ]

    def _words(self, at: int) -> float:
        """What the longest word of a column and of its head needs, up to a word's share."""
        words = {word for row in self.texts for word in row[at].split()}
        heads = self.section.columns[at].title.split()
        long = [stringWidth(word, FONT, SIZE) for word in words]
        longest = max(long + [stringWidth(word, BOLD, SIZE) for word in heads])
        return float(min(longest + 2 * _PADDING + 1, WIDTH * _WORD))

    def _needed(self, at: int) -> float:
        title = self.section.columns[at].title
        words = max(stringWidth(word, BOLD, SIZE) for word in title.split())
        cells = max((stringWidth(row[at], FONT, SIZE) for row in self.texts), default=0.0)
        return max(words, cells) + 2 * _PADDING + 1

    def _look(self) -> TableStyle:
        rights = [
            ("ALIGN", (at, 0), (at, -1), "RIGHT") for at, right in enumerate(self.is_right) if right
        ]
        return TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), FONT, SIZE, 9),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
                ("LEFTPADDING", (0, 0), (-1, -1), _PADDING),
                ("RIGHTPADDING", (0, 0), (-1, -1), _PADDING),
                ("TOPPADDING", (0, 0), (-1, -1), 1.5),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
                ("BACKGROUND", (0, 0), (-1, 0), _TINT),
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, black),
                ("LINEBELOW", (0, 1), (-1, -1), 0.25, _LINE),
                *rights,
            ]
        )
