"""Wrong fees are noted where they come to light, once, and a round shows those that stand."""

from collections.abc import Sequence
from typing import Any

from tables.rounds.admit import owing, refit
from tables.rounds.codec import Recorded
from tables.rounds.events import Noted
from tables.views.fees import fees_view
from tests.builders import BUSTER, CODE, FLOOR, Content, Play, a_round, a_table

PD: Content = {"seat": 5, "role": "player_dealer"}
SEAT_2: Content = {"seat": 2, "role": "player"}
A_LINE: Content = {
    "seat": 2,
    "player": "P-2",
    "kind": "game",
    "hand": 1,
    "result": "push",
    "stake_cents": 1_000,
    "returned_cents": 1_000,
    "paid_cents": 0,
    "collected_cents": 0,
}


def a_wager(**options: Any) -> Play:
    """One wager of $10 at seat 2, who owes $1, against seat 5, who owes $3 and has paid."""
    play = a_round(BUSTER, {2: 1_000}, **options)
    play.send("fee.collected", **PD, amount_cents=300)
    return play


def pay(play: Play, cents: int = 100, *, what: str = "collected", **more: Any) -> list[str]:
    """Money of a wager; what is noted of it."""
    word = {} if what == "collected" else FLOOR
    return noted(play.send(f"fee.{what}", **SEAT_2 | {"amount_cents": cents} | word | more))


def deal(play: Play) -> None:
    """Both hands are dealt, and seat 2 stands."""
    play.deal({2: "TS 9D"}, "7S TC")
    play.stand(2)
    play.reveal()


def end(play: Play) -> list[str]:
    """The round is completed; what is noted of it."""
    return noted(play.send("round.completed"))


def noted(records: Sequence[Recorded]) -> list[str]:
    """The fee exceptions noted of an event, or of those that it brought."""
    notes = [*records[0].noted.irregularities]
    notes += [note for one in records[0].noted.events for note in one.irregularities]
    return [note.detail for note in notes if note.code == "fee"]


def shown(play: Play, number: int = 1) -> list[str]:
    """The exceptions that the round shows."""
    return [one.code for one in fees_view(play.rounds[number]).exceptions]


def test_a_round_whose_fees_are_right_has_none() -> None:
    play = a_wager()
    pay(play)
    deal(play)
    assert end(play) == []
    assert shown(play) == []


def test_what_is_missing_is_noted_when_the_round_ends() -> None:
    play = a_wager()
    deal(play)
    assert shown(play) == []
    assert end(play) == ["missing_fee: seat 2, P-2: $1.00 assessed, nothing collected"]
    assert shown(play) == ["missing_fee"]


def test_the_floors_settlement_ends_a_round_as_well() -> None:
    play = a_wager()
    deal(play)
    records = play.send("round.settled_by_floor", lines=[A_LINE], **FLOOR, code=CODE)
    assert [one.partition(":")[0] for one in noted(records)] == ["missing_fee"]


def test_late_and_unexpected_money_is_noted_of_itself_and_not_again() -> None:
    play = a_wager()
    deal(play)
    assert pay(play) == [
        "late_fee: seat 2, P-2: collected after the first card, due before the deal"
    ]
    assert pay(play, player="B-1") == ["unexpected_fee: seat 2, B-1: $1.00 collected, nothing owed"]
    assert end(play) == []
    assert shown(play) == ["late_fee", "unexpected_fee"]


def test_money_before_the_deal_that_nobody_owes_is_noted_at_the_end() -> None:
    play = a_wager()
    pay(play)
    assert pay(play, player="B-1") == []
    deal(play)
    assert end(play) == ["unexpected_fee: seat 2, B-1: $1.00 collected, nothing owed"]


