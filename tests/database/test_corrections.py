"""Rounds put right on a real log: corrected, voided, reported late; all histories readable."""

from datetime import date

import pytest

from cardroom.errors import CardroomError, Forbidden, Malformed, RuleViolation
from tables import queries
from tables.views import Answer
from tests.corrected import (
    all_is_proven,
    changed,
    fees,
    from_the_cage,
    given,
    read,
    reported_late,
    revision,
    round_corrected,
    stakes,
    voided,
)
from tests.phones import a_phone
from tests.played import HOUSE, TABLE, Evening, Event, all_rows, an_evening, load_the_house, post

pytestmark = pytest.mark.django_db(transaction=True)

REFUNDED = ('void_fee = "kept"', 'void_fee = "refunded"')
PAID = {"role": "player", "amount_cents": 100}


def appended(answer: Answer) -> list[str]:
    """What the service appended."""
    return [event.type for event in answer.appended]


def noted(answer: Answer) -> list[str]:
    """The codes noted."""
    return [note.code for note in answer.irregularities]


def test_a_corrected_round_settles_anew_and_its_first_history_stays() -> None:
    evening = an_evening(3)
    before, others = read(1), (read(2), read(3))
    answer = from_the_cage(evening, round_corrected(evening, 1, given(evening, game=10_000)))
    after = read(1)
    assert after.settlement is not None
    assert (revision(1, at=answer.positions[0] - 1), revision(1)) == (1, 2)
    assert stakes(after) > stakes(before)
    assert read(1, at=answer.positions[0] - 1) == before
    assert [entry.round for entry in answer.rounds] == [1]
    assert answer.rounds[0].settlement == after.settlement
    assert appended(answer) == ["round.settled"]
    assert noted(answer) == ["corrected", "authorisation_claimed"]
    assert (read(2), read(3)) == others
    evening.play()
    all_is_proven()


def test_the_last_correction_wins_and_each_revision_can_be_read() -> None:
    evening = an_evening(1)
    known = {1: (answer_at := evening.last.last_position, read(1))}
    for number, game in enumerate((20_002, 10_000, 5_000), start=2):
        answer = from_the_cage(evening, round_corrected(evening, 1, given(evening, game=game)))
        known[number] = (answer.last_position, read(1))
    for number, (position, then) in known.items():
        assert read(1, at=position) == then
        assert revision(1, at=position) == number
    assert answer_at < known[2][0]
    assert {wager.amount_cents for wager in read(1).wagers if wager.seat == 4} == {5_000, 1_000}
    assert fees(1).revision == 3  # $3, $1, and $1 again
    all_is_proven()


def test_a_correction_that_says_the_same_is_the_next_revision_all_the_same() -> None:
    evening = an_evening(1)
    before = read(1).settlement
    answer = from_the_cage(evening, round_corrected(evening, 1, given(evening)))
    after = read(1).settlement
    assert before is not None
    assert after is not None
    assert (after.revision, after.lines) == (2, before.lines)
    assert appended(answer) == ["round.settled"]
    all_is_proven()


def test_two_corrections_of_one_round_in_a_batch_are_two_revisions() -> None:
    evening = an_evening(2)
    answer = from_the_cage(
        evening,
        round_corrected(evening, 1, given(evening, game=10_000)),
        round_corrected(evening, 1, given(evening, game=7_000)),
        round_corrected(evening, 2, given(evening, game=9_000)),
    )
    assert appended(answer) == ["round.settled"] * 3
    assert [entry.round for entry in answer.rounds] == [1, 2]
    assert (revision(1), revision(2)) == (3, 2)
    assert revision(1, at=answer.appended[0].position) == 2
    all_is_proven()


def test_a_correction_sent_again_records_nothing_and_answers_the_same_notes() -> None:
    evening = an_evening(1)
    correction = round_corrected(evening, 1, given(evening, game=10_000))
    first = from_the_cage(evening, correction)
    again = from_the_cage(evening, correction, expected_position=1)
    assert (again.recorded, again.duplicates, again.appended) == (0, 1, ())
    assert again.positions == first.positions
    assert again.irregularities == first.irregularities
    assert again.rounds == first.rounds
    all_is_proven()


