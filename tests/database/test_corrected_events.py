"""Table events put right on a real log: seats, openings, boxes, and the rounds that they touch."""

from datetime import timedelta
from typing import Any

import pytest

from cardroom import clock
from cardroom.errors import CardroomError, IdReused, Malformed, RuleViolation
from cardroom.house import houses
from cardroom.log import store
from tables import history, queries
from tables.views import Answer, TableView
from tests.corrected import (
    all_is_proven,
    event_corrected,
    fees,
    from_the_cage,
    given,
    opening,
    read,
    reported_late,
    revision,
    round_corrected,
    seat_taken,
    stakes,
)
from tests.played import HOUSE, TABLE, Evening, Event, all_rows, an_evening, load_the_house

P215_N = """\
coverage_policy = "net_absorbing"
rotation_profile = "two_hands"
paytables = { red_flex = "2-3-8-50-100-250", """
BUSTER = 'buster = "1-3-6-30-100-200" }'
# The offering that absorbs has another pay table for buster, which seat 4 wins in each round.
OTHER_ODDS = (f"{P215_N}{BUSTER}", f'{P215_N}buster = "2-2-4-15-50-300" }}')

pytestmark = pytest.mark.django_db(transaction=True)


def appended(answer: Answer) -> list[str]:
    """What the service appended."""
    return [event.type for event in answer.appended]


def touched(answer: Answer) -> list[int]:
    """The rounds that an answer lists."""
    return [entry.round for entry in answer.rounds]


def correct(evening: Evening, event: Event, data: dict[str, Any] | None) -> Answer:
    """Put one event right, from the cage."""
    return from_the_cage(evening, event_corrected(evening, event, data))


def refusal(evening: Evening, event: Event, data: dict[str, Any] | None) -> CardroomError:
    """How a correction is refused, leaving nothing."""
    rows = all_rows()
    with pytest.raises(CardroomError) as caught:
        correct(evening, event, data)
    assert all_rows() == rows
    return caught.value


def live() -> TableView:
    """The table as it stands."""
    return queries.table(HOUSE, TABLE)


def record(evening: Evening, what: str, **data: Any) -> Event:
    """A table event that is recorded, to be corrected later."""
    event = evening.event(what, data)
    evening.post(event)
    return event


def open_again(evening: Evening) -> None:
    """The table closes, and opens with the same people."""
    record(evening, "table.closed", reason="late")
    evening.opening = [evening._fresh(event, 0) for event in evening.opening]
    evening.open()


def test_a_seat_that_forty_rounds_used_is_corrected_in_all_of_them() -> None:
    evening = an_evening(40)
    seat = seat_taken(evening, 7)
    was = read(17)
    answer = correct(evening, seat, {**seat["data"], "player": "P-2007"})
    assert touched(answer) == list(range(1, 41))
    for number in (1, 17, 40):
        now = read(number)
        assert {wager.player for wager in now.wagers if wager.seat == 7} == {"P-2007"}
        assert revision(number) == 2
        assert stakes(now) == stakes(was)
    assert read(17, at=answer.positions[0] - 1) == was
    assert {view.player for view in answer.state.seats if view.seat == 7} == {"P-2007"}
    evening.play()
    assert {wager.player for wager in read(41).wagers if wager.seat == 7} == {"P-2007"}
    all_is_proven()


def test_a_seat_corrected_in_mid_evening_touches_only_the_rounds_since_that_used_it() -> None:
    evening = an_evening(2)
    record(evening, "seat.left", seat=7)
    taken = record(evening, "seat.taken", seat=7, player="P-8", kind="patron")
    unused = record(evening, "seat.taken", seat=1, player="P-9", kind="patron")
    evening.play(2)
    answer = correct(evening, taken, {"seat": 7, "player": "P-88", "kind": "patron"})
    assert touched(answer) == [3, 4]
    assert (revision(2), revision(3)) == (1, 2)
    answer = correct(evening, unused, {"seat": 1, "player": "P-99", "kind": "patron"})
    assert (touched(answer), appended(answer)) == ([], ["table.refolded"])
    answer = correct(evening, taken, {"seat": 7, "player": "P-88", "kind": "patron", "badge": "B"})
    assert (touched(answer), appended(answer)) == ([3, 4], ["table.refolded"])
    assert revision(3) == 2
    all_is_proven()


