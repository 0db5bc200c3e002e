"""What the inspector reads, in each form: whole, plain, and the same each time."""

from typing import Any

import pytest
from msgspec import structs

from cardroom.reports.dataset import Dataset, canonical, digest_of
from cardroom.reports.document import Lane, Timeline
from cardroom.reports.kinds import KINDS
from cardroom.reports.render import as_csv, as_pdf, as_xlsx, charts, timelines
from cardroom.reports.render.printed import Printed
from tests import inspected
from tests.inspected import a_broken_cell, a_finding, a_table, an_item, integrity, irregularities
from tests.inspected import rotation as rotation_report
from tests.reported import fees, printed
from tests.unit.reports.test_renderings import FORMULAS, RENDERERS, pages, records, sheets

REPORTS: dict[str, Dataset] = {
    "rotation": rotation_report(3),
    "irregularities": irregularities(40),
    "integrity": integrity(3),
}


def laid_out(report: Dataset) -> Printed:
    """A report as its renderings take it."""
    stamp = structs.replace(printed(fees()).stamp, digest=digest_of(canonical(report)))
    return Printed(KINDS[report.kind].lay_out(report), stamp, ())


def text_of(report: Dataset) -> str:
    """All that its pages say."""
    return " ".join(pages(as_pdf.render(laid_out(report))))


@pytest.mark.parametrize("form", RENDERERS)
@pytest.mark.parametrize("kind", REPORTS)
def test_the_same_report_gives_the_same_bytes(kind: str, form: str) -> None:
    first, again = (RENDERERS[form](laid_out(REPORTS[kind])) for _ in range(2))
    assert first == again


@pytest.mark.parametrize("kind", REPORTS)
def test_a_kept_dataset_is_read_back_as_it_was(kind: str) -> None:
    report = REPORTS[kind]
    assert KINDS[kind].read(canonical(report)) == report


@pytest.mark.parametrize("kind", REPORTS)
def test_every_row_of_each_table_is_in_every_form(kind: str) -> None:
    given = laid_out(REPORTS[kind])
    by_sheet = sheets(as_xlsx.render(given))
    parts = [one["part"] for one in records(as_csv.render(given))]
    for section in given.document.sections:
        sheet = by_sheet[section.title.partition(":")[0][:31]]
        assert len(sheet) - 1 >= len(section.rows)
        assert parts.count(section.name) == len(section.rows)
        assert section.title in text_of(REPORTS[kind])


def test_pages_of_a_big_room_have_numbers_heads_and_a_timeline_for_each_table() -> None:
    report = rotation_report(12)
    found = pages(as_pdf.render(laid_out(report)))
    for number, page in enumerate(found, 1):
        assert f"Page {number} of {len(found)}" in page
    text = " ".join(found)
    for table in report.tables:
        assert text.count(f"Holders at table {table.table}: hands in each half hour") == 1
    assert text.count("is player-dealer for hand 3 in a row") == len(report.findings)
    assert "4-30, 33" in text
    assert "alert" in text
    assert "violation, in shadow" in text
    assert "VERDICT: VIOLATIONS" in text
    assert "EVIDENCE IS MISSING at 4 of 12 tables." in text


def test_hands_of_those_beyond_the_lanes_are_summed_up() -> None:
    people = ["KN", *(f"P-{number}" for number in range(1, 12))]
    report = rotation_report(1, tables=(a_table("T01", people),))
    (timeline,) = KINDS["rotation"].lay_out(report).timelines
    assert [lane.label for lane in timeline.lanes] == [*people[:8], "4 others"]
    per_step = [
        sum(lane.numbers[at] for lane in timeline.lanes) for at in range(len(timeline.steps))
    ]
    hands = {span.at: sum(span.hands.values()) for span in report.tables[0].timeline}
    assert sum(per_step) == sum(hands.values())
    assert timeline.steps[:3] == ("06h", "", "07h")
    assert len(timeline.steps) == inspected.HALF_HOURS