def test_a_voided_round_comes_back_by_correction_and_a_settled_one_goes() -> None:
    evening = an_evening(2)
    evening.open_round_and_void()
    answer = from_the_cage(evening, round_corrected(evening, 3, given(evening)))
    assert answer.rounds[0].phase == "settled"
    assert revision(3) == 1
    answer = from_the_cage(evening, round_corrected(evening, 1, voided(given(evening))))
    assert appended(answer) == ["round.reversed", "table.refolded"]  # a hand less in the run
    assert noted(answer) == [
        "corrected",
        "authorisation_claimed",
        "voided",
        "authorisation_claimed",
    ]
    assert (read(1).phase, read(1).settlement) == ("voided", None)
    answer = from_the_cage(evening, round_corrected(evening, 1, given(evening)))
    own = read(1, at=answer.positions[0])
    assert (own.phase, own.settlement) == ("drawing", None), "what was reversed holds no more"
    assert revision(1) == 2
    all_is_proven()


def test_a_settled_round_is_voided_from_the_cage_by_a_supervisor_alone() -> None:
    evening = an_evening(1)
    with pytest.raises(Forbidden):
        post(evening.void(1))
    with pytest.raises(RuleViolation):
        from_the_cage(evening, evening.void(1))
    content = {"reason": "wrong deck", "authorised_by": "sup-1"}
    answer = from_the_cage(evening, evening.event("round.voided", content, number=1))
    assert appended(answer) == ["round.reversed"]
    assert (read(1).phase, read(1).settlement) == ("voided", None)
    assert revision(1, at=answer.positions[0] - 1) == 1
    with pytest.raises(RuleViolation, match="voided already"):
        from_the_cage(evening, evening.event("round.voided", content, number=1))
    evening.post(*evening.next_round()[:25])
    with pytest.raises(Forbidden):
        from_the_cage(evening, evening.event("round.voided", content, number=2))
    all_is_proven()


def test_fees_of_a_void_go_back_and_come_again_as_the_house_says() -> None:
    evening = an_evening(1, change=REFUNDED)
    content = {"reason": "wrong deck", "authorised_by": "sup-1"}
    assert fees(1).assessed_cents == 700
    answer = from_the_cage(evening, evening.event("round.voided", content, number=1))
    assert appended(answer) == ["round.reversed", "fees.assessed"]
    assert (fees(1).revision, fees(1).assessed_cents) == (2, 0)
    answer = from_the_cage(evening, round_corrected(evening, 1, given(evening)))
    assert appended(answer) == ["fees.assessed", "round.settled"]
    assert (fees(1).revision, fees(1).assessed_cents) == (3, 700)
    answer = from_the_cage(evening, round_corrected(evening, 1, voided(given(evening))))
    assert appended(answer) == ["fees.assessed", "round.reversed", "table.refolded"]
    assert (fees(1).revision, fees(1).assessed_cents) == (4, 0)
    all_is_proven()


def test_the_fee_events_of_a_correction_replace_the_rounds_and_later_ones_add_to_them() -> None:
    evening = an_evening(1)
    evening.post(evening.fee(1, 300))
    assert fees(1).collected_cents == 1_000
    events = [event for event in given(evening) if event["type"] != "fee.collected"]
    from_the_cage(evening, round_corrected(evening, 1, events))
    assert fees(1).collected_cents == 0
    evening.post(evening.fee(1, 200))
    assert fees(1).collected_cents == 200
    assert fees(1, at=evening.last.last_position - 1).collected_cents == 0
    all_is_proven()


@pytest.mark.parametrize("events", [3, 12, 25])
def test_a_correction_of_the_open_round_ends_it_and_the_table_plays_on(events: int) -> None:
    evening = an_evening(1)
    opened, *more = evening.next_round()[:events]
    evening.post(opened, *more)
    answer = from_the_cage(evening, round_corrected(evening, 2, given(evening, game=10_000)))
    assert (revision(2), read(2).phase, answer.state.round) == (1, "settled", None)
    assert answer.state.rotation is not None
    assert answer.state.rotation.hands == 2
    late = evening.event("decision.made", {"seat": 4, "action": "stand"}, number=2)
    with pytest.raises(RuleViolation, match="isn't open"):
        evening.post(late)
    evening.play()
    all_is_proven()


def test_the_open_round_is_voided_by_a_correction() -> None:
    evening = an_evening(1)
    evening.post(*evening.next_round()[:25])
    answer = from_the_cage(evening, round_corrected(evening, 2, voided(given(evening))))
    assert (read(2).phase, answer.state.round) == ("voided", None)
    assert appended(answer) == ["table.refolded"]  # for more cards left the shoe
    evening.play()
    all_is_proven()