def test_a_round_that_was_open_when_somebody_sat_down_is_touched() -> None:
    evening = an_evening(1)
    opened, *wagers = evening.next_round()
    left = evening.event("seat.left", {"seat": 4})
    taken = evening.event("seat.taken", {"seat": 4, "player": "P-8", "kind": "patron"})
    evening.post(opened, left, taken, *wagers)
    evening.play()
    answer = correct(evening, taken, {"seat": 4, "player": "P-88", "kind": "patron"})
    assert touched(answer) == [2, 3]
    assert {wager.player for wager in read(2).wagers if wager.seat == 4} == {"P-88"}
    assert {wager.player for wager in read(1).wagers if wager.seat == 4} == {"P-1002"}
    seat = seat_taken(evening, 2)
    correct(evening, seat, {**seat["data"], "player": "P-77"})
    assert {wager.player for wager in read(2).wagers if wager.seat == 4} == {"P-88"}
    all_is_proven()


def test_the_seat_of_an_open_round_is_corrected_under_it() -> None:
    evening = an_evening(1)
    *events, last = evening.next_round()
    evening.post(*events[:25])
    seat = seat_taken(evening, 7)
    answer = correct(evening, seat, {**seat["data"], "player": "P-2007"})
    assert touched(answer) == [1, 2]
    assert appended(answer) == [
        *("round.refolded", "fees.assessed", "round.settled"),
        *("round.refolded", "fees.assessed"),
        "table.refolded",
    ]
    evening.post(*events[25:], last)
    assert revision(2) == 1
    assert {wager.player for wager in read(2).wagers if wager.seat == 7} == {"P-2007"}
    all_is_proven()


def test_the_player_dealers_seat_is_corrected_with_his_fee_and_his_run() -> None:
    evening = an_evening(2)
    seat = seat_taken(evening, 3)
    company = {"player": "P-31", "kind": "tppps", "tppps": "KN", "badge": "KN-11"}
    answer = correct(evening, seat, seat["data"] | company)
    assert appended(answer) == ["round.refolded", "fees.assessed"] * 2 + ["table.refolded"]
    assert (revision(1), fees(1).revision) == (1, 2)
    holder = read(1).player_dealer
    assert holder is not None
    assert holder.player == "P-31"
    assert answer.state.rotation is not None
    assert (answer.state.rotation.holder, answer.state.rotation.hands) == ("KN", 2)
    evening.play()
    now = live().rotation
    assert now is not None
    assert (now.holder, now.hands, now.turn) == ("KN", 3, "3 of 2, must pass")
    all_is_proven()


def test_a_correction_of_a_corrected_event_and_two_in_a_batch() -> None:
    evening = an_evening(2)
    seat, other = seat_taken(evening, 7), seat_taken(evening, 8)
    answer = from_the_cage(
        evening,
        event_corrected(evening, seat, {**seat["data"], "player": "P-2007"}),
        event_corrected(evening, other, {**other["data"], "player": "P-1003"}),
        event_corrected(evening, seat, {**seat["data"], "player": "P-1004"}),
    )
    players = {wager.seat: wager.player for wager in read(2).wagers}
    assert (players[7], players[8]) == ("P-1004", "P-1003")
    assert (revision(2), touched(answer)) == (4, [1, 2])
    correct(evening, other, {**other["data"], "player": "P-2008"})
    assert {wager.seat: wager.player for wager in read(1).wagers}[8] == "P-2008"
    assert [revision(2, at=event.position) for event in answer.appended][-2:] == [4, 4]
    all_is_proven()


def test_round_and_event_corrected_in_one_batch_agree_whichever_comes_first() -> None:
    evening = an_evening(2)
    seat = seat_taken(evening, 4)
    from_the_cage(
        evening,
        round_corrected(evening, 1, given(evening, game=10_000)),
        event_corrected(evening, seat, {**seat["data"], "player": "P-2004"}),
        round_corrected(evening, 2, given(evening, game=10_000)),
    )
    for number in (1, 2):
        wagers = {(wager.player, wager.amount_cents) for wager in read(number).wagers}
        assert {("P-2004", 10_000), ("P-2004", 1_000)} <= wagers
        assert revision(number) == 3
    all_is_proven()


