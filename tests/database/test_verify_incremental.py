"""Verification that goes on from what was found sound: where it reads, no less than the whole."""
# ruff: noqa: S608 - nothing from outside

import errno
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from cardroom import clock
from cardroom.log import feed, store
from cardroom.log.marks import Mark
from tables import history
from tables.rounds.state import FOLD_VERSION
from tables.verify import Scope, trail
from tests.corrected import (
    event_corrected,
    from_the_cage,
    given,
    opening,
    reported_late,
    round_corrected,
    seat_taken,
)
from tests.forged import forge, position_of
from tests.played import (
    HOUSE,
    OF_THE_HOUSE,
    STREAM,
    Evening,
    Event,
    an_evening,
    as_owner,
    load_the_house,
)
from tests.recorded import events, record, tamper
from tests.verified import Verifier

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def verifier(tmp_path: Path) -> Verifier:
    """Somebody who has verified nothing yet."""
    return Verifier(tmp_path)


@pytest.fixture(autouse=True)
def _many_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trail, "EVERY", 30)


def skip_a_round(evening: Evening) -> None:
    """A number that is missing, and the round behind it."""
    evening.rounds += 1
    evening.play()


def correct_a_seat(evening: Evening) -> None:
    """Seat 2 was another player's all along."""
    seat = seat_taken(evening, 2)
    from_the_cage(evening, event_corrected(evening, seat, {**seat["data"], "player": "P-2002"}))


def void_a_round(evening: Evening) -> None:
    """A round that settled long ago is voided."""
    content = {"reason": "wrong deck", "authorised_by": "sup-1"}
    from_the_cage(evening, evening.event("round.voided", content, number=1))


def correct_the_opening(evening: Evening) -> None:
    """The table's opening, as it was."""
    first = opening(evening, "table.opened")
    from_the_cage(evening, event_corrected(evening, first, first["data"]))


def correct_a_round(evening: Evening) -> None:
    """Seat 4 wagered more in round 2."""
    from_the_cage(evening, round_corrected(evening, 2, given(evening, game=10_000)))


STEPS: list[Callable[[Evening], object]] = [
    lambda evening: evening.play(2),
    lambda evening: evening.post(evening.fee(1), evening.fee(2)),
    skip_a_round,
    lambda evening: evening.post(*evening.next_round()[:25]),
    lambda evening: evening.post(evening.void(evening.rounds)),
    lambda evening: evening.post(reported_late(evening, 4)),
    correct_a_seat,
    correct_a_round,
    void_a_round,
    correct_the_opening,
    lambda evening: evening.play(3),
]


def test_what_goes_on_from_before_comes_to_the_same_as_the_whole(
    verifier: Verifier, tmp_path: Path
) -> None:
    evening = an_evening(1)
    assert verifier.since() == []
    until = verifier.read()[1]
    for step in STEPS:
        step(evening)
        feed.sequence()
        assert verifier.since() == []
        after, now = verifier.read()
        assert after <= until < now, "only what came later, and an open round"
        until = now
    anew = Verifier(tmp_path / "anew")
    assert anew.full() == []
    for stream in ("table:T01", "feed"):
        mine, whole = verifier.mark(stream=stream), anew.mark(stream=stream)
        assert (mine.position, mine.hash, mine.state) == (whole.position, whole.hash, whole.state)
    assert verifier.counts.events < anew.counts.events == OF_THE_HOUSE + until
    assert any("earlier verifications" in line for line in verifier.counts.not_checked)
    assert not any("earlier verifications" in line for line in anew.counts.not_checked)


def test_without_a_verification_before_everything_is_read(verifier: Verifier) -> None:
    an_evening(2)
    assert verifier.since() == []
    assert verifier.read() == (0, 82)
    assert verifier.since() == []
    assert verifier.read() == (82, 82)


