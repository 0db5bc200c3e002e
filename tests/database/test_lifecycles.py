"""Tables over weeks, days and closings, with circles of the absent and bettors behind seats."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from cardroom.errors import RuleViolation
from tables import queries
from tests.corrected import (
    all_is_proven,
    event_corrected,
    fees,
    from_the_cage,
    given,
    read,
    reported_late,
    revision,
    round_corrected,
    seat_taken,
)
from tests.played import HOUSE, TABLE, Evening, Event, an_evening, load_the_house

pytestmark = pytest.mark.django_db(transaction=True)


def earlier(events: list[Event], days: int, *, hours: float = 0) -> list[Event]:
    """The same events some days and hours before."""
    back = timedelta(days=days, hours=hours)
    for event in events:
        event["occurred_at"] = (datetime.fromisoformat(event["occurred_at"]) - back).isoformat()
    return events


def for_weeks() -> Evening:
    """A table that opened 20 days ago and has played one round a day since."""
    load_the_house()
    evening = Evening()
    earlier(evening.opening, 20)
    evening.opening[0]["data"]["gaming_day"] = "2026-11-08"
    evening.open()
    for days in range(20, -1, -1):
        evening.post(*earlier(evening.next_round(), days))
    return evening


def test_a_table_stays_open_for_weeks_and_each_round_has_its_day() -> None:
    evening = for_weeks()
    first = date(2026, 11, 8)
    days = [read(number).gaming_day for number in range(1, 22)]
    assert days == [first + timedelta(days=day) for day in range(21)]
    assert queries.table(HOUSE, TABLE).rotation is not None
    answer = from_the_cage(evening, round_corrected(evening, 2, given(evening, game=10_000)))
    assert read(2).gaming_day == first + timedelta(days=1)
    evening.post(evening.fee(1))
    stored = queries.events(HOUSE, TABLE, after=answer.positions[0] - 1, limit=10)
    assert [item.gaming_day for item in stored] == [days[1], days[1], days[0]]
    seat = seat_taken(evening, 7)
    answer = from_the_cage(
        evening, event_corrected(evening, seat, {**seat["data"], "player": "P-2007"})
    )
    assert [entry.round for entry in answer.rounds] == list(range(1, 22))
    assert {revision(number) for number in range(3, 22)} == {2}
    all_is_proven()


def test_a_round_that_goes_on_into_the_next_gaming_day_stays_of_its_own() -> None:
    evening = an_evening(0)
    *events, last = evening.next_round()
    evening.post(*earlier(events, 0, hours=6.1))  # from 20:00 UTC back to 13:54: before 06:00
    evening.post(last)
    assert read(1).gaming_day == date(2026, 11, 27)
    evening.play()
    assert read(2).gaming_day == date(2026, 11, 28)
    evening.rounds += 1
    evening.post(*earlier(evening.next_round(), 1))
    assert read(4).gaming_day == date(2026, 11, 28)  # never before the round before
    evening.post(reported_late(evening, 3, earlier(given(evening), 5)))
    assert read(3).gaming_day == date(2026, 11, 28)
    from_the_cage(evening, round_corrected(evening, 1, given(evening)))
    assert read(1).gaming_day == date(2026, 11, 27)
    all_is_proven()


CIRCLE = {"seat": 5, "kind": "game", "amount_cents": 1_000, "player": "P-1003"}


def a_club_round() -> list[Event]:
    """002: P-1003 of seat 7 also bets in circle 5, B-1 and B-2 behind seat 4; all stand on 19."""
    at = "2026-11-28T20:00:10Z"

    def told(what: str, /, **data: Any) -> Event:
        return {"type": what, "occurred_at": at, "data": data}

    def card(seat: int, name: str) -> Event:
        return told("card.dealt", to="seat", seat=seat, hand=1, card=name, face="up")

    order = (4, 5, 7)
    return [
        told("round.opened", player_dealer_seat=3, wager_cents=200_000),
        told("wager.placed", seat=4, kind="game", amount_cents=1_000),
        told("wager.placed", seat=4, kind="game", amount_cents=500, player="B-1", backline=True),
        told("wager.placed", seat=4, kind="game", amount_cents=700, player="B-2", backline=True),
        told("wager.placed", seat=7, kind="game", amount_cents=1_000),
        told("wager.placed", **CIRCLE),
        *(card(seat, "TS") for seat in order),
        told("card.dealt", to="player_dealer", card="6H", face="up"),
        *(card(seat, "9D") for seat in order),
        told("card.dealt", to="player_dealer", card=None, face="down"),
        *(told("decision.made", seat=seat, action="stand") for seat in order),
        told("card.revealed", index=2, card="TC"),
        told("card.dealt", to="player_dealer", card="4C", face="up"),
        told("round.completed"),
    ]


def a_club_evening(rounds: int) -> Evening:
    """A table of 002 with such rounds."""
    load_the_house()
    evening = Evening()
    evening.opening[0]["data"]["offering"] = "NB40-A"
    evening.round = [{**event, "round": 1} for event in a_club_round()]
    evening.open()
    evening.play(rounds)
    return evening


def test_bettors_behind_a_seat_stay_when_its_player_is_another() -> None:
    evening = a_club_evening(2)
    seat = seat_taken(evening, 4)
    answer = from_the_cage(
        evening, event_corrected(evening, seat, {**seat["data"], "player": "P-2004"})
    )
    assert [entry.round for entry in answer.rounds] == [1, 2]
    lines = read(2).settlement.lines  # type: ignore[union-attr]
    behind = [
        (line.player, line.backline, line.collected_cents) for line in lines if line.seat == 4
    ]
    assert behind == [("P-2004", False, 1_000), ("B-1", True, 500), ("B-2", True, 700)]
    assert {line.player for line in fees(2).assessed} == {
        *("P-2004", "B-1", "B-2", "P-1001", "P-1003"),
    }
    all_is_proven()


def test_who_bets_in_an_empty_circle_by_name_is_corrected_in_three_steps_of_one_batch() -> None:
    evening = a_club_evening(2)
    seat = seat_taken(evening, 7)
    other = event_corrected(evening, seat, {**seat["data"], "player": "P-2007"})
    with pytest.raises(RuleViolation, match="P-1003 isn't seated"):
        from_the_cage(evening, other)
    whole = a_club_round()
    without = [event for event in whole if event["data"].get("seat") != 5]
    renamed = [
        {**event, "data": event["data"] | {"player": "P-2007"}}
        if event["data"].get("player") == "P-1003"
        else event
        for event in whole
    ]
    batch = [round_corrected(evening, number, without) for number in (1, 2)]
    batch += [other, *(round_corrected(evening, number, renamed) for number in (1, 2))]
    from_the_cage(evening, *batch)
    for number in (1, 2):
        players = {(wager.seat, wager.player) for wager in read(number).wagers}
        assert {(5, "P-2007"), (7, "P-2007")} < players
        assert revision(number) == 4
    all_is_proven()


def test_numbering_box_and_run_go_on_over_closing_and_opening() -> None:
    evening = an_evening(2)
    box = {"purpose": "collection", "box_in": "BX-1", "removed_by": "drop-1"}
    evening.post(evening.event("box.changed", box))
    evening.post(evening.event("table.closed", {"reason": "late", "last_round": 2}))
    assert queries.table(HOUSE, TABLE).seats == ()
    evening.opening = [evening._fresh(event, 0) for event in evening.opening]
    live = evening.open().state
    assert (live.last_round, live.boxes) == (2, {"collection": "BX-1"})
    evening.play()
    assert evening.last.state.rotation is not None
    assert evening.last.state.rotation.hands == 3
    all_is_proven()
