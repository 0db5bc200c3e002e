"""Renderings read back: the same bytes each time, nothing left out, no cell a formula."""

import base64
import csv
import re
import zipfile
import zlib
from io import BytesIO, StringIO
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from cardroom.money import dollars
from cardroom.reports.document import Bar, Chart
from cardroom.reports.fees.layout import lay_out
from cardroom.reports.render import as_csv, as_pdf, as_xlsx, charts
from cardroom.reports.render.printed import Printed
from cardroom.reports.render.type import shown
from tests.reported import a_row, an_exception, fees, many_tables, money, printed

_SHEET: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
# Beginning with a blank or a sign that isn't seen, or in full width, as well.
_FULL_WIDTH: Final = ("\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20SUM(A1)", "\u3000\uff1d1")
_LED_IN: Final = (" =1+1", "  @A1", "\xa0-1", "\u200b=1", "\ufeff+1")
FORMULAS: Final = (
    *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x","y")'),
    *_FULL_WIDTH,
    *_LED_IN,
)
RENDERERS: Final = {"csv": as_csv.render, "xlsx": as_xlsx.render, "pdf": as_pdf.render}


def records(content: bytes) -> list[dict[str, str]]:
    """CSV read back; each record has every column."""
    found = list(csv.DictReader(StringIO(content.decode(), newline=""), strict=True))
    assert all(None not in record and None not in record.values() for record in found)
    return found


def sheets(content: bytes) -> dict[str, list[list[tuple[str, str]]]]:
    """A workbook's cells by sheet and row, each with its type."""
    with zipfile.ZipFile(BytesIO(content)) as book:
        texts = ["".join(item.itertext()) for item in _xml(book, "xl/sharedStrings.xml")]
        names = [
            one.get("name", "") for one in _xml(book, "xl/workbook.xml").iter(f"{_SHEET}sheet")
        ]
        found = {}
        for number, name in enumerate(names, 1):
            rows = _xml(book, f"xl/worksheets/sheet{number}.xml").iter(f"{_SHEET}row")
            found[name] = [[_cell(cell, texts) for cell in row] for row in rows]
        return found


def _xml(book: zipfile.ZipFile, name: str) -> ET.Element:
    return ET.fromstring(book.read(name))  # noqa: S314 - we wrote it


def _cell(cell: ET.Element, texts: list[str]) -> tuple[str, str]:
    assert cell.find(f"{_SHEET}f") is None, "a formula"
    value = cell.findtext(f"{_SHEET}v") or ""
    kind = cell.get("t", "n")
    return kind, texts[int(value)] if kind == "s" else value


def pages(content: bytes) -> list[str]:
    """The text of each page of a PDF, words as they follow each other."""
    found = []
    for stream in re.findall(rb"stream\r?\n(.*?)~>\s*endstream", content, re.DOTALL):
        drawn = zlib.decompress(base64.a85decode(b"<~" + stream.strip() + b"~>", adobe=True))
        said = re.findall(rb"\(((?:\\.|[^\\)])*)\) Tj", drawn)
        found.append(" ".join(_plain(one) for one in said))
    return found


def _plain(said: bytes) -> str:
    unescaped = re.sub(rb"\\([()\\])", rb"\1", said)
    octal = re.sub(rb"\\(\d{3})", lambda at: bytes([int(at[1], 8)]), unescaped)
    return octal.decode("cp1252")


@pytest.mark.parametrize("form", RENDERERS)
def test_the_same_report_gives_the_same_bytes(form: str) -> None:
    first, again = (RENDERERS[form](printed(fees(), "a change")) for _ in range(2))
    assert first == again
    assert first != RENDERERS[form](printed(fees(), "a change", revision=2))


def test_csv_has_every_row_with_whole_cents_and_utc() -> None:
    report = fees()
    found = records(as_csv.render(printed(report, "T01: counted")))
    assert as_csv.render(printed(report)).count(b"\r\n") == as_csv.render(printed(report)).count(
        b"\n"
    )
    (row,) = (one for one in found if one["part"] == "rows")
    assert (row["table"], row["collected_cents"], row["count_variance_cents"]) == (
        "T01",
        "11900",
        "0",
    )
    (wrong,) = (one for one in found if one["part"] == "exceptions")
    assert (wrong["round"], wrong["player"], wrong["difference_cents"]) == ("12", "P-1004", "-100")
    (custody,) = (one for one in found if one["part"] == "custody")
    assert custody["put_on_at"] == "2026-11-28T14:05:00Z"
    facts = {one["name"]: one["value"] for one in found if one["part"] == "report"}
    assert (facts["Title"], facts["Revision"]) == ("Collection fees", "1")
    assert facts["To"] == "2026-11-29T06:00:00-08:00 America/Los_Angeles, 24 h"
    (change,) = (one["value"] for one in found if one["part"] == "changes")
    assert change == "T01: counted"


