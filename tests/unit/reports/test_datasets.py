"""Datasets: canonical JSON and digest, what changed, periods, and the version that made them."""

import json
import tomllib
from datetime import date
from pathlib import Path

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.errors import Malformed
from cardroom.reports import changes, heading, periods
from cardroom.reports.dataset import TableBasis, canonical, digest_of, stamped
from cardroom.reports.fees.dataset import Fees
from cardroom.reports.fees.layout import lay_out
from cardroom.reports.kinds import kind_of
from cardroom.version import VERSION
from tests.reported import DAY, a_row, an_exception, fees, money, printed, totals

UNSTAMPED = ("digest", "generated_at", "revision", "software_version")
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@settings(max_examples=50)
@given(TEXT, st.integers(-(2**53) + 1, 2**53 - 1))
def test_canonical_json_is_that_of_rfc_8785(text: str, cents: int) -> None:
    row = a_row("T01", flags=(text,), collected_cents=cents)
    report = fees(rows=(row,), house_name=text)
    assert canonical(report) == rfc8785.dumps(msgspec.to_builtins(report))


def test_the_digest_is_of_all_but_the_stamp() -> None:
    report = fees()
    handed = stamped(canonical(report), printed(report).stamp)
    said = json.loads(handed)
    digest = said["digest"]
    for name in UNSTAMPED:
        del said[name]
    assert digest == digest_of(rfc8785.dumps(said)) == digest_of(canonical(report))
    assert handed == rfc8785.dumps(json.loads(handed))


def test_a_report_has_the_keys_that_checks_rely_on() -> None:
    report = fees()
    said = json.loads(stamped(canonical(report), printed(report).stamp))
    head = {"kind", "house", "gaming_day", "from", "to", "generated_at", "revision", "digest"}
    figures = {
        *("table", "shift", "box", "purpose", "assessed_cents", "waived_cents"),
        *("corrections_cents", "expected_cents", "collected_cents", "counted_cents"),
        *("assess_variance_cents", "count_variance_cents"),
    }
    wrong = {"table", "round", "seat", "player", "code", "assessed_cents", "collected_cents"}
    assert head <= said.keys()
    assert (said["from"], said["to"]) == ("2026-11-28T14:00:00Z", "2026-11-29T14:00:00Z")
    assert all(figures <= row.keys() for row in [*said["rows"], said["totals"]])
    assert all(wrong <= one.keys() for one in said["exceptions"])


def test_a_kept_dataset_is_read_back_as_it_was() -> None:
    assert kind_of("fees").read(canonical(fees())) == fees()
    with pytest.raises(Malformed, match="there is no report 'tips'; there is fees"):
        kind_of("tips")


def changed(after: Fees) -> tuple[str, ...]:
    """What changed since the report of one table."""
    return changes.changes(lay_out(fees()), lay_out(after))


def test_changes_name_what_is_new_gone_and_different() -> None:
    assert changed(fees()) == ()
    row = a_row("T01", **money(12_000, 12_000, 11_900))
    said = changed(fees(rows=(row,), exceptions=()))
    wrong = "Exceptions: fees that are not as they should be: T01 12 4 P-1004 player missing_fee"
    box = "Box periods: T01 collection B-T01"
    figures = (
        "collected $120.00, was $119.00",
        "assess variance $0.00, was -$1.00",
        "count variance -$1.00, was $0.00",
    )
    assert said == (
        f"{box}: {'; '.join(figures)}",
        f"{wrong} collection B-T01: no more",
    )
    twice = (an_exception("T01", 12), an_exception("T01", 12, assessed_cents=200))
    assert changed(fees(exceptions=twice)) == (f"{wrong} collection B-T01 again: new",)
    basis = (TableBasis(table="T01", rounds=41, last_position=950),)
    assert changed(fees(tables=basis)) == (
        "Rounds: 41, was 40",
        "Events up to: T01: 950, was T01: 912",
    )


def test_changes_say_what_is_not_known_any_more_and_end_somewhere() -> None:
    row = a_row("T01", status="removed", **money(12_000, 11_900))
    said = changed(fees(rows=(row,), state="uncounted", uncounted=1))
    assert said[0].startswith("UNCOUNTED: 1 of 1 box")
    assert "counted not counted, was $119.00" in said[1]
    many = tuple(a_row(f"T{one}") for one in range(2, changes.MOST + 20))
    *_, last = changed(fees(rows=(a_row("T01"), *many), by_table=(totals(table="T01"),)))
    assert last.endswith(" changes more")


def test_lengths_are_said_in_hours() -> None:
    assert [heading.length(minutes) for minutes in (1380, 1500, 1410)] == [
        "23 h",
        "25 h",
        "23 h 30 min",
    ]


def test_a_period_is_a_day_or_a_month() -> None:
    day, month = periods.day("2026-11-28"), periods.month("2024-02")
    assert (day.days(), day.gaming_day, day.month, str(day)) == ([DAY], DAY, None, "2026-11-28")
    assert (month.first, month.last, month.gaming_day) == (
        date(2024, 2, 1),
        date(2024, 2, 29),
        None,
    )
    assert (len(month.days()), str(month), month.month) == (29, "2024-02", "2024-02")
    assert periods.month_of(DAY) == periods.month("2026-11")
    for wrong in ("2026-02-30", "20261128", "2026-W48-6", "", "2026-11-28\n", "9999-12-31"):
        with pytest.raises(Malformed, match="a gaming day is a date"):
            periods.day(wrong)
    for wrong in ("2026-13", "202611", "0000-01", "2026-11-28"):
        with pytest.raises(Malformed, match="a month is a year and a month"):
            periods.month(wrong)


def test_reports_name_the_version_of_the_project() -> None:
    project = Path(__file__).parents[3] / "pyproject.toml"
    assert tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"] == VERSION


def test_sums_say_how_many_boxes_are_not_counted_yet() -> None:
    partly = totals(boxes=5, uncounted=2)
    document = lay_out(fees(by_purpose=(partly,), by_shift=(totals(boxes=2, uncounted=1),)))
    notes = {section.name: section.note for section in document.sections}
    assert notes["by_purpose"] == (
        "2 of 5 boxes are not counted yet: counted, count variance and total variance are those of"
        " the other 3"
    )
    assert notes["by_shift"].startswith("1 of 2 boxes is not counted yet")
    assert notes["by_table"] == ""