def test_a_seat_that_nobody_used_is_withdrawn_though_it_was_left_again() -> None:
    evening = an_evening(1)
    taken = record(evening, "seat.taken", seat=1, player="P-9", kind="patron")
    evening.play()
    record(evening, "seat.left", seat=1)
    record(evening, "seat.taken", seat=1, player="P-10", kind="patron")
    answer = correct(evening, taken, None)
    assert (touched(answer), appended(answer)) == ([], [])
    assert {view.player for view in live().seats if view.seat == 1} == {"P-10"}
    evening.play()
    all_is_proven()


def test_a_seat_that_wagered_is_not_withdrawn() -> None:
    evening = an_evening(2)
    assert refusal(evening, seat_taken(evening, 7), None).code == "rule"
    assert refusal(evening, seat_taken(evening, 3), None).code == "rule"
    all_is_proven()


def test_a_seat_that_somebody_else_left_is_put_right_unless_that_one_wagered_since() -> None:
    evening = an_evening(1)
    left = record(evening, "seat.left", seat=8)
    assert {view.seat for view in correct(evening, left, {"seat": 7}).state.seats} == {2, 3, 4, 8}
    correct(evening, left, None)
    evening.play()
    found = refusal(evening, left, {"seat": 7})
    assert (found.code, found.pointer) == ("rule", "/events/0/data")
    assert refusal(evening, left, {"seat": 5}).code == "rule"  # nobody sat there
    all_is_proven()


def test_box_dealer_and_shoe_go_back_to_what_was_there_before() -> None:
    evening = an_evening(1)
    first = record(evening, "box.changed", purpose="collection", box_in="BX-1", removed_by="drop-1")
    dealer = record(evening, "dealer.changed", dealer="D-1")
    open_again(evening)
    swap = {"purpose": "collection", "box_out": "BX-1", "box_in": "BX-2", "removed_by": "drop-1"}
    second = record(evening, "box.changed", **swap)
    other = record(evening, "dealer.changed", dealer="D-2")
    evening.play()
    assert correct(evening, second, None).state.boxes == {"collection": "BX-1"}
    assert correct(evening, other, None).state.dealer == "D-1"
    answer = correct(evening, first, {**first["data"], "box_in": "BX-7"})
    assert answer.state.boxes == {"collection": "BX-7"}  # the session is over, the box isn't
    assert correct(evening, dealer, {"dealer": "D-9"}).state.dealer == "D-9"
    assert correct(evening, second, swap).state.boxes == {"collection": "BX-2"}
    assert correct(evening, first, {**first["data"], "box_in": "BX-8"}).state.boxes == {
        "collection": "BX-2"
    }
    assert appended(correct(evening, dealer, {"dealer": "D-9"})) == []
    evening.play()
    all_is_proven()


def test_a_corrected_box_takes_over_the_rounds_that_opened_under_it() -> None:
    evening = an_evening(0)
    first = record(evening, "box.changed", purpose="collection", box_in="BX-1", removed_by="drop-1")
    evening.play()
    swap = {"purpose": "collection", "box_out": "BX-1", "box_in": "BX-2", "removed_by": "drop-1"}
    second = record(evening, "box.changed", **swap)
    evening.play()
    open_again(evening)
    evening.play()
    rounds = [1, 2, 3]
    assert boxes_of(rounds) == ["BX-1", "BX-2", "BX-2"]
    answer = correct(evening, second, {**swap, "box_in": "BX-3"})
    assert touched(answer) == rounds[1:]
    assert boxes_of(rounds) == ["BX-1", "BX-3", "BX-3"]
    correct(evening, second, None)
    assert boxes_of(rounds) == ["BX-1", "BX-1", "BX-1"]
    correct(evening, first, None)
    assert boxes_of(rounds) == [None, None, None]
    all_is_proven()


