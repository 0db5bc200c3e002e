"""Gaming days where others see them: in the feed, on the command line, and in `verify`."""

from datetime import timedelta

import pytest
import time_machine

from cardroom import clock, clockwork
from cardroom.days import clockwork as days
from cardroom.due.kinds import Kind
from cardroom.due.models import Row
from cardroom.management.entry import run
from cardroom.reports.kinds import KINDS
from tables import queries
from tables.verify import Counts, verify
from tests.clocked import Clock, a_house, instant
from tests.clocked import run as run_due

Captured = pytest.CaptureFixture[str]


@pytest.mark.django_db(transaction=True)
def test_days_stand_in_the_feed_and_are_verified_with_it() -> None:
    turned = Clock(instant("2026-11-26 20:00"))
    a_house("A", turned)
    turned.to("2026-11-27 20:00")
    run_due(turned)
    items = queries.feed("A", after=0, limit=100)
    told = [(item.stream, item.type, item.round) for item in items]
    assert [item for item in told if item[1].startswith("gaming_day.")] == [
        ("house:A", "gaming_day.opened", None),
        ("house:A", "gaming_day.ended", None),
        ("house:A", "gaming_day.opened", None),
    ]
    assert list(verify(Counts())) == []


@pytest.mark.django_db(transaction=True)
@time_machine.travel(instant("2026-11-27 20:00"))
def test_run_due_says_what_it_did(capsys: Captured) -> None:
    yesterday = Clock(clock.now() - timedelta(days=1))
    a_house("A", yesterday)
    a_house("B", yesterday)
    assert run(["manage.py", "run_due", "--house", "C"]) == 2
    assert capsys.readouterr().err == "there is no house C\n"
    assert run(["manage.py", "run_due", "--house", "A"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    said = [line.split() for line in lines]
    assert {(done, house) for done, house, _, _ in said} == {("done", "A")}
    steps = ["gaming_day.open", "gaming_day.end", "gaming_day.open"]
    steps += ["reports.plan", *(f"report.{kind}" for kind in KINDS)]
    assert [step for _, _, _, step in said] == steps
    assert last == "8 done, 0 missed"
    assert run(["manage.py", "run_due", "--failed"]) == 0
    out = capsys.readouterr().out
    assert " A " not in out
    assert out.endswith("8 done, 0 missed\n")
    assert run(["manage.py", "run_due"]) == 0
    assert capsys.readouterr().out == "0 done, 0 missed\n"


@pytest.mark.django_db(transaction=True)
def test_run_due_fails_when_it_missed_something(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise OSError("no ink")

    a_house("A", Clock(clock.now()))
    monkeypatch.setitem(clockwork.KINDS, days.OPEN, Kind(name=days.OPEN, run=broken))
    with pytest.raises(SystemExit) as ended:
        run(["manage.py", "run_due"])
    assert ended.value.code == 1
    missed, last = capsys.readouterr().out.splitlines()
    assert missed.startswith("missed A ")
    assert missed.endswith(" gaming_day.open: OSError: no ink")
    assert last == "0 done, 1 missed"
    assert run(["manage.py", "run_due", "--list"]) == 0
    (retried,) = capsys.readouterr().out.splitlines()
    assert retried.startswith("pending A ")
    assert retried.endswith("Z again (attempts: 1): OSError: no ink")
    Row.objects.update(status="failed", attempts=8)
    a_house("B", Clock(clock.now()))
    days.begin(clock.now())
    assert run(["manage.py", "run_due", "--list"]) == 0
    failed, pending = capsys.readouterr().out.splitlines()
    assert failed.startswith("failed  A ")
    assert failed.endswith(": given up (attempts: 8): OSError: no ink")
    assert pending.startswith("pending B ")
    assert pending.endswith("Z")
    assert run(["manage.py", "run_due", "--list", "--house", "B"]) == 0
    assert capsys.readouterr().out.splitlines() == [pending]
