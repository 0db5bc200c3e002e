"""Whole rounds given at once: what a correction or a late report brings, and how it's refused."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from msgspec import UNSET

from cardroom.errors import Forbidden, Malformed, RuleViolation
from tables.rounds.codec import Recorded
from tables.rounds.events import FeesAssessed, RoundReversed, RoundSettled, TableRefolded
from tables.rounds.furniture import Run
from tests.builders import (
    BUSTER,
    CODE,
    FLOOR,
    NOON,
    PURE,
    Content,
    Play,
    a_table,
    correction,
    dealt,
)

MISDEAL: Content = {"authorised_by": "floor-7", "reason": "misdeal"}
SEATS: list[Content] = [{"seat": seat, "player": f"P-{seat}", "kind": "patron"} for seat in (2, 5)]


def finish(play: Play) -> Play:
    """Seat 2 stands on 19 against 17, and the round is settled."""
    play.stand(2)
    play.reveal()
    play.settle()
    return play


def settled(game: str = BUSTER, **options: Any) -> Play:
    """A settled round with $10 at seat 2."""
    return finish(dealt(game, {2: "TS 9D"}, "7S TC", **options))


def play_on(play: Play, *, number: int | None = None) -> Play:
    """Another round of the same."""
    play.open_round(number=number)
    play.bet(2, 1_000)
    play.deal({2: "TS 9D"}, "7S TC")
    return finish(play)


def other(events: list[Content], kind: str, **data: Any) -> list[Content]:
    """The same with other data in the first event of a type."""
    index = next(i for i, event in enumerate(events) if event["type"] == kind)
    changed = {**events[index], "data": events[index]["data"] | data}
    return [*events[:index], changed, *events[index + 1 :]]


def ended(events: list[Content], kind: str, **data: Any) -> list[Content]:
    """The same with another end."""
    return [*events[:-1], {**events[-1], "type": kind, "data": data}]


def kinds(records: list[Recorded]) -> list[type]:
    """The types of what was recorded."""
    return [type(record.fact) for record in records[1:]]


def codes(records: list[Recorded]) -> list[str]:
    """What was noted of an event, and of those it brought."""
    noted = records[0].noted
    notes = [*noted.irregularities, *(note for one in noted.events for note in one.irregularities)]
    notes = [note for note in notes if note.code != "fee"]  # nobody pays fees here
    return [note.code for note in notes if note.code != "authorisation_claimed"]


def late(play: Play, number: int, events: list[Content], **content: Any) -> list[Recorded]:
    """A missing round is reported."""
    data: Content = {"round": number, "seats": SEATS, "events": events} | content
    return play.send("round.reported_late", **data)


def test_a_correction_settles_anew_with_the_next_revision_and_keeps_the_rounds_day() -> None:
    play = settled()
    day, first = play.round.gaming_day, play.round.first_position
    play.now += timedelta(days=3)
    records = play.correct(other(play.whole(), "wager.placed", amount_cents=2_000))
    assert kinds(records) == [RoundSettled]
    now = play.rounds[1]
    assert now.settlement is not None
    assert (now.settlement.revision, now.settlement.lines[0].stake_cents) == (2, 2_000)
    assert {record.gaming_day for record in records} == {day}
    assert {record.round for record in records} == {1}
    assert (now.first_position, now.last_position) == (first, records[-1].position)
    assert now.opened_at == NOON + timedelta(seconds=4)
    assert play.replayed() == (play.table, play.rounds)


def test_rounds_after_a_corrected_one_are_left_alone() -> None:
    play = play_on(settled())
    second = str(play.rounds[2])
    play.correct(other(play.whole(1), "wager.placed", amount_cents=2_000))
    assert str(play.rounds[2]) == second
    assert play.table.last_round == 2


def test_a_correction_names_defaults_by_the_seating_of_its_time() -> None:
    play = settled()
    whole = play.whole()
    play.send("seat.left", seat=2)
    play.send("seat.taken", seat=2, player="P-9", kind="patron")
    play.correct(whole)
    assert play.felt.circles[2].player == "P-2"


def test_a_seat_that_was_taken_in_mid_round_wagers_from_then_on() -> None:
    play = a_table(BUSTER)
    play.sit(2, 5)
    play.open_round()
    play.send("seat.left", seat=2)
    play.send("seat.taken", seat=2, player="P-9", kind="patron")
    play.bet(2, 1_000)
    play.deal({2: "TS 9D"}, "7S TC")
    finish(play)
    assert play.felt.circles[2].player == "P-9"
    whole = play.whole()
    play.correct(whole)
    assert play.felt.circles[2].player == "P-9"
    early = [{**event, "occurred_at": whole[0]["occurred_at"]} for event in whole]
    play.correct(early)
    assert play.felt.circles[2].player == "P-2"


def test_a_correction_is_made_of_a_round_that_there_is() -> None:
    play = play_on(settled(), number=3)
    whole = play.whole(1)
    for number in (2, 4):
        refusal = play.uncorrectable(whole, number=number)
        assert (refusal.code, refusal.pointer) == ("rule", "/data/round")


@pytest.mark.parametrize("end", ["round.voided", "round.settled_by_floor"])
def test_a_whole_round_begins_once_and_ends_once(end: str) -> None:
    play = settled()
    whole = play.whole()
    last = len(whole) - 1
    assert play.uncorrectable(whole[1:]).pointer == "/data/events/0"
    assert play.uncorrectable([whole[0], *whole]).pointer == "/data/events/1"
    assert play.uncorrectable(whole[:-1]).pointer == f"/data/events/{last - 1}"
    assert play.uncorrectable([*whole, whole[-1]]).pointer == f"/data/events/{last}"
    line: Content = {"seat": 2, "hand": 1, "player": "P-2", "kind": "game", "stake_cents": 1_000}
    line |= {"result": "push", "paid_cents": 0, "collected_cents": 0, "returned_cents": 1_000}
    data = MISDEAL if end == "round.voided" else MISDEAL | {"lines": [line]}
    early = [*whole[:3], {**whole[3], "type": end, "data": data}, *whole[3:]]
    assert play.uncorrectable(early).pointer == "/data/events/3"


def test_a_breach_inside_is_refused_by_its_place_or_let_stand() -> None:
    play = settled()
    whole = other(play.whole(), "wager.placed", amount_cents=60_000_000)
    refusal = play.uncorrectable(whole)
    assert (refusal.code, refusal.rule, refusal.pointer) == ("procedure", "limit", "/data/events/1")
    records = play.correct([whole[0], {**whole[1], "override": FLOOR}, *whole[2:]])
    assert codes(records) == ["corrected", "limit"]
    assert codes(play.correct(whole, override=True)) == ["corrected", "limit"]
    assert [len(one.irregularities) for one in records[0].noted.events[:3]] == [0, 2, 0]


def test_whose_override_is_unknown_is_refused_inside_too() -> None:
    play = settled()
    whole = play.whole()
    word = FLOOR | {"authorised_by": "nobody"}
    refusal = play.uncorrectable([whole[0], {**whole[1], "override": word}, *whole[2:]])
    assert refusal.pointer == "/data/events/1/override/authorised_by"


def test_an_instant_ahead_of_the_server_is_refused_inside_too() -> None:
    play = settled()
    whole = play.whole()
    ahead = {**whole[1], "occurred_at": (play.now + timedelta(minutes=6)).isoformat()}
    refusal = play.uncorrectable([whole[0], ahead, *whole[2:]])
    assert (refusal.code, refusal.pointer) == ("rule", "/data/events/1")


def test_a_clock_that_runs_backwards_inside_is_noted() -> None:
    play = settled()
    whole = play.whole()
    back = {**whole[1], "occurred_at": (NOON - timedelta(hours=1)).isoformat()}
    assert codes(play.correct([whole[0], back, *whole[2:]])) == ["corrected", "clock_backwards"]


def test_what_is_no_event_of_a_round_is_malformed_inside() -> None:
    play = settled()
    whole = play.whole()
    for kind, data in (
        ("seat.left", {"seat": 2}),
        ("wager.paid", {"seat": 2}),
        ("round.corrected", {}),
        ("fees.assessed", {}),
        ("nothing", {}),
    ):
        events = [whole[0], {**whole[1], "type": kind, "data": data}, *whole[2:]]
        with pytest.raises(Malformed) as caught:
            play.event("round.corrected", **correction(events))
        assert caught.value.pointer == "/data/events/1/type"
    with pytest.raises(Malformed) as caught:
        play.event("round.corrected", **correction(other(whole, "wager.placed", seat="2")))
    assert caught.value.pointer == "/data/events/1/data/seat"
    with pytest.raises(Malformed) as caught:
        play.event("round.corrected", **correction([{**whole[0], "occurred_at": "1999-01-01"}]))
    assert caught.value.pointer == "/data/events/0/occurred_at"


def test_an_impossible_instant_is_malformed_inside() -> None:
    play = settled()
    whole = play.whole()
    early = {**whole[0], "occurred_at": "1999-12-31T23:59:59Z"}
    with pytest.raises(Malformed) as caught:
        play.event("round.corrected", **correction([early, *whole[1:]]))
    assert caught.value.pointer == "/data/events/0/occurred_at"


def test_burned_cards_and_incidents_belong_to_a_whole_round() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    play.send("card.burned", number=1, card="9H")
    play.send("incident.noted", number=1, text="spilled")
    finish(play)
    whole = play.whole()
    assert {"card.burned", "incident.noted"} <= {event["type"] for event in whole}
    assert kinds(play.correct(whole)) == [RoundSettled]
    assert play.replayed() == (play.table, play.rounds)
    without = [event for event in whole if event["type"] != "card.burned"]
    assert play.table.shoe is not None
    assert play.table.shoe.out["9H"] == 1
    assert kinds(play.correct(without)) == [RoundSettled, TableRefolded]
    assert "9H" not in play.table.shoe.out
    assert play.replayed() == (play.table, play.rounds)


def test_a_round_that_is_voided_by_correction_is_reversed_once() -> None:
    play = settled()
    records = play.correct(ended(play.whole(), "round.voided", **MISDEAL))
    assert kinds(records) == [RoundReversed, TableRefolded]
    assert codes(records) == ["corrected", "voided"]
    assert play.rounds[1].phase == "voided"
    assert kinds(play.correct(ended(play.whole(), "round.voided", **MISDEAL))) == []
    play.correct(play.whole())
    now = play.rounds[1]
    assert now.settlement is not None
    assert (now.phase, now.settlement.revision) == ("settled", 2)
    assert play.replayed() == (play.table, play.rounds)


def test_a_correction_that_voids_takes_the_fees_back_where_the_house_refunds() -> None:
    play = settled(void_fee="refunded")
    records = play.correct(ended(play.whole(), "round.voided", **MISDEAL))
    assert kinds(records) == [FeesAssessed, RoundReversed, TableRefolded]
    assert play.assessed.lines == ()
    assert records[0].noted.events[-1].void_fee == "refunded"
    assert play.replayed() == (play.table, play.rounds)


def test_fee_events_of_a_correction_replace_the_rounds() -> None:
    play = settled()
    paid: Content = {"seat": 2, "role": "player", "amount_cents": 100}
    play.send("fee.collected", number=1, **paid)
    whole = play.whole()
    assert whole[-1]["type"] == "fee.collected"
    play.correct(whole[:-1])
    assert play.rounds[1].fees == []
    play.send("fee.collected", number=1, **paid)
    assert len(play.rounds[1].fees) == 1


def test_what_was_really_paid_outlasts_a_correction() -> None:
    play = settled()
    moved: Content = {"seat": 2, "hand": 1, "kind": "game", "player": "P-2"}
    play.send("wager.paid", number=1, **moved, paid_cents=1_000, collected_cents=0)
    play.correct(play.whole())
    assert [paid.paid_cents for paid in play.rounds[1].paid] == [1_000]
    records = play.send("wager.paid", number=1, **moved, paid_cents=900, collected_cents=0)
    assert codes(records) == ["paid_differs"]


def test_the_open_round_is_corrected_to_its_end() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    whole = settled().whole()
    assert play.table.round is not None
    records = play.correct(whole)
    assert kinds(records) == [RoundSettled, TableRefolded]  # for more cards left the shoe
    assert str(play.table.round) == "None"
    assert play.table.run is not None
    assert play.table.run.hands == 1
    play_on(play)
    assert play.table.run.hands == 2
    assert play.replayed() == (play.table, play.rounds)


def test_a_correction_from_a_table_is_forbidden() -> None:
    play = settled()
    event = play.event("round.corrected", **correction(play.whole()))
    before = str(play.table)
    with pytest.raises(Forbidden):
        play.take(event)
    assert str(play.table) == before


def test_a_late_report_is_a_round_of_its_own() -> None:
    play = play_on(settled(), number=3)
    shoe, out = play.table.shoe, dict(play.table.shoe.out)  # type: ignore[union-attr]
    at = play.table.last_occurred_at
    records = late(play, 2, play.whole(1))
    assert kinds(records) == [FeesAssessed, RoundSettled, TableRefolded]
    assert codes(records) == ["reported_late"]
    assert play.table.missing == []
    assert play.table.run == Run("P-5", 3)  # a hand between two of the same holder's
    assert (play.table.shoe, play.table.last_round) == (shoe, 3)
    assert (play.table.shoe.out, play.table.last_occurred_at) == (out, at)  # type: ignore[union-attr]
    now = play.rounds[2]
    assert (now.phase, now.first_position) == ("settled", records[0].position)
    assert len(now.late) == 2
    assert play.replayed() == (play.table, play.rounds)


def test_only_a_missing_round_is_reported_late() -> None:
    play = play_on(settled(), number=3)
    whole = play.whole(1)
    for number in (1, 3, 4):
        data: Content = {"round": number, "seats": SEATS, "events": whole}
        refusal = play.refused("round.reported_late", **data)
        assert (refusal.code, refusal.pointer) == ("rule", "/data/round")
    late(play, 2, whole)
    refusal = play.refused("round.reported_late", round=2, seats=SEATS, events=whole)
    assert refusal.pointer == "/data/round"


def test_the_seating_of_a_late_round_must_be_one() -> None:
    play = play_on(settled(), number=3)
    first, second = SEATS
    for seats, place in (
        ([first, {**second, "seat": 2}], "/data/seats/1"),
        ([first, {**second, "player": "P-2"}], "/data/seats/1"),
        ([{**first, "seat": 0}, second], "/data/seats/0/seat"),
        ([first, {**second, "seat": 9}], "/data/seats/1/seat"),
    ):
        data: Content = {"round": 2, "seats": seats, "events": play.whole(1)}
        refusal = play.refused("round.reported_late", **data)
        assert (refusal.code, refusal.pointer) == ("rule", place)
    data = {"round": 2, "seats": [first], "events": play.whole(1)}
    refusal = play.refused("round.reported_late", **data)
    assert refusal.pointer == "/data/events/0/data/player_dealer_seat"


def test_a_late_round_has_its_own_company_and_its_own_people() -> None:
    play = play_on(settled(), number=3)
    company = {"seat": 5, "player": "P-51", "kind": "tppps", "tppps": "KN", "badge": "KN-11"}
    bettor = {"seat": 2, "player": "P-21", "kind": "patron", "unidentified": True}
    late(play, 2, play.whole(1), seats=[bettor, company])
    now = play.rounds[2]
    assert (now.holder, now.felt.player_dealer) == ("KN", "P-51")
    assert now.felt.circles[2].player == "P-21"
    play.correct(play.whole(1), number=2)
    assert (play.rounds[2].holder, play.rounds[2].felt.circles[2].player) == ("KN", "P-21")
    assert len(play.rounds[2].late) == 2
    assert play.replayed() == (play.table, play.rounds)


def test_a_late_round_is_dealt_from_a_shoe_of_its_own() -> None:
    play = a_table(PURE)
    play.sit(2, 5)
    for number in (1, 2, 4):
        play.open_round(number=number)
        play.bet(2, 1_000)
        play.deal({2: "TS 9D"}, "7S TC")
        finish(play)
    whole = play.whole(1)
    late(play, 3, whole)
    card = {"type": "card.burned", "occurred_at": whole[-1]["occurred_at"], "data": {"card": "TS"}}
    play.rounds.pop(3)
    play.table.missing = [(3, 3)]
    data: Content = {"seats": SEATS, "round": 3}
    refusal = play.refused(
        "round.reported_late", **data, events=[*whole[:-1], *[card] * 6, whole[-1]]
    )
    assert (refusal.rule, refusal.pointer) == ("copies", f"/data/events/{len(whole) + 4}")


@pytest.mark.parametrize(
    ("opened", "day"),
    [
        (datetime(2026, 11, 27, 20, tzinfo=UTC), date(2026, 11, 28)),
        (datetime(2026, 11, 28, 21, tzinfo=UTC), date(2026, 11, 28)),
    ],
)
def test_a_late_round_is_never_of_an_earlier_day_than_the_one_below(
    opened: datetime, day: date
) -> None:
    play = play_on(settled(), number=3)
    play.now += timedelta(days=2)
    whole = play.whole(1)
    records = late(play, 2, [{**whole[0], "occurred_at": opened.isoformat()}, *whole[1:]])
    assert {record.gaming_day for record in records} == {day}


def test_the_first_round_reported_late_has_its_own_day_and_the_offering_of_the_one_above() -> None:
    play = a_table(BUSTER)
    play.sit(2, 5)
    play_on(play, number=2)
    whole = play.whole(2)
    early = (NOON - timedelta(days=1)).isoformat()
    records = late(play, 1, [{**event, "occurred_at": early} for event in whole])
    assert records[0].gaming_day == date(2026, 11, 27)
    assert play.rounds[1].felt.offering is play.rounds[2].felt.offering


def test_a_late_round_that_the_floor_settled_needs_a_code_from_a_table() -> None:
    play = play_on(settled(), number=3)
    line: Content = {"seat": 2, "hand": 1, "player": "P-2", "kind": "game", "stake_cents": 1_000}
    line |= {"result": "push", "paid_cents": 0, "collected_cents": 0, "returned_cents": 1_000}
    said = MISDEAL | {"lines": [line]}
    whole = ended(play.whole(1), "round.settled_by_floor", **said)
    event = play.event("round.reported_late", round=2, seats=SEATS, events=whole)
    with pytest.raises(Forbidden):
        play.take(event)
    records = late(play, 2, ended(whole, "round.settled_by_floor", **said, code=CODE))
    assert codes(records) == ["reported_late", "floor_settled"]
    assert CODE.encode() not in play.bodies[records[0].position - 1]
    play.correct(whole, number=2)  # a supervisor needs none
    assert play.rounds[2].settlement is not None
    assert play.rounds[2].settlement.revision == 2


def test_a_late_round_that_was_voided_is_noted_as_both() -> None:
    play = play_on(settled(), number=3)
    records = late(play, 2, ended(play.whole(1), "round.voided", **MISDEAL))
    assert codes(records) == ["reported_late", "voided"]
    assert play.rounds[2].phase == "voided"
    assert kinds(records) == [FeesAssessed]


def test_a_late_round_comes_while_another_is_open_or_after_closing() -> None:
    play = play_on(settled(), number=4)
    whole = play.whole(1)
    play.open_round()
    late(play, 2, whole)
    assert play.table.round is play.rounds[5]
    play.send("round.voided", **MISDEAL)
    play.send("table.closed", reason="late")
    late(play, 3, whole)
    assert play.table.missing == []
    assert play.replayed() == (play.table, play.rounds)


def test_a_corrected_event_stands_outside_of_the_tables_clock_and_binds_what_it_opens() -> None:
    play = settled()
    at = play.table.last_occurred_at
    play.scope = "supervisor"
    word: Content = {"authorised_by": "sup-1", "reason": "seen on camera"}
    event: Content = {"event": "00000000-0000-0000-0000-000000000001", **word}
    opened = {"offering": BUSTER, "gaming_day": "2026-11-28"}
    (record,) = play.send("event.corrected", data=opened, **event)
    assert (record.noted.offering_version, record.noted.ruleset_version) == (1, 1)
    assert codes([record]) == ["corrected"]
    (record,) = play.send("event.corrected", data=None, **event)
    assert record.noted.offering_version is UNSET
    assert play.table.last_occurred_at == at


def test_a_void_after_settlement_is_a_supervisors_and_not_a_tables() -> None:
    play = settled()
    event = play.event("round.voided", number=1, **MISDEAL)
    with pytest.raises(Forbidden):
        play.take(event)
    play.scope = "cage"
    with pytest.raises(RuleViolation):
        play.take(event)
    records = play.send("round.voided", number=1, **MISDEAL | {"authorised_by": "sup-1"})
    assert kinds(records) == [RoundReversed]
    assert "voided already" in play.rule("round.voided", number=1, **MISDEAL)


def test_a_void_before_settlement_is_not_the_cages() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    play.scope = "cage"
    for name, content in (("round.voided", MISDEAL), ("incident.noted", {"text": "x"})):
        with pytest.raises(Forbidden):
            play.take(play.event(name, **content))