def test_money_after_the_end_heals_or_harms() -> None:
    play = a_wager()
    deal(play)
    assert len(end(play)) == 1
    assert pay(play, number=1) == [
        "late_fee: seat 2, P-2: collected after the first card, due before the deal"
    ]
    assert shown(play) == ["late_fee"]
    assert pay(play, 50, number=1) == [
        "wrong_fee: seat 2, P-2: $1.00 assessed, $1.50 collected",
    ]
    assert pay(play, 50, what="refunded", number=1) == []
    assert pay(play, what="refunded", number=1) == [
        "missing_fee: seat 2, P-2: $1.00 assessed, nothing collected"
    ]
    assert pay(play, what="waived", number=1) == []
    assert shown(play) == []


def test_money_of_another_purpose_is_no_collection_fee() -> None:
    play = a_wager()
    for cents in (100, 250):
        pay(play, cents, purpose="jackpot")
    deal(play)
    assert pay(play, purpose="promo") == []
    assert len(end(play)) == 1
    fees = fees_view(play.rounds[1])
    assert (fees.collected_cents, len(fees.moved)) == (300, 4)
    assert shown(play) == ["missing_fee"]


def test_a_void_whose_fees_are_kept_ends_a_round_like_any_other() -> None:
    play = a_wager()
    deal(play)
    assert noted(play.send("round.voided", **FLOOR)) == [
        "missing_fee: seat 2, P-2: $1.00 assessed, nothing collected"
    ]
    assert shown(play) == ["missing_fee"]


def test_a_void_whose_fees_go_back_shows_them_until_they_do() -> None:
    play = a_wager(void_fee="refunded")
    pay(play)
    pay(play, player="B-1")
    deal(play)
    assert noted(play.send("round.voided", **FLOOR)) == [
        "unexpected_fee: seat 2, B-1: $1.00 collected, nothing owed"
    ]
    assert shown(play) == ["unexpected_fee"] * 3
    for player in ("P-2", "B-1"):
        pay(play, what="refunded", player=player, number=1)
    assert noted(play.send("fee.refunded", number=1, **PD, amount_cents=300, **FLOOR)) == []
    assert shown(play) == []


def test_a_void_without_a_card_leaves_money_that_nobody_owes() -> None:
    play = a_wager()
    assert noted(play.send("round.voided", **FLOOR)) == [
        "no_first_card: seat 5, player-dealer P-5: $3.00 collected, no card was dealt"
    ]
    assert shown(play) == ["no_first_card"]


def test_every_bettor_of_a_circle_owes_for_himself() -> None:
    play = a_wager()
    play.bet(2, 500, player="B-1", backline=True)
    play.bet(2, 500, player="B-2", backline=True)
    pay(play)
    pay(play, player="B-2")
    deal(play)
    assert end(play) == ["missing_fee: seat 2, B-1: $1.00 assessed, nothing collected"]


def test_a_corrected_round_is_judged_by_its_new_events() -> None:
    play = a_wager()
    deal(play)
    end(play)
    right = play.whole()
    paid: Content = {"type": "fee.collected", "data": SEAT_2 | {"amount_cents": 100}}
    right.insert(3, {**paid, "occurred_at": right[2]["occurred_at"]})
    assert noted(play.correct(right)) == []
    assert shown(play) == []
    late = [*right[:3], *right[4:-1], right[3], right[-1]]
    assert [one.partition(":")[0] for one in noted(play.correct(late))] == ["late_fee"]
    assert shown(play) == ["late_fee"]


def test_a_late_round_is_judged_like_any_other() -> None:
    play = a_wager()
    deal(play)
    end(play)
    play.open_round(number=3)
    seats = [{"seat": seat, "player": f"P-{seat}", "kind": "patron"} for seat in (2, 5)]
    records = play.send("round.reported_late", round=2, seats=seats, events=play.whole())
    assert noted(records) == ["missing_fee: seat 2, P-2: $1.00 assessed, nothing collected"]
    assert shown(play, 2) == ["missing_fee"]


def test_a_round_fitted_to_what_it_was_notes_the_same() -> None:
    play = a_wager()
    deal(play)
    end(play)
    pay(play, number=1)
    play.scope = "supervisor"
    word = FLOOR | {"authorised_by": "sup-1"}
    play.send("round.voided", number=1, **word)
    now = play.rounds[1]
    assert refit.refit(play.scene(1), now, play.facts) == tuple(event.noted for event in now.events)