def test_another_player_dealer_by_correction_makes_the_run_anothers() -> None:
    evening = an_evening(2)
    events = [
        {**event, "data": {**event["data"], "player_dealer_seat": 2}}
        if event["type"] == "round.opened"
        else event
        for event in given(evening)
        if event["data"].get("seat") != 2 and event["type"] != "action_button.placed"
    ]
    events = [event for event in events if event["data"].get("role") != "player_dealer"]
    answer = from_the_cage(evening, round_corrected(evening, 2, events))
    assert appended(answer) == ["fees.assessed", "round.settled", "table.refolded"]
    assert answer.state.rotation is not None
    assert (answer.state.rotation.holder, answer.state.rotation.hands) == ("P-1000", 1)
    answer = from_the_cage(evening, round_corrected(evening, 1, events))
    assert answer.state.rotation is not None
    assert (answer.state.rotation.holder, answer.state.rotation.hands) == ("P-1000", 2)
    evening.play()
    now = queries.table(HOUSE, TABLE).rotation
    assert now is not None
    assert (now.holder, now.hands) == ("P-1001", 1)
    all_is_proven()


def a_plain_shoe(rounds: int) -> Evening:
    """An evening with a shoe that isn't a shuffler, of which each round takes two JD."""
    load_the_house()
    evening = Evening()
    for event in evening.opening:
        if event["type"] == "shoe.loaded":
            event["data"]["continuous"] = False
    evening.open()
    evening.play(rounds)
    return evening


def test_a_card_that_a_correction_takes_back_is_in_the_shoe_again() -> None:
    evening = a_plain_shoe(3)  # all copies of JD and 8C are out
    fourth = evening.next_round()
    with pytest.raises(CardroomError) as refused:
        evening.post(*fourth)
    assert (refused.value.rule, refused.value.pointer) == ("copies", "/events/14")
    others = given(evening)
    for nth, card in ((2, "JC"), (3, "8S"), (6, "JH"), (11, "8D")):
        others = changed(others, "card.dealt", {"card": card}, nth=nth)
    answer = from_the_cage(evening, round_corrected(evening, 1, others))
    assert appended(answer) == ["round.settled", "table.refolded"]
    evening.post(*fourth)
    from_the_cage(evening, round_corrected(evening, 4, given(evening)))
    from_the_cage(evening, round_corrected(evening, 1, given(evening)))
    found = refusal(evening, given(evening), 4)
    assert (found.rule, found.pointer) == ("copies", "/events/0/data/events/14")
    all_is_proven()


def test_a_correction_is_judged_by_the_shoe_of_its_time() -> None:
    evening = a_plain_shoe(3)
    from_the_cage(evening, round_corrected(evening, 3, given(evening)))
    evening.post(evening.event("shoe.loaded", {"decks": 6}))
    evening.play(2)
    from_the_cage(evening, round_corrected(evening, 3, given(evening)))
    from_the_cage(evening, round_corrected(evening, 5, given(evening)))
    third = changed(given(evening), "card.dealt", {"card": "JD"}, nth=0)
    found = refusal(evening, third, 3)
    assert (found.rule, found.pointer) == ("copies", "/events/0/data/events/18")
    from_the_cage(evening, round_corrected(evening, 4, third))
    all_is_proven()


def test_a_seat_that_changed_hands_before_it_wagered_is_its_wagerers() -> None:
    evening = an_evening(1)
    opened, *wagers = evening.next_round()
    seats = [
        evening.event("seat.left", {"seat": 4}),
        evening.event("seat.taken", {"seat": 4, "player": "P-9", "kind": "patron"}),
    ]
    for event in seats:
        event["occurred_at"] = opened["occurred_at"]
    evening.post(opened, *seats, *wagers)
    assert {wager.player for wager in read(2).wagers if wager.seat == 4} == {"P-9"}
    evening.play()
    from_the_cage(evening, round_corrected(evening, 2, given(evening, game=10_000)))
    assert {wager.player for wager in read(2).wagers if wager.seat == 4} == {"P-9"}
    all_is_proven()


