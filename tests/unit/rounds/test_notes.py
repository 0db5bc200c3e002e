"""What is noted and never refused: days, clocks, gaps, late batches."""

from datetime import UTC, date, datetime, timedelta

import pytest

from tables.rounds.codec import Recorded
from tests.builders import BUSTER, FLOOR, NOON, PURE, Play, a_round, a_table, an_offering

EVENING = datetime(2026, 11, 29, 13, tzinfo=UTC)  # 05:00 in Los Angeles: the day before
MORNING = datetime(2026, 11, 29, 14, tzinfo=UTC)  # 06:00: the next gaming day begins


def codes(records: list[Recorded]) -> list[str]:
    """The codes noted with an event."""
    return [note.code for note in records[0].noted.irregularities]


def seated() -> Play:
    """An open table with two players."""
    play = a_table(BUSTER)
    play.sit(2, 5)
    return play


def open_at(play: Play, instant: datetime, number: int) -> list[Recorded]:
    """A round that opens at an instant."""
    play.now = instant
    return play.send("round.opened", number=number, player_dealer_seat=5, wager_cents=50_000)


def void(play: Play) -> list[Recorded]:
    """The round is voided."""
    return play.send("round.voided", **FLOOR)


@pytest.mark.parametrize(
    ("declared", "noted"), [("2026-11-28", []), ("2026-11-29", ["gaming_day"])]
)
def test_a_declared_gaming_day_that_isnt_the_days_is_noted(declared: str, noted: list[str]) -> None:
    play = Play(an_offering(BUSTER))
    records = play.send("table.opened", offering=BUSTER, gaming_day=declared)
    assert codes(records) == noted
    assert records[0].gaming_day == date(2026, 11, 28)


def test_a_rounds_gaming_day_is_fixed_when_it_opens_and_all_its_events_carry_it() -> None:
    play = seated()
    days = [open_at(play, EVENING, 1)[0].gaming_day]
    play.now = MORNING
    play.bet(2, 1_000)
    play.send("incident.noted", number=1, text="spilled")
    play.send("card.burned", number=1)
    play.deal({2: "TS 9D"}, "7S TC")
    play.stand(2)
    play.reveal()
    play.settle()
    play.send("fee.collected", number=1, seat=2, role="player", amount_cents=100)
    play.send("incident.noted", number=1, text="spilled")
    days = [record.gaming_day for record in play.records if record.round == 1]
    assert set(days) == {date(2026, 11, 28)}
    assert len(days) == 15
    assert play.send("incident.noted", text="spilled")[0].gaming_day == date(2026, 11, 29)
    assert play.send("incident.noted", number=9, text="?")[0].gaming_day == date(2026, 11, 29)
    assert open_at(play, MORNING, 2)[0].gaming_day == date(2026, 11, 29)


def test_a_rounds_gaming_day_is_never_earlier_than_the_round_befores() -> None:
    play = seated()
    open_at(play, MORNING, 1)
    void(play)
    records = open_at(play, EVENING, 2)
    assert records[0].gaming_day == date(2026, 11, 29)
    assert codes(records) == ["clock_backwards"]


@pytest.mark.parametrize(("seconds", "noted"), [(0, []), (1, []), (-1, ["clock_backwards"])])
def test_a_clock_that_runs_backwards_is_noted(seconds: int, noted: list[str]) -> None:
    play = a_round(BUSTER, {})
    assert play.table.last_occurred_at is not None
    play.now = play.table.last_occurred_at + timedelta(seconds=seconds)
    assert codes(play.send("player_dealer.wagered", wager_cents=20_000)) == noted


@pytest.mark.parametrize(("seconds", "noted"), [(600, []), (601, ["late_batch"])])
def test_a_round_recorded_more_than_ten_minutes_after_it_opened_is_noted(
    seconds: int, noted: list[str]
) -> None:
    play = seated()
    play.recorded_at = play.now + timedelta(seconds=seconds)
    notes = open_at(play, play.now, 1)[0].noted.irregularities
    assert [note.code for note in notes] == noted
    assert {note.detail for note in notes} <= {"recorded 10 minutes after it happened"}
    play.recorded_at += timedelta(hours=1)
    assert codes(play.send("player_dealer.wagered", wager_cents=20_000)) == []


@pytest.mark.parametrize("ahead", [300, 301])
def test_an_instant_more_than_five_minutes_ahead_is_refused(ahead: int) -> None:
    play = a_round(BUSTER, {})
    play.recorded_at = play.now - timedelta(seconds=ahead)
    if ahead == 301:
        assert "5 minutes ahead" in play.rule("player_dealer.wagered", wager_cents=20_000)
    else:
        play.send("player_dealer.wagered", wager_cents=20_000)


def test_skipped_round_numbers_are_noted_with_what_is_missing() -> None:
    play = seated()
    gaps = []
    for number in (1, 2, 4, 9):
        records = open_at(play, play.now, number)
        gaps += [note.detail for note in records[0].noted.irregularities]
        void(play)
    assert gaps == ["no round 3 to 3", "no round 5 to 8"]
    assert play.table.missing == [(3, 3), (5, 8)]


def test_a_number_that_jumps_too_far_is_refused_and_the_table_goes_on() -> None:
    play = a_table(PURE)
    play.sit(5)
    content = {"player_dealer_seat": 5, "wager_cents": 50_000}
    play.rule("round.opened", number=10_002, **content)
    play.rule("round.opened", number=2**31 - 1, **content)
    assert codes(play.send("round.opened", number=10_001, **content)) == ["round_gap"]


def test_a_tables_first_round_may_leave_a_gap_too() -> None:
    records = open_at(seated(), NOON + timedelta(minutes=1), 3)
    assert codes(records) == ["round_gap"]


def test_a_void_is_noted_with_its_reason() -> None:
    play = a_round(BUSTER, {})
    notes = void(play)[0].noted.irregularities
    assert (notes[0].code, notes[0].detail) == ("voided", "all agreed")


def test_a_record_names_what_the_events_defaults_stood_for() -> None:
    play = a_table(BUSTER)
    assert play.records[0].noted.offering_version == 1
    assert play.records[0].noted.ruleset_version == 1
    play.sit(2)
    play.send("seat.taken", seat=5, player="P-5", kind="tppps", tppps="KN")
    opened = open_at(play, play.now, 1)[0].noted
    assert (opened.player, opened.holder) == ("P-5", "KN")
    assert (opened.offering_version, opened.ruleset_version) == (1, 1)
    placed = play.send("wager.placed", seat=2, kind="game", amount_cents=1_000)
    assert placed[0].noted.player == "P-2"
    withdrawn = play.send("wager.withdrawn", seat=2, kind="game")
    assert withdrawn[0].noted.player == "P-2"
