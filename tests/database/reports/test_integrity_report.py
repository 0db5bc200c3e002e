"""The report `integrity`: ok only where all was verified and nothing is wrong."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from cardroom import clock
from cardroom.reports import periods, store
from cardroom.reports.dataset import stamped
from cardroom.reports.integrity import making, verifying
from cardroom.reports.integrity.dataset import Integrity
from cardroom.reports.kinds import INTEGRITY
from tests.played import HOUSE, STREAM, Evening, an_evening
from tests.recorded import tamper
from tests.tampering import Tampering

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

DAY: Final = periods.day("2026-11-28")
KEYS: Final = {"ok", "witnessed", "roles_separated", "findings", "heads"}


@pytest.fixture
def evening(settings: Any, tmp_path: Path) -> Evening:  # noqa: ANN401
    """A table that played three rounds, in an installation that was never verified."""
    settings.CARDROOM_DATA = tmp_path
    return an_evening(3)


def made(period: periods.Period = DAY) -> Integrity:
    """The report on what is recorded now."""
    kept = store.make(HOUSE, INTEGRITY, period, now=clock.now)
    found = INTEGRITY.read(store.content_of(kept))
    assert isinstance(found, Integrity)
    return found


def test_a_whole_log_is_ok_and_the_same_report_each_time(evening: Evening) -> None:
    kept = store.make(HOUSE, INTEGRITY, DAY, now=clock.now)
    said: dict[str, Any] = json.loads(stamped(store.content_of(kept), kept.stamp))
    assert said.keys() >= KEYS
    assert (said["ok"], said["reasons"], said["findings"]) == (True, [], [])
    assert (said["witnessed"], said["witness"]) == (False, None)
    assert said["roles_separated"] == (said["roles"] is None)
    (head,) = said["heads"]
    assert (head["stream"], head["verified"]) == (STREAM, True)
    assert head["position"] == evening.last.last_position
    assert said["feed"]["cursor"] >= head["position"]
    assert any("(--checkpoint)" in line for line in said["not_checked"])
    for _ in range(2):
        assert store.make(HOUSE, INTEGRITY, DAY, now=clock.now) == kept
    month = made(periods.month("2026-11"))
    of_tables = tuple(head for head in month.heads if head.stream == STREAM)
    assert (month.ok, of_tables) == (True, made().heads)


def test_what_was_altered_since_the_last_verification_is_found(evening: Evening) -> None:
    assert made().ok
    at = evening.last.last_position - 40
    table = Tampering(HOUSE, STREAM)
    tamper(table.set(at, recorded_by="'key:8'"))
    report = made()
    assert (report.ok, report.reasons) == (False, ("1 finding",))
    assert [(found.stream, found.position) for found in report.findings] == [(STREAM, at)]
    assert making.is_withheld(HOUSE, report)
    tamper(table.set(at, recorded_by="'key:7'"))
    assert made().ok
    assert not making.is_withheld(HOUSE, made())


def test_a_row_that_was_altered_is_found(evening: Evening) -> None:
    assert evening.rounds == 3
    assert made().ok
    tamper("UPDATE tables_roundrow SET wager_cents = wager_cents + 1 WHERE number = 2")
    report = made()
    assert not report.ok
    assert [(f.table, f.column) for f in report.findings] == [("tables_roundrow", "wager_cents")]


def test_it_is_never_ok_where_verification_is_missing_or_old(evening: Evening) -> None:
    unverified = making.make(HOUSE, DAY, clock.now())
    assert (unverified.ok, unverified.verified) == (False, False)
    assert unverified.reasons == ("it was not verified",)
    assert [head.verified for head in unverified.heads] == [False]
    old = verifying.verified(HOUSE, DAY)
    assert making.make(HOUSE, DAY, clock.now(), old).ok
    evening.play()
    report = making.make(HOUSE, DAY, clock.now(), old)
    assert (report.ok, report.verified) == (False, False)
    assert report.reasons == (f"recorded since it was verified: {STREAM}",)
    assert made().ok


def test_of_nothing_it_says_that_there_is_nothing(evening: Evening) -> None:
    assert evening.rounds
    report = made(periods.day("2026-11-20"))
    assert (report.ok, report.heads, report.feed) == (False, (), None)
    assert report.reasons == ("nothing is recorded of the period, so there is nothing to be whole",)


def test_no_list_of_findings_is_endless(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    assert evening.rounds
    monkeypatch.setattr(verifying, "MOST", 1)
    tamper("UPDATE tables_roundrow SET wager_cents = wager_cents + 1")
    report = made()
    assert (len(report.findings), report.findings_in_all) == (1, 3)