def test_who_took_a_free_seat_in_mid_round_may_have_wagered_at_any_time() -> None:
    evening = an_evening(1)
    opened, *wagers = evening.next_round()
    taken = evening.event("seat.taken", {"seat": 1, "player": "P-9", "kind": "patron"})
    evening.post(opened, *wagers[:6], taken, *wagers[6:])
    whole = given(evening)
    own = {"seat": 1, "kind": "game", "amount_cents": 1_000}
    placed = {**whole[6], "data": own}
    dealt = [
        i for i, one in enumerate(whole) if one["data"].get("seat") == 8 and "card" in one["data"]
    ]
    cards = [{**whole[i], "data": whole[i]["data"] | {"seat": 1, "card": "9H"}} for i in dealt]
    stand = {**whole[0], "type": "decision.made", "data": {"seat": 1, "action": "stand"}}
    stood = next(i for i, one in enumerate(whole) if one["data"].get("action") == "stand")
    whole[stood + 1 : stood + 1] = [stand]
    for index, card in reversed([*zip(dealt, cards, strict=True)]):
        whole[index + 1 : index + 1] = [card]
    whole[7:7] = [placed]
    from_the_cage(evening, round_corrected(evening, 2, whole))
    assert {wager.player for wager in read(2).wagers if wager.seat == 1} == {"P-9"}
    all_is_proven()


def test_a_seat_that_changed_hands_after_it_wagered_is_still_the_first_ones() -> None:
    evening = an_evening(1)
    *events, last = evening.next_round()
    seats = [
        evening.event("seat.left", {"seat": 4}),
        evening.event("seat.taken", {"seat": 4, "player": "P-9", "kind": "patron"}),
    ]
    evening.post(*events, *seats, last)
    from_the_cage(evening, round_corrected(evening, 2, given(evening, game=10_000)))
    assert {wager.player for wager in read(2).wagers if wager.seat == 4} == {"P-1002"}
    from_the_cage(evening, round_corrected(evening, 2, given(evening, game=9_000)))
    assert {wager.player for wager in read(2).wagers if wager.seat == 4} == {"P-1002"}
    all_is_proven()


def test_rounds_are_corrected_after_the_table_closed_and_opened_again() -> None:
    evening = an_evening(2)
    evening.post(evening.event("table.closed", {"reason": "late", "last_round": 2}))
    from_the_cage(evening, round_corrected(evening, 1, given(evening, game=10_000)))
    assert revision(1) == 2
    evening.opening = [evening._fresh(event, 0) for event in evening.opening]
    evening.opening[1]["data"]["player"] = "P-7000"  # seat 2 is another's now
    evening.open()
    evening.play()
    from_the_cage(evening, round_corrected(evening, 2, given(evening, game=10_000)))
    assert {wager.player for wager in read(2).wagers if wager.seat == 2} == {"P-1000"}
    from_the_cage(evening, round_corrected(evening, 3, given(evening, game=10_000)))
    assert {wager.player for wager in read(3).wagers if wager.seat == 2} == {"P-7000"}
    all_is_proven()


def test_a_round_reported_late_fills_its_gap() -> None:
    evening = an_evening(1)
    evening.rounds += 1  # round 2 stays out
    evening.play()
    assert "round_gap" in noted(evening.last)
    late = reported_late(evening, 2)
    answer = evening.post(late)
    assert appended(answer) == ["fees.assessed", "round.settled", "table.refolded"]
    assert noted(answer) == ["reported_late"]
    assert [entry.round for entry in answer.rounds] == [2]
    assert read(2).settlement is not None
    assert read(2).settlement.lines == read(1).settlement.lines  # type: ignore[union-attr]
    assert answer.state.rotation is not None
    assert answer.state.rotation.hands == 3  # one between two of the same holder's
    with pytest.raises(RuleViolation, match="isn't missing"):
        evening.post(reported_late(evening, 2))
    from_the_cage(evening, round_corrected(evening, 2, given(evening, game=10_000)))
    assert (revision(2), revision(2, at=answer.last_position)) == (2, 1)
    content = {"reason": "wrong deck", "authorised_by": "sup-1"}
    from_the_cage(evening, evening.event("round.voided", content, number=2))
    assert read(2).phase == "voided"
    evening.play()
    all_is_proven()


def test_a_late_first_round_has_the_offering_of_the_one_above_and_a_day_of_its_own() -> None:
    load_the_house()
    evening = Evening()
    evening.rounds = 2
    evening.opening[0]["data"]["offering"] = "P215-N"
    evening.open()
    events = evening.next_round()
    for event in events:
        event["occurred_at"] = event["occurred_at"].replace("2026-11-28", "2026-11-29")
    evening.post(*events)
    answer = evening.post(reported_late(evening, 1), evening.fee(1))
    assert [entry.round for entry in answer.rounds] == [1]
    assert read(1).settlement.coverage_policy == "net_absorbing"  # type: ignore[union-attr]
    assert read(1).gaming_day == date(2026, 11, 28)
    assert read(3).gaming_day == date(2026, 11, 29)
    answer = evening.post(reported_late(evening, 2))
    assert read(2).gaming_day == date(2026, 11, 28)
    evening.post(evening.event("table.closed", {"reason": "late"}))
    assert queries.table(HOUSE, TABLE).last_round == 3
    all_is_proven()