def test_a_workbook_has_every_row_and_exact_money() -> None:
    found = sheets(as_xlsx.render(printed(fees())))
    assert list(found)[:2] == ["Report", "By purpose"]
    head, row = found["Box periods"]
    cells = dict(zip([text for _, text in head], row, strict=False))
    assert cells["Table"] == ("s", "T01")
    assert cells["Collected"] == ("n", "119")
    assert cells["Assess variance"] == ("n", "-1")
    cents = money(1_234_567_890_123, 5, 5)
    exact = sheets(as_xlsx.render(printed(fees(rows=(a_row("T01", **cents),)))))["Box periods"][1]
    assert ("n", "12345678901.23") in exact


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_is_never_a_formula(text: str) -> None:
    report = fees(exceptions=(an_exception("T01", 1, player=text),), house_name=text)
    (wrong,) = (
        one for one in records(as_csv.render(printed(report))) if one["part"] == "exceptions"
    )
    assert wrong["player"] == f"'{text}"
    _, row = sheets(as_xlsx.render(printed(report)))["Exceptions"]
    assert ("s", text) in row


@pytest.mark.parametrize("text", ["", " ", "1-1", "a=b", "(-1)", "P-1004", "x@example.org"])
def test_a_text_that_nothing_takes_for_a_formula_is_left_as_it_is(text: str) -> None:
    assert as_csv.guarded(text) == text


@pytest.mark.parametrize(("periods", "said"), [(1, "1 box period."), (2, "2 box periods.")])
def test_how_many_boxes_are_provisional_is_said_in_the_right_number(
    periods: int, said: str
) -> None:
    rows = tuple(a_row(f"T0{number}", provisional=True) for number in range(periods))
    (mark,) = (mark for mark in lay_out(fees(rows=rows)).marks if mark.startswith("PROVISIONAL"))
    assert mark.endswith(f"past the end of {said}")


def test_what_is_not_counted_is_said_and_never_zero() -> None:
    row = a_row("T01", status="removed", **money(12_000, 11_900))
    report = fees(rows=(row,), state="uncounted", uncounted=1)
    rendered = printed(report)
    (found,) = (one for one in records(as_csv.render(rendered)) if one["part"] == "rows")
    assert (found["counted_cents"], found["count_variance_cents"]) == ("", "")
    assert ("s", "not counted") in sheets(as_xlsx.render(rendered))["Box periods"][1]
    text = " ".join(pages(as_pdf.render(rendered)))
    assert "UNCOUNTED: 1 of 1 box not counted; what they hold is not known." in text
    assert "not counted" in text
    assert "UNCOUNTED" not in " ".join(pages(as_pdf.render(printed(fees()))))


@pytest.mark.slow
def test_pdf_pages_have_numbers_and_heads_and_every_row() -> None:
    report = many_tables(83)
    found = pages(as_pdf.render(printed(report)))
    for number, page in enumerate(found, 1):
        assert f"Page {number} of {len(found)}" in page
    with_rows = [page for page in found if "missing_fee" in page]
    assert len(with_rows) > 1
    assert all("Difference" in page for page in with_rows)
    text = " ".join(found)
    assert text.count("missing_fee") == len(report.exceptions)
    for row in report.rows:
        assert row.box in text
        assert dollars(row.collected_cents) in text


def test_pdf_wraps_long_texts_and_names_what_its_fonts_lack() -> None:
    long, foreign = "x" * 3000, "P-\u4e2d\u00e9"
    rows = tuple(
        an_exception("T01", number, player=player) for number, player in ((1, long), (2, foreign))
    )
    found = pages(as_pdf.render(printed(fees(exceptions=rows))))
    text = "".join("".join(page.split()) for page in found)
    assert text.count("x") >= len(long)
    assert r"P-\u4e2dé" in text
    assert shown("a\nb") == r"a\x0ab"


def drawn(chart: Chart) -> bytes:
    """The whole chart as an image."""
    return charts.svg(charts.whole(chart), chart.title)


def test_a_chart_is_an_image_without_script_to_one_scale() -> None:
    document = printed(many_tables(83)).document
    (chart,) = document.charts
    assert [len(chart.bars), len(charts.drawings(chart))] == [83, 4]
    image = drawn(chart)
    assert image == drawn(printed(many_tables(83)).document.charts[0])
    root = ET.fromstring(image)  # noqa: S314 - we wrote it
    words = "".join(root.itertext())
    assert "T01" in words
    assert "T83" in words
    assert "not counted" in words
    assert b"<script" not in image
    assert chart.title in words


def test_a_chart_without_any_variance_draws() -> None:
    flat = Chart(name="x", title="x", series=("a",), bars=(Bar("y" * 99, (0,)),), unknown="?")
    assert len(charts.drawings(flat)) == 1
    words = drawn(flat).decode()
    assert "$0.00" in words
    assert "…" in words
    nothing = Chart(name="x", title="x", series=("a",), bars=(), unknown="")
    assert charts.drawings(nothing) == []
    assert "<title>x</title>" in drawn(nothing).decode()


def test_a_workbook_holds_a_text_whole_or_not_at_all() -> None:
    given = printed(fees())
    with pytest.raises(ValueError, match="40,000 characters"):
        as_xlsx.render(Printed(given.document, given.stamp, ("x" * 40_000,)))