FORGERIES = [
    ("round.settled", {"data.lines.3.paid_cents": 1}, ("decision", "lines[3].paid_cents")),
    pytest.param(
        "fees.assessed",
        {"data.lines.0.fee_cents": 0},
        ("decision", "lines[0].fee_cents"),
        marks=pytest.mark.slow,
    ),
    pytest.param(
        "wager.placed",
        {"noted.player": "P-7"},
        ("noted", "noted.player"),
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.parametrize(("kind", "change", "found"), FORGERIES)
def test_a_forgery_after_it_is_found(
    kind: str, change: Event, found: tuple[str, str], verifier: Verifier
) -> None:
    evening = an_evening(2)
    assert verifier.full() == []
    evening.play()
    feed.sequence()
    position = position_of(kind, number=3)
    forge(position, change)
    assert verifier.since()[0] == (found[0], position, found[1])
    assert verifier.since()[0] == (found[0], position, found[1]), "as often as it's asked"
    assert verifier.read()[0] == 82, "nothing sound behind what was sound before"


@pytest.mark.parametrize(("kind", "change", "found"), FORGERIES)
def test_a_forgery_before_it_changes_the_last_hash_too(
    kind: str, change: Event, found: tuple[str, str], verifier: Verifier
) -> None:
    an_evening(3)
    feed.sequence()
    assert verifier.full() == []
    position = position_of(kind, number=2)
    forge(position, change)
    for run in (verifier.since, verifier.full, verifier.since):
        first, second, *_ = run()
        assert first == ("mark", 119, None)
        assert second == (found[0], position, found[1]), "and the stream is read from its beginning"


@pytest.mark.slow
def test_a_cut_tail_is_found_by_what_was_verified(verifier: Verifier) -> None:
    an_evening(2)
    feed.sequence()
    assert verifier.full() == []
    last = "SELECT hash FROM log_event WHERE position = 81"
    tamper(
        f"UPDATE log_head SET position = 81, hash = ({last})",
        "DELETE FROM log_event WHERE position > 81",
        "DELETE FROM log_feed WHERE cursor > 81",
    )
    assert ("mark", 82, None) in verifier.since()
    assert ("mark", 82, None) in verifier.full()


@pytest.mark.slow
def test_a_whole_stream_that_is_gone_is_found_by_what_was_verified(verifier: Verifier) -> None:
    an_evening(1)
    feed.sequence()
    assert verifier.full() == []
    tables = ("log_feed", "log_event", "log_head", "tables_seatrow", "tables_roundrow")
    tamper(*(f"DELETE FROM {table}" for table in tables))
    found = verifier.full()
    behind = [OF_THE_HOUSE + 45, OF_THE_HOUSE, 45]
    assert found[:3] == [("mark", position, None) for position in behind]
    assert ("row", None, "stream_id") in found
    assert {kind for kind, _, _ in found} == {"mark", "row", "sourceless"}  # its journals remain


def test_what_it_relies_on_it_says_and_only_the_whole_finds(verifier: Verifier) -> None:
    evening = an_evening(3)
    assert verifier.full() == []
    evening.post(evening.fee(2))
    tamper("UPDATE log_event SET recorded_by = 'x' WHERE position = 60")
    as_owner("UPDATE tables_roundrow SET game = 'x' WHERE number = 1")
    assert verifier.since() == []
    (relied,) = (line for line in verifier.counts.not_checked if "earlier" in line)
    assert f"{OF_THE_HOUSE + 119} events" in relied
    found = {("hash", 60, None), ("cell", None, "game")}
    assert set(verifier.full()) == found
    assert set(verifier.since()) == found, "known by now"
    tamper("UPDATE log_event SET recorded_by = 'key:7' WHERE position = 60")
    as_owner("UPDATE tables_roundrow SET game = 'pure-21.5' WHERE number = 1")
    assert verifier.since() == []
    assert verifier.since() == []
    assert verifier.read()[0] == 120


@pytest.mark.slow
def test_rows_that_something_later_changed_are_compared(verifier: Verifier) -> None:
    evening = an_evening(3)
    assert verifier.full() == []
    evening.post(evening.fee(2))
    as_owner("UPDATE tables_roundrow SET wager_cents = 1 WHERE number = 2")
    as_owner("UPDATE tables_seatrow SET badge = 'x' WHERE seat = 4")
    as_owner("UPDATE tables_tablerow SET dealer = 'x'")
    columns = [column for _, _, column in verifier.since()]
    assert columns == ["wager_cents", "dealer", "badge"]


def test_a_run_that_breaks_off_is_gone_on_with(verifier: Verifier) -> None:
    an_evening(6)
    verifier.break_off(after=100)
    broke_at = verifier.mark("run-full").position
    assert 100 < broke_at < 230
    assert verifier.full() == []
    assert verifier.read() == (broke_at, 230)
    assert verifier.counts.range.goes_on_from is not None
    assert f"interrupted: {OF_THE_HOUSE + broke_at} events" in str(verifier.counts.not_checked)
    goes_on = verifier.counts.numbers()
    assert verifier.full() == [], "and then it begins anew"
    assert verifier.read() == (0, 230)
    assert verifier.counts.range.goes_on_from is None
    assert verifier.counts.numbers() == goes_on


@pytest.mark.slow
def test_what_was_found_before_a_break_is_found_again(verifier: Verifier) -> None:
    evening = an_evening(6)
    as_owner("UPDATE tables_roundrow SET game = 'x' WHERE number = 4")
    tamper("UPDATE log_event SET recorded_by = 'x' WHERE position = 60")
    with pytest.raises(AssertionError, match="never interrupted"):
        verifier.break_off(after=100)
    found = [("hash", 60, None), ("cell", None, "game")]
    assert verifier.full() == found
    assert verifier.marks.get(HOUSE, "table:T01", "sound") is None
    assert evening.rounds == 6


@pytest.mark.slow
def test_an_old_break_is_forgotten(verifier: Verifier, monkeypatch: pytest.MonkeyPatch) -> None:
    an_evening(6)
    now = clock.now()
    verifier.break_off(after=100)
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=1, minutes=1))
    assert verifier.full() == []
    assert verifier.read() == (0, 230)


