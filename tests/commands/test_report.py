"""`report`: a report in a file or on stdout, one line on stderr, and a mistake is one line too."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from cardroom.clockwork import run_due
from cardroom.days import queries as days
from cardroom.due.kinds import FAST
from cardroom.errors import Missing
from cardroom.management.entry import run
from cardroom.reports import basis
from cardroom.reports.models import Report
from tests.played import HOUSE, an_evening, load_the_house

Captured = pytest.CaptureFixture[str]
DAY = ("--gaming-day", "2026-11-28")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_it_hands_out_the_kept_report_in_each_form(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    an_evening(1)
    assert run(["manage.py", "report", "fees", *DAY]) == 0
    said = capsysbinary.readouterr()
    report = json.loads(said.out)
    assert (report["kind"], report["revision"], report["gaming_day"]) == ("fees", 1, "2026-11-28")
    line = f"Collection fees, CASES 2026-11-28: revision 1, {report['digest']}\n"
    assert said.err.decode() == line
    for form, begin in (("csv", b"part,"), ("xlsx", b"PK"), ("pdf", b"%PDF-"), ("json", b"{")):
        file = tmp_path / f"fees.{form}"
        asked = ["report", "fees", *DAY, "--house", "CASES", "--format", form]
        assert run(["manage.py", *asked, "--output", str(file)]) == 0
        assert file.read_bytes().startswith(begin)
        assert capsysbinary.readouterr().out == b""
    assert (tmp_path / "fees.json").read_bytes() == said.out
    assert Report.objects.count() == 1
    assert run(["manage.py", "report", "fees", "--month", "2026-11"]) == 0
    assert json.loads(capsysbinary.readouterr().out)["month"] == "2026-11"
    assert run(["manage.py", "report", "fees"]) == 0
    assert json.loads(capsysbinary.readouterr().out)["gaming_day"] == "2026-11-28"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_without_a_day_it_is_the_last_that_is_over_or_there_is_none(capsys: Captured) -> None:
    load_the_house()
    run_due(queues=[FAST])
    (today,) = days.days(HOUSE)
    assert basis.last_finished(HOUSE, today.end - timedelta(seconds=1)) is None
    assert basis.last_finished(HOUSE, today.end) == today.gaming_day
    line = "house CASES has no gaming day yet that is over; name one with --gaming-day\n"
    assert run(["manage.py", "report", "rotation"]) == 2
    assert capsys.readouterr().err == line
    with pytest.raises(Missing):
        basis.last_finished("B", today.end)


@pytest.mark.django_db(transaction=True)
def test_a_mistake_is_one_line_and_exit_code_2(capsys: Captured) -> None:
    an_evening(1)
    for asked, line in (
        (["tips"], "there is no report 'tips'; there is fees"),
        (["fees", "--format", "doc"], "a report has no form 'doc'; it has json, csv, xlsx, pdf"),
        (["fees", "--house", "B"], "there is no house B"),
        (["fees", "--gaming-day", "28"], "a gaming day is a date, 2026-11-28, not '28'"),
        (["fees", *DAY, "--output", "/nowhere/x"], "/nowhere/x: No such file or directory"),
        (["fees", "--month", "2026"], "a month is a year and a month, 2026-11, not '2026'"),
        (["fees", "--gaming-day", "2099-01-01"], "2099-01-01 hasn't begun: it does at 2099-01-01"),
    ):
        assert run(["manage.py", "report", *asked]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(line)
        assert said.err.count("\n") == 1