def boxes_of(rounds: list[int]) -> list[str | None]:
    """Which collection box each round's fees lie in."""
    head = store.head(HOUSE, history.stream_of(TABLE))
    assert head
    found = [history.round_at(head, number).boxes.get("collection") for number in rounds]
    return [None if box is None else box.box for box in found]


def test_a_shoe_is_corrected_and_counted_anew() -> None:
    load_the_house()
    evening = Evening()
    loaded = opening(evening, "shoe.loaded")
    loaded["data"]["continuous"] = False
    evening.open()
    burned = record(evening, "card.burned", card="9H")
    evening.play(3)  # all copies of JD and 8C are out
    again = evening.next_round()
    with pytest.raises(CardroomError):
        evening.post(*again)
    assert appended(correct(evening, loaded, {"decks": 6, "continuous": True})) == [
        "table.refolded"
    ]
    evening.post(*again)
    correct(evening, loaded, {"decks": 6})
    with pytest.raises(CardroomError):
        from_the_cage(evening, round_corrected(evening, 4, given(evening)))
    reload = record(evening, "shoe.loaded", decks=6)
    evening.play()
    correct(evening, reload, None)
    with pytest.raises(CardroomError):
        evening.post(*evening.next_round())
    correct(evening, reload, {"decks": 6})
    evening.rounds -= 1
    evening.play()
    assert appended(correct(evening, burned, {})) == []
    assert appended(correct(evening, burned, None)) == []
    all_is_proven()


def test_another_offering_settles_its_rounds_anew_and_theirs_alone() -> None:
    evening = an_evening(2, change=OTHER_ODDS)
    evening.rounds += 1
    evening.play()
    evening.post(reported_late(evening, 3))
    first = opening(evening, "table.opened")
    open_again(evening)
    evening.play(2)
    before = [read(number) for number in (5, 6)], live()
    answer = correct(evening, first, {**first["data"], "offering": "P215-N"})
    assert touched(answer) == [1, 2, 3, 4]
    assert appended(answer) == ["round.refolded", "round.settled"] * 4
    for number in (1, 2, 3, 4):
        settled = read(number).settlement
        assert settled is not None
        assert (settled.revision, settled.coverage_policy) == (2, "net_absorbing")
    after = [read(number) for number in (5, 6)], live()
    assert after[0] == before[0]
    assert (after[1].offering, after[1].seats) == ("P215-A", before[1].seats)
    second = opening(evening, "table.opened")
    answer = correct(evening, second, {**second["data"], "offering": "P215-N"})
    assert touched(answer) == [5, 6]
    from_the_cage(evening, round_corrected(evening, 1, given(evening, game=10_000)))
    from_the_cage(evening, round_corrected(evening, 3, given(evening, game=10_000)))
    for number in (1, 3):
        assert read(number).settlement.coverage_policy == "net_absorbing"  # type: ignore[union-attr]
    all_is_proven()


def test_rounds_before_the_first_that_were_reported_late_follow_its_offering() -> None:
    load_the_house(change=OTHER_ODDS)
    evening = Evening()
    evening.rounds = 2
    evening.open()
    evening.play()
    evening.post(reported_late(evening, 1))
    evening.rounds += 2
    evening.play()
    first = opening(evening, "table.opened")
    open_again(evening)
    evening.rounds += 1
    evening.play()
    evening.post(reported_late(evening, 7))
    answer = correct(evening, first, {**first["data"], "offering": "P215-N"})
    assert touched(answer) == [1, 3, 6, 7]
    second = opening(evening, "table.opened")
    evening.post(reported_late(evening, 2), reported_late(evening, 4))
    assert read(2).settlement.coverage_policy == "net_absorbing"  # type: ignore[union-attr]
    answer = correct(evening, second, {**second["data"], "offering": "P215-N"})
    assert touched(answer) == [8]
    all_is_proven()


def test_a_table_that_opened_with_another_offering_plays_on_with_it() -> None:
    evening = an_evening(1)
    first = opening(evening, "table.opened")
    answer = correct(evening, first, {**first["data"], "offering": "P215-N"})
    assert answer.state.offering == "P215-N"
    evening.play()
    assert read(2).settlement.coverage_policy == "net_absorbing"  # type: ignore[union-attr]
    all_is_proven()