@pytest.mark.slow
def test_progress_that_was_tampered_with_hides_nothing(verifier: Verifier) -> None:
    """A mark at the stream's end, with the hash that is there, would hide a forgery before it."""
    an_evening(6)
    feed.sequence()
    verifier.break_off(after=30)
    position = position_of("round.settled", number=4)
    forge(position, {"data.lines.3.paid_cents": 1})
    last = store.head(HOUSE, STREAM)
    assert last is not None
    mark = verifier.mark("run-full")
    path = verifier.marks.path(HOUSE, STREAM, "run-full")
    forged = structs.replace(mark, position=last.position, hash=last.hash)
    _, _, signature = path.read_text().rpartition(":")
    path.write_text(f"{msgspec.json.encode(forged).decode()}:{signature}")
    assert ("decision", position, "lines[3].paid_cents") in verifier.full()
    assert verifier.read() == (0, last.position)
    assert "didn't sign it" in str(verifier.counts.notes)


@pytest.mark.slow
def test_a_mark_that_is_moved_elsewhere_is_not_used(verifier: Verifier) -> None:
    an_evening(3)
    Evening("T02").open()
    assert verifier.full() == []
    here, there = (verifier.marks.path(HOUSE, stream, "sound") for stream in (STREAM, "table:T02"))
    there.write_text(here.read_text())
    assert verifier.since() == []
    assert verifier.read("table:T02") == (0, 8)
    assert str(there) in str(verifier.counts.notes)


@pytest.mark.slow
def test_a_damaged_mark_is_not_used(verifier: Verifier) -> None:
    an_evening(2)
    assert verifier.full() == []
    path = verifier.marks.path(HOUSE, "table:T01", "sound")
    text = path.read_text()
    for damaged in (text.replace("82", "42", 1), text[:40], ""):
        path.write_text(damaged)
        assert verifier.since() == []
        assert verifier.read() == (0, 82)
        assert str(path) in str(verifier.counts.notes)
        assert path.read_text() != damaged, "a sound one took its place"


@pytest.mark.slow
def test_of_two_at_once_both_find_everything_and_one_leaves_marks(verifier: Verifier) -> None:
    an_evening(2)
    as_owner("UPDATE tables_roundrow SET game = 'x' WHERE number = 1")
    verifier.marks.prepare()
    with verifier.marks.alone() as is_alone:
        assert is_alone
        assert verifier.full() == [("cell", None, "game")]
    assert "another verification is running" in verifier.counts.notes[0]
    assert verifier.marks.get(HOUSE, "feed", "sound") is None
    assert verifier.full() == [("cell", None, "game")]
    assert verifier.counts.notes == []
    assert verifier.marks.get(HOUSE, "feed", "sound") is not None