def test_a_late_round_is_never_of_an_earlier_day_than_the_round_below() -> None:
    evening = an_evening(0)
    evening.rounds = 0
    events = evening.next_round()
    for event in events:
        event["occurred_at"] = event["occurred_at"].replace("2026-11-28", "2026-11-29")
    evening.post(*events)
    evening.rounds += 1
    evening.post(*evening.next_round())
    evening.post(reported_late(evening, 2))
    assert read(2).gaming_day == date(2026, 11, 29)
    all_is_proven()


def test_a_late_round_comes_while_another_is_open() -> None:
    evening = an_evening(1)
    evening.rounds += 1
    evening.post(*evening.next_round()[:25])
    before = queries.table(HOUSE, TABLE).round
    answer = evening.post(reported_late(evening, 2))
    assert answer.state.round == before
    evening.post(evening.void(3))
    all_is_proven()


def settled_by_floor(evening: Evening, number: int, **word: str) -> Event:
    """The floor gives every wager back but one, which the player-dealer wins."""
    lines = [
        {
            "seat": seat,
            "hand": 1,
            "player": player,
            "kind": "game",
            "stake_cents": cents,
            "result": "lose" if seat == 2 else "push",
            "due_cents": cents if seat == 2 else 0,
            "paid_cents": 0,
            "collected_cents": cents if seat == 2 else 0,
            "returned_cents": 0 if seat == 2 else cents,
        }
        for seat, player, cents in ((2, "P-1000", 500), (4, "P-1002", 5_000))
    ]
    word = {"reason": "the shoe broke", "authorised_by": "floor-7"} | word
    return evening.event("round.settled_by_floor", {"lines": lines, **word}, number=number)


def test_what_the_floor_settled_is_corrected_paid_and_voided() -> None:
    evening = an_evening(1)
    evening.post(*evening.next_round()[:25])
    with pytest.raises(Forbidden):
        evening.post(settled_by_floor(evening, 2))
    answer = evening.post(settled_by_floor(evening, 2, code=a_phone().shows()))
    assert (noted(answer), appended(answer)) == (["floor_settled"], ["round.settled"])
    settled = read(2).settlement
    assert settled is not None
    assert (settled.player_dealer_net_cents, settled.used_cents) == (500, 500)
    line = {"seat": 4, "hand": 1, "kind": "game", "player": "P-1002"}
    moved = {"paid_cents": 0, "collected_cents": 100}
    answer = evening.post(evening.event("wager.paid", line | moved, number=2))
    assert noted(answer) == ["paid_differs"]
    *events, last = given(evening)[:25]
    by_floor = settled_by_floor(evening, 2)
    whole = [*events, last, {key: by_floor[key] for key in ("type", "occurred_at", "data")}]
    answer = from_the_cage(evening, round_corrected(evening, 2, whole))
    assert noted(answer)[-2:] == ["floor_settled", "authorisation_claimed"]
    assert revision(2) == 2
    from_the_cage(evening, round_corrected(evening, 2, given(evening)))
    assert revision(2) == 3
    content = {"reason": "wrong deck", "authorised_by": "sup-1"}
    from_the_cage(evening, evening.event("round.voided", content, number=2))
    assert read(2).phase == "voided"
    evening.play()
    all_is_proven()


@pytest.mark.parametrize("scope", ["tables", "cage"])
def test_each_scope_keeps_to_its_own(scope: str) -> None:
    evening = an_evening(1)
    if scope == "tables":
        with pytest.raises(Forbidden):
            evening.post(round_corrected(evening, 1, given(evening)))
    else:
        with pytest.raises(Forbidden):
            from_the_cage(evening, evening.fee(1))


def refusal(evening: Evening, events: list[Event], number: int = 1) -> CardroomError:
    """How a correction is refused, leaving nothing."""
    rows = all_rows()
    with pytest.raises(CardroomError) as caught:
        from_the_cage(evening, round_corrected(evening, number, events))
    assert all_rows() == rows
    return caught.value