def test_an_offering_binds_as_it_was_when_the_table_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = an_evening(2, change=OTHER_ODDS)
    first = opening(evening, "table.opened")
    later = clock.now() + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    load_the_house(change=("fee_cents = 200 },\n]", "fee_cents = 900 },\n]"))
    bound = houses.offering(HOUSE, "P215-A")
    assert bound.version == 2
    answer = correct(evening, first, {**first["data"], "gaming_day": "2026-11-27"})
    assert (touched(answer), appended(answer)) == ([], [])
    answer = correct(evening, first, {**first["data"], "offering": "P215-N"})
    assert appended(answer) == [
        *("round.refolded", "round.settled"),
        *("round.refolded", "round.settled"),
        "table.refolded",
    ]
    correct(evening, first, first["data"])
    evening.play()
    assert {fees(number).assessed_cents for number in (1, 2, 3)} == {700}
    all_is_proven()


def test_what_the_house_never_offered_cannot_have_been_opened() -> None:
    evening = an_evening(1)
    first = opening(evening, "table.opened")
    found = refusal(evening, first, {**first["data"], "offering": "FISH"})
    assert (found.code, found.pointer) == ("rule", "/events/0/data/data/offering")
    found = refusal(evening, first, {**first["data"], "offering": "NB215-A"})  # has no red_flex
    assert found.code == "rule"
    assert refusal(evening, first, None).code == "rule"


def test_a_mistaken_opening_is_withdrawn_and_the_table_stays_closed() -> None:
    evening = an_evening(1)
    record(evening, "table.closed", reason="late")
    again = record(evening, "table.opened", offering="P215-N", gaming_day="2026-11-28")
    answer = correct(evening, again, None)
    assert not answer.state.open
    evening.post(evening.fee(1))
    open_again_at = evening.opening[0]["id"]
    evening.opening = [evening._fresh(event, 0) for event in evening.opening]
    evening.open()
    assert evening.opening[0]["id"] != open_again_at
    evening.play()
    from_the_cage(evening, round_corrected(evening, 1, given(evening, game=10_000)))
    from_the_cage(evening, round_corrected(evening, 2, given(evening, game=10_000)))
    all_is_proven()


def test_a_mistaken_closing_is_withdrawn_unless_the_table_opened_again() -> None:
    evening = an_evening(1)
    closed = record(evening, "table.closed", reason="late")
    answer = correct(evening, closed, None)
    assert answer.state.open
    assert len(answer.state.seats) == 5
    evening.play()
    closed = record(evening, "table.closed", reason="late")
    evening.opening = [evening._fresh(event, 0) for event in evening.opening]
    evening.open()
    assert refusal(evening, closed, None).code == "rule"
    all_is_proven()


def test_a_voided_rounds_later_fees_follow_its_seat() -> None:
    evening = an_evening(0)
    evening.post(*evening.next_round()[:25])
    evening.post(evening.void(1))
    evening.post(evening.fee(1, 300))
    seat = seat_taken(evening, 4)
    correct(evening, seat, {**seat["data"], "player": "P-2004"})
    moved = [(fee.player, fee.amount_cents) for fee in fees(1).moved if fee.seat == 4]
    assert moved == [("P-1002", 100), ("P-2004", 300)]  # the first named him, the second didn't
    assert {line.player for line in fees(1).assessed if line.seat == 4} == {"P-2004"}
    assert read(1).phase == "voided"
    all_is_proven()


def test_a_corrected_round_keeps_its_events_when_a_seat_of_it_is_corrected_later() -> None:
    evening = an_evening(2)
    from_the_cage(evening, round_corrected(evening, 1, given(evening, game=10_000)))
    seat = seat_taken(evening, 4)
    correct(evening, seat, {**seat["data"], "player": "P-2004"})
    wagers = {(wager.player, wager.amount_cents) for wager in read(1).wagers}
    assert ("P-2004", 10_000) in wagers
    assert revision(1) == 3
    all_is_proven()