def test_a_round_fitted_to_others_notes_their_fees() -> None:
    play = a_wager()
    pay(play, player="P-2")
    deal(play)
    end(play)
    now, scene = play.rounds[1], play.scene(1)
    scene.table.seats[2].player = "P-9"
    before = [event.noted for event in now.events]
    found = owing.brought(before, refit.refit(scene, now, play.facts))
    assert [note.detail.partition(": $")[0] for note in found] == [
        "missing_fee: seat 2, P-9",
        "unexpected_fee: seat 2, P-2",
    ]


def test_notes_of_fees_are_replaced_where_they_stand() -> None:
    play = a_wager()
    deal(play)
    play.scope = "supervisor"
    own = play.send("round.settled_by_floor", lines=[A_LINE], **FLOOR)[0].noted
    fees = [note for note in own.irregularities if note.code == "fee"]
    codes = [note.code for note in own.irregularities]
    assert codes == ["floor_settled", "fee", "authorisation_claimed"]
    without = owing.noted_anew(own, [])
    assert [note.code for note in without.irregularities] == ["floor_settled", codes[-1]]
    assert owing.noted_anew(without, fees) == own
    assert owing.noted_anew(Noted(), fees).irregularities == tuple(fees)


def test_money_that_lies_in_another_box_than_its_rounds_is_flagged() -> None:
    play = a_table(BUSTER)
    play.sit(2, 5)
    box: Content = {"purpose": "collection", "removed_by": "drop-1"}
    play.send("box.changed", **box, box_in="BX-1")
    play.open_round()
    play.bet(2, 1_000)
    deal(play)
    play.settle()
    play.counted.add(("collection", "BX-1"))
    play.send("box.changed", **box, box_out="BX-1", box_in="BX-2")
    flag = "counted_box: the round's collection box is counted"
    assert pay(play, number=1)[1:] == [f"{flag}, money lies in BX-2"]
    own = play.records[-1].noted
    late = [note for note in own.irregularities if note.detail.startswith("late_fee")]
    assert owing.noted_anew(own, late) == own
    play.send("box.changed", **box, box_out="BX-2")
    assert pay(play, number=1)[-1] == f"{flag}, and there is no other"


def test_only_money_that_moves_is_flagged() -> None:
    play = a_table(BUSTER)
    play.sit(2, 5)
    box: Content = {"purpose": "collection", "removed_by": "drop-1"}
    play.send("box.changed", **box, box_in="BX-1")
    play.send("box.changed", **box | {"purpose": "jackpot"}, box_in="JP-1")
    play.open_round()
    play.bet(2, 1_000)
    pay(play)
    deal(play)
    play.settle()
    play.counted |= {("collection", "BX-1"), ("jackpot", "JP-1")}
    play.send("box.changed", **box, box_out="BX-1")
    play.send("box.changed", **box | {"purpose": "jackpot"}, box_out="JP-1")
    assert flags(play.send("fee.waived", number=1, **SEAT_2, amount_cents=50, **FLOOR)) == []
    right = play.whole()[:-1]  # all but the waiver
    assert flags(play.correct(right)) == []
    dearer = [{**event, "data": dict(event["data"])} for event in right]
    next(one for one in dearer if one["type"] == "fee.collected")["data"]["amount_cents"] = 200
    assert flags(play.correct(dearer)) == ["collection"]
    play.open_round(number=3)
    seats = [{"seat": seat, "player": f"P-{seat}", "kind": "patron"} for seat in (2, 5)]
    late = play.send("round.reported_late", round=2, seats=seats, events=right)
    assert flags(late) == ["collection"]


def flags(records: Sequence[Recorded]) -> list[str]:
    """The purposes of which money lies in another box."""
    return [
        note.detail.split()[3]
        for note in records[0].noted.irregularities
        if note.detail.startswith("counted_box")
    ]
