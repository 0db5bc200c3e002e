"""XLSX: a sheet for the head, and one for each table, with its head in view and on every page.

Texts are written as texts, never as formulas; money is exact, as it is written in decimals.
"""

from datetime import datetime
from decimal import Decimal
from io import BytesIO
from typing import Any, Final

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from cardroom.reports.cells import local
from cardroom.reports.document import Cell, Column, Section
from cardroom.reports.render.printed import Printed, is_risky

_LETTER: Final = 1
_WIDEST: Final = 60
_NAME: Final = 31  # characters that the name of a sheet may have
_OPTIONS: Final = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
_CENTS: Final = Decimal(100)


def render(printed: Printed) -> bytes:
    """The report as a workbook."""
    content = BytesIO()
    book = xlsxwriter.Workbook(content, _OPTIONS)
    document = printed.document
    # The instant that it was generated at, where a workbook would have the present one.
    created = printed.stamp.generated_at.replace(tzinfo=None)
    book.set_properties({"title": document.title, "created": created})
    formats = _Formats(book)
    _head(book.add_worksheet("Report"), printed, formats)
    for section in document.sections:
        sheet = book.add_worksheet(section.title.partition(":")[0][:_NAME])
        _Table(sheet, section, document.zone, formats).write()
        _page(sheet, f"{document.title}, {document.subtitle}", printed)
    book.close()
    return content.getvalue()


class _Formats:
    """The formats of a workbook."""

    def __init__(self, book: Any) -> None:  # noqa: ANN401 - the library's
        self.bold: Format = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        self.head: Format = book.add_format(
            {"bold": True, "text_wrap": True, "valign": "top", "bottom": 1}
        )
        self.text: Format = book.add_format({"text_wrap": True, "valign": "top"})
        # A text that looks like a formula stays one also when somebody edits it.
        self.quoted: Format = book.add_format(
            {"text_wrap": True, "valign": "top", "quote_prefix": True}
        )
        self.missing: Format = book.add_format({"align": "right", "valign": "top", "italic": True})
        self.number: Format = book.add_format({"num_format": "#,##0", "valign": "top"})
        self.money: Format = book.add_format({"num_format": "#,##0.00;-#,##0.00", "valign": "top"})


def _head(sheet: Worksheet, printed: Printed, formats: _Formats) -> None:
    """Title, marks, facts and changes."""
    sheet.set_column(0, 0, 24)
    sheet.set_column(1, 1, 90)
    lines = [("", printed.document.title), ("", printed.document.subtitle)]
    lines += [("Note", mark) for mark in printed.document.marks]
    lines += printed.facts()
    lines += [("Changed" if not n else "", change) for n, change in enumerate(printed.changes)]
    for number, (label, text) in enumerate(lines):
        _write_text(sheet, number, 0, label, formats.bold)
        is_bold = not number or label == "Note"
        plain = formats.quoted if is_risky(text) else formats.text
        _write_text(sheet, number, 1, text, formats.bold if is_bold else plain)
    _page(sheet, printed.document.title, printed)


class _Table:
    """A section in a sheet of its own."""

    def __init__(self, sheet: Worksheet, section: Section, zone: str, formats: _Formats) -> None:
        self.sheet, self.section, self.zone, self.formats = sheet, section, zone, formats

    def write(self) -> None:
        """The table's head in the first row, its rows below, its note last."""
        section, sheet = self.section, self.sheet
        for at, column in enumerate(section.columns):
            _write_text(sheet, 0, at, column.title, self.formats.head)
            sheet.set_column(at, at, self._width(at))
        for number, row in enumerate(section.rows, 1):
            for at, (cell, column) in enumerate(zip(row, section.columns, strict=True)):
                self._write(number, at, cell, column)
        if section.rows:
            sheet.autofilter(0, 0, len(section.rows), len(section.columns) - 1)
        if section.note:
            _write_text(sheet, len(section.rows) + 2, 0, section.note)
        sheet.freeze_panes(1, section.keys if section.keys < len(section.columns) else 0)
        sheet.repeat_rows(0)

    def _write(self, row: int, at: int, cell: Cell, column: Column) -> None:
        if cell is None:
            if column.missing:
                _write_text(self.sheet, row, at, column.missing, self.formats.missing)
        elif isinstance(cell, datetime):
            _write_text(self.sheet, row, at, local(cell, self.zone), self.formats.text)
        elif column.form == "cents" and isinstance(cell, int):
            self.sheet.write_number(row, at, cell / _CENTS, self.formats.money)
        elif column.form == "number" and isinstance(cell, int):
            self.sheet.write_number(row, at, cell, self.formats.number)
        else:
            text = str(cell)
            look = self.formats.quoted if is_risky(text) else self.formats.text
            _write_text(self.sheet, row, at, text, look)

    def _width(self, at: int) -> int:
        """Wide enough for its words, and for what is in it up to a limit."""
        words = self.section.columns[at].title.split()
        cells = [len(str(row[at])) for row in self.section.rows if row[at] is not None]
        return min(max([*map(len, words), *cells, 6]) + 3, _WIDEST)


def _write_text(sheet: Worksheet, row: int, at: int, text: str, look: Format | None = None) -> None:
    """Write a text as a text. ValueError for one that a cell cannot hold whole."""
    if sheet.write_string(row, at, text, look):
        raise ValueError(f"a cell of a spreadsheet cannot hold {len(text):,} characters")


def _page(sheet: Worksheet, title: str, printed: Printed) -> None:
    """How it prints."""
    sheet.set_landscape()
    sheet.set_paper(_LETTER)
    sheet.fit_to_pages(1, 0)
    plain = title.replace("&", "&&")
    sheet.set_header(f"&L{plain[:200]}&RRevision {printed.stamp.revision}")
    sheet.set_footer("&RPage &P of &N")