def test_only_an_event_of_no_round_of_this_table_is_corrected() -> None:
    evening = an_evening(1)
    stranger = {"id": "00000000-0000-4000-8000-000000000000"}
    assert "no such event" in refusal(evening, stranger, None).detail
    other = Evening("T02")
    other.open()
    assert "no such event" in refusal(evening, other.opening[0], None).detail
    opened, *_ = evening.next_round()
    evening.post(opened)
    found = refusal(evening, opened, opened["data"])
    assert (found.code, found.pointer) == ("rule", "/events/0/data/event")
    note = evening.event("incident.noted", {"text": "x"}, number=1)
    evening.post(note)
    assert refusal(evening, note, {"text": "y"}).code == "rule"
    dealer = record(evening, "dealer.changed", dealer="D-9")
    correction = event_corrected(evening, dealer, {"dealer": "D-8"})
    answer = from_the_cage(evening, correction)
    assert (answer.state.dealer, appended(answer)) == ("D-8", ["table.refolded"])
    assert queries.events(HOUSE, TABLE, after=answer.positions[0] - 1, limit=1)[0].round is None
    assert refusal(evening, correction, None).code == "rule"
    all_is_proven()


def test_what_isnt_folded_is_corrected_too() -> None:
    load_the_house()
    evening = Evening()
    note = record(evening, "incident.noted", text="a glas fell")
    evening.open()
    evening.play()
    for event, data in (
        (note, {"text": "a glass fell"}),
        (opening(evening, "player_dealer.offered"), {"seat": 4, "accepted": False}),
        (record(evening, "card.burned"), {"card": "9H"}),
        (record(evening, "card.burned", card="9H"), {}),
    ):
        assert touched(correct(evening, event, data)) == []
        assert touched(correct(evening, event, None)) == []
    all_is_proven()


@pytest.mark.parametrize("data", [{}, {"seat": 7}, {"dealer": "D-1"}, {"seat": "7"}])
def test_data_that_are_not_the_events_are_malformed_before_anything_else(data: Event) -> None:
    evening = an_evening(1)
    seat, dealer = seat_taken(evening, 7), record(evening, "dealer.changed", dealer="D-1")
    refused = event_corrected(evening, {"id": "00000000-0000-4000-8000-000000000000"}, None)
    rows = all_rows()
    with pytest.raises(Malformed) as caught:
        from_the_cage(evening, refused, event_corrected(evening, seat, data))
    assert caught.value.pointer.startswith("/events/1/data/data")
    assert all_rows() == rows
    with pytest.raises(Malformed):
        correct(evening, dealer, {**data, "code": 1})


def test_a_correction_sent_again_is_the_same_in_every_spelling() -> None:
    evening = an_evening(1)
    seat = seat_taken(evening, 7)
    correction = event_corrected(evening, seat, {**seat["data"], "player": "P-2007"})
    from_the_cage(evening, correction)
    said = correction["data"]["data"]
    spelled = dict(reversed(said.items())) | {"unidentified": False, "badge": None}
    again = {**correction, "data": dict(reversed(correction["data"].items())) | {"data": spelled}}
    answer = from_the_cage(evening, again)
    assert (answer.recorded, answer.duplicates) == (0, 1)
    other = {**correction, "data": correction["data"] | {"data": said | {"player": "P-3"}}}
    with pytest.raises(IdReused):
        from_the_cage(evening, other)
    withdrawn = {**correction, "data": correction["data"] | {"data": None}}
    with pytest.raises(IdReused):
        from_the_cage(evening, withdrawn)


def test_a_seat_moved_under_its_wagers_is_refused() -> None:
    evening = an_evening(1)
    seat = seat_taken(evening, 7)
    with pytest.raises(RuleViolation):
        correct(evening, seat, {**seat["data"], "seat": 1})
    with pytest.raises(RuleViolation):
        correct(evening, seat, {**seat["data"], "seat": 9})
    with pytest.raises(RuleViolation):
        correct(evening, seat, {**seat["data"], "player": "P-1004"})
    all_is_proven()