def test_a_correction_that_cannot_be_names_its_event() -> None:
    evening = an_evening(1)
    whole = given(evening)
    found = refusal(evening, [*whole[:3], {**whole[3], "type": "seat.left"}, *whole[4:]])
    assert (found.code, found.pointer) == ("malformed", "/events/0/data/events/3/type")
    found = refusal(evening, whole[:-1])
    assert (found.code, found.pointer) == ("rule", f"/events/0/data/events/{len(whole) - 2}")
    card = next(i for i, event in enumerate(whole) if event["type"] == "card.dealt")
    found = refusal(evening, [*whole[:card], *whole[card + 1 :]])
    assert (found.code, found.rule) == ("procedure", "out_of_turn")
    assert found.pointer.startswith("/events/0/data/events/")
    assert refusal(evening, whole, number=9).code == "rule"
    assert (
        refusal(evening, changed(whole, "round.opened", {"player_dealer_seat": 5})).code == "rule"
    )


def test_the_floor_lets_a_breach_inside_a_correction_stand_by_either_override() -> None:
    evening = an_evening(1)
    word = {"authorised_by": "floor-7", "reason": "as it was"}
    whole = changed(given(evening), "wager.placed", {"amount_cents": 60_000}, nth=1)
    assert refusal(evening, whole).rule == "limit"
    inside = [{**event, "override": word} if i == 2 else event for i, event in enumerate(whole)]
    whole = changed(whole, "decision.made", {"amount_cents": 60_000}, nth=0)
    answer = from_the_cage(evening, round_corrected(evening, 1, inside))
    assert "limit" in noted(answer)
    answer = from_the_cage(evening, {**round_corrected(evening, 1, whole), "override": word})
    assert "limit" in noted(answer)
    answer = from_the_cage(evening, round_corrected(evening, 1, whole), override=word)
    assert "limit" in noted(answer)
    all_is_proven()


def test_a_card_burned_in_the_round_is_a_part_of_the_whole() -> None:
    evening = an_evening(0)
    *events, last = evening.next_round()
    burned = evening.event("card.burned", {"card": "9H"}, number=1)
    evening.post(*events, burned, evening.event("incident.noted", {"text": "x"}, number=1), last)
    own = {key: burned[key] for key in ("type", "occurred_at", "data")}
    note = own | {"type": "incident.noted", "data": {"text": "a card fell"}}
    *before, end = given(evening)
    from_the_cage(evening, round_corrected(evening, 1, [*before, own, note, end]))
    from_the_cage(evening, round_corrected(evening, 1, [*before, end]))
    assert revision(1) == 3
    all_is_proven()


def test_what_was_paid_is_compared_with_the_present_settlement() -> None:
    evening = an_evening(1)
    line = read(1).settlement.lines[0]  # type: ignore[union-attr]
    content = {"seat": line.seat, "hand": line.hand, "kind": line.kind, "player": line.player}
    moved = {"paid_cents": line.paid_cents, "collected_cents": line.collected_cents}
    assert evening.post(evening.event("wager.paid", content | moved, number=1)).irregularities == ()
    moved["paid_cents"] += 500
    answer = evening.post(evening.event("wager.paid", content | moved, number=1))
    assert noted(answer) == ["paid_differs"]
    with pytest.raises(RuleViolation):
        evening.post(evening.event("wager.paid", content | moved | {"seat": 1}, number=1))
    from_the_cage(evening, round_corrected(evening, 1, voided(given(evening))))
    with pytest.raises(RuleViolation, match="no such settlement line"):
        evening.post(evening.event("wager.paid", content | moved, number=1))
    all_is_proven()


def test_a_days_attestation_and_an_incident_change_no_state() -> None:
    evening = an_evening(2)
    before = queries.table(HOUSE, TABLE)
    day = {"gaming_day": "2026-11-28", "last_round": 2, "rounds_dealt": 2}
    evening.post(evening.event("day.attested", day))
    evening.post(evening.event("incident.noted", {"text": "a glass fell"}, number=77))
    evening.post(evening.event("table.closed", {"reason": "late"}))
    answer = evening.post(evening.event("day.attested", day | {"last_round": 9}))
    assert answer.state.last_round == 2
    assert (answer.state.rotation, before.rotation) != (None, None)
    assert answer.state.rotation.hands == before.rotation.hands  # type: ignore[union-attr]
    with pytest.raises(Malformed):
        evening.post(evening.event("day.attested", day, number=1))
    all_is_proven()