@pytest.mark.slow
def test_where_nothing_can_be_kept_it_runs_all_the_same(tmp_path: Path) -> None:
    an_evening(1)
    (tmp_path / "verification").write_text("a file, no directory")
    verifier = Verifier(tmp_path)
    assert verifier.full() == []
    assert "nothing can be kept" in verifier.counts.notes[0]


@pytest.mark.slow
def test_a_disk_that_fills_up_stops_no_run(
    verifier: Verifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_evening(3)
    put = verifier.marks.put

    def full(name: str, mark: Mark) -> None:
        if mark.position > 60:
            raise OSError(errno.ENOSPC, "No space left on device")
        put(name, mark)

    monkeypatch.setattr(verifier.marks, "put", full)
    assert verifier.full() == []
    assert verifier.read() == (0, 119)
    (note,) = verifier.counts.notes
    assert "No space left on device" in note


@pytest.mark.slow
def test_a_snapshot_of_another_fold_is_not_gone_on_from(
    verifier: Verifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = an_evening(2)
    assert verifier.full() == []
    monkeypatch.setattr(history, "FOLD_VERSION", FOLD_VERSION + 1)
    evening.play()
    assert verifier.since() == []
    assert verifier.read() == (0, 119)


@pytest.mark.slow
def test_a_stream_that_is_no_tables_is_followed_too(verifier: Verifier) -> None:
    cage = "cage:CASES"
    load_the_house()
    record(events(100), stream=cage, house=HOUSE)
    assert verifier.full() == []
    record(events(3), stream=cage, house=HOUSE)
    assert verifier.since() == []
    assert verifier.read(cage) == (100, 103)
    record(events(2), stream=cage, house=HOUSE)
    tamper("UPDATE log_event SET recorded_by = 'x' WHERE position IN (50, 104)")
    assert verifier.since() == [("hash", 104, None)]
    assert verifier.full() == [("hash", 50, None), ("hash", 104, None)]


def of_day(evening: Evening, days: int) -> list[Event]:
    """The next round, so many days later."""
    return [
        event
        | {
            "occurred_at": (
                datetime.fromisoformat(event["occurred_at"]) + timedelta(days=days)
            ).isoformat()
        }
        for event in evening.next_round()
    ]


@pytest.mark.slow
def test_a_gaming_day_is_read_by_itself(
    verifier: Verifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(days=9))
    evening = an_evening(2)
    for days in (1, 1, 2, 2, 2, 4):
        evening.post(*of_day(evening, days))
    evening.post(evening.fee(4))
    assert verifier.run(scope=Scope.DAY, day=date(2026, 11, 29)) == []
    assert verifier.read() == (0, 157), "to the next day's first event, for want of a mark"
    assert verifier.full() == []
    for day, stretch in ((28, (0, 83)), (29, (82, 157)), (30, (156, 268))):
        assert verifier.run(scope=Scope.DAY, day=date(2026, 11, day)) == []
        assert verifier.read() == stretch, day
    evening.post(*of_day(evening, 6))
    assert verifier.run(scope=Scope.DAY, day=date(2026, 12, 4)) == []
    assert verifier.read()[0] == verifier.mark().position, "no day is marked since"
    as_owner("UPDATE tables_roundrow SET collected_cents = 1 WHERE number IN (1, 4, 5, 8)")
    tamper("UPDATE log_event SET recorded_by = 'x' WHERE position = 100")
    found = verifier.run(scope=Scope.DAY, day=date(2026, 11, 29))
    assert [(one.position, one.row) for one in found] == [(100, None), (None, "round 4")]
    assert any("isn't of gaming day 2026-11-29" in line for line in verifier.counts.not_checked)
    assert verifier.run(scope=Scope.DAY, day=date(2026, 11, 27)) == []
    assert verifier.read() == (0, 9), "nothing is of that day: up to the first round of another"