def test_a_month_is_laid_out_by_gaming_days() -> None:
    (table,) = rotation_report(1).tables
    month: dict[str, Any] = {"gaming_day": None, "month": "2026-11", "has_ended": False}
    report = rotation_report(
        1, **month, tables=(structs.replace(table, timeline=table.timeline[:1]),)
    )
    document = KINDS["rotation"].lay_out(report)
    assert [section.name for section in document.sections] == [
        "tables",
        "by_day",
        "findings",
        "holders",
    ]
    assert document.sections[2].columns[0].name == "gaming_day"
    assert document.timelines[0].steps == ("28",)
    assert "each gaming day" in document.timelines[0].title
    assert any(mark.startswith("THE PERIOD HAS NOT ENDED") for mark in document.marks)


def test_a_day_without_a_table_says_so() -> None:
    nothing = {"tables": (), "findings": (), "holders": (), "hands": 0, "verdict": "indeterminate"}
    document = KINDS["rotation"].lay_out(rotation_report(1, **nothing))
    assert document.marks == (
        "VERDICT: INDETERMINATE",
        "NO TABLE WAS OPEN, so nothing can be said.",
    )
    assert document.timelines == ()
    assert "None." in text_of(rotation_report(1, **nothing))
    idle = a_table("T01", ["KN"], hands=0)
    assert KINDS["rotation"].lay_out(rotation_report(1, tables=(idle,))).timelines == ()


def test_integrity_says_first_what_it_is_not() -> None:
    sound = KINDS["integrity"].lay_out(integrity())
    assert sound.marks == (
        "OK: nothing was found wrong.",
        "NOT WITNESSED: no checkpoint behind the period was accepted elsewhere.",
        "ROLES NOT SEPARATED: DATABASE_URL and DATABASE_OWNER_URL name the same role.",
    )
    wrong = integrity(
        ok=False,
        reasons=("2 findings",),
        findings=(a_broken_cell(),),
        findings_in_all=2,
        verified=False,
        feed=None,
        witnessed=True,
        roles_separated=True,
        roles=None,
    )
    document = KINDS["integrity"].lay_out(wrong)
    assert document.marks == ("NOT OK: 2 findings.",)
    assert document.sections[0].note == "and 1 more"
    assert ("Verified", "no") in document.facts
    assert "tables_roundrow" in text_of(wrong)


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_is_never_a_formula(text: str) -> None:
    item = an_item("T01", 1, reason=text)
    (row,) = (
        one for one in records(as_csv.render(laid_out(irregularities()))) if one["part"] == "items"
    )
    assert row["reason"] == "dealt out of turn, both players agreed"
    report = irregularities(items=(item,))
    (row,) = (one for one in records(as_csv.render(laid_out(report))) if one["part"] == "items")
    assert row["reason"] == f"'{text}"
    found = rotation_report(1, findings=(a_finding("T01", 1, holder=text),))
    assert ("s", text) in sheets(as_xlsx.render(laid_out(found)))["Findings"][1]


def test_charts_of_numbers_begin_at_the_left_and_sum_up_the_rest() -> None:
    (chart,) = KINDS["rotation"].lay_out(rotation_report(1)).charts
    assert (chart.form, chart.sides) == ("number", "")
    assert chart.bars[-1].label == "19 others"
    (drawing,) = charts.drawings(chart)
    assert b"300" in charts.svg(drawing, chart.title)
    assert b"$" not in charts.svg(drawing, chart.title)
    by_code, by_dealer = KINDS["irregularities"].lay_out(irregularities(9)).charts
    assert by_code.bars[-1].label == "8 others"
    assert [bar.label for bar in by_dealer.bars] == ["D-1", "nobody on record"]


def test_a_timeline_is_readable_in_black_and_white() -> None:
    lanes = (Lane("KN", (0, 3, 9)), Lane("y" * 99, (1, 0, 0)))
    drawn = timelines.drawing(Timeline(name="x", title="x", steps=("06h", "", "07h"), lanes=lanes))
    image = charts.svg(drawn, "holders").decode()
    assert all(f">{number}</text>" in image.replace("\n", "") for number in (1, 3, 9))
    assert "…" in image
    flat = timelines.drawing(Timeline(name="x", title="x", steps=(), lanes=()))
    assert flat.height > 0
