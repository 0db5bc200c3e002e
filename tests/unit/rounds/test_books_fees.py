"""What fees and drop boxes post: where the money lies, with worked numbers."""

from typing import Any

from tests.booked import Kept, a_kept_table, change_box
from tests.builders import BUSTER, FLOOR, Content

FEE: dict[str, Any] = {"seat": 2, "role": "player"}
LINE = "2/P-2/player/collection"
ANN = "person:P-2"
BOX, NEXT, ROOM = "box:B-1:collection", "box:B-2:collection", "count_room:collection"


def a_round_with_a_fee(play: Kept, cents: int = 200) -> int:
    """A round that pushes, in which seat 2 pays a collection fee; its number."""
    play.open_round()
    play.bet(2, 1_000)
    play.send("fee.collected", **FEE, amount_cents=cents)
    play.deal({2: "TS 8D"}, "8S TC")
    play.stand(2)
    play.reveal()
    play.settle()
    return play.round.number


def boxed() -> Kept:
    """A table with a box and the first round's fee of $2 in it."""
    play = a_kept_table(BUSTER, 2, 5)
    a_round_with_a_fee(play)
    return play


def paying(events: list[Content], cents: int) -> list[Content]:
    """The round with another fee."""
    for event in events:
        if event["type"] == "fee.collected":
            event["data"]["amount_cents"] = cents
    return events


def test_a_fee_goes_from_the_payer_into_the_box_and_back() -> None:
    play = boxed()
    assert play.said() == [("fee_collected", LINE, {BOX: 200, ANN: -200})]
    play.send("fee.refunded", number=1, **FEE, amount_cents=50, **FLOOR)
    assert play.said(1) == [("fee_refunded", LINE, {BOX: -50, ANN: 50})]


def test_a_waiver_moves_nothing() -> None:
    play = boxed()
    play.send("fee.waived", number=1, **FEE, amount_cents=50, **FLOOR)
    assert len(play.posted) == 1


def test_without_a_box_the_money_is_kept_apart_and_not_lost() -> None:
    play = a_kept_table(BUSTER, 2, 5, box=None)
    a_round_with_a_fee(play)
    assert play.balances() == {ANN: -200, "unboxed:T01:collection": 200}


def test_what_a_box_holds_goes_with_it_to_the_count_room() -> None:
    play = boxed()
    since = play.table.boxes["collection"].since
    change_box(play, "B-2")
    a_round_with_a_fee(play, 300)
    assert play.said(1) == [
        ("box_removed", f"collection/B-1/{since}", {BOX: -200, ROOM: 200}),
        ("fee_collected", LINE, {NEXT: 300, ANN: -300}),
    ]


def test_an_empty_box_moves_nothing() -> None:
    play = a_kept_table(BUSTER, 2, 5)
    change_box(play, None)
    change_box(play, "B-2", purpose="jackpot")
    assert play.said() == []


def test_purposes_are_never_mixed() -> None:
    play = a_kept_table(BUSTER, 2, 5)
    change_box(play, "J-1", purpose="jackpot")
    a_round_with_a_fee(play)
    play.send("fee.collected", number=1, **FEE, amount_cents=100, purpose="jackpot")
    change_box(play, None, purpose="jackpot")
    assert play.balances() == {ANN: -300, BOX: 200, "count_room:jackpot": 100}


def test_a_late_fee_goes_through_the_box_that_was_taken_off() -> None:
    play = boxed()
    since = play.table.boxes["collection"].since
    change_box(play, "B-2")
    play.send("fee.collected", number=1, **FEE, amount_cents=75)
    assert play.said(2) == [
        ("fee_collected", LINE, {BOX: 75, ANN: -75}),
        ("box_removed", f"collection/B-1/{since}", {BOX: -75, ROOM: 75}),
    ]
    play.send("fee.refunded", number=1, **FEE, amount_cents=25, **FLOOR)
    assert play.balances() == {ANN: -250, ROOM: 250}


def test_a_late_fee_of_a_counted_box_lies_in_the_present_one() -> None:
    play = boxed()
    change_box(play, "B-2")
    play.counted.add(("collection", "B-1"))
    play.send("fee.collected", number=1, **FEE, amount_cents=75)
    assert play.said(2) == [("fee_collected", LINE, {NEXT: 75, ANN: -75})]


def test_of_a_corrected_round_only_the_difference_of_fees_is_posted() -> None:
    play = boxed()
    play.correct(paying(play.whole(), 300))
    assert play.said(1) == [("fee_corrected", LINE, {BOX: 100, ANN: -100})]
    play.correct([event for event in play.whole() if event["type"] != "fee.collected"])
    assert play.said(2) == [("fee_corrected", LINE, {BOX: -300, ANN: 300})]
    assert play.balances() == {}


def test_a_waiver_in_a_corrected_round_moves_nothing() -> None:
    play = boxed()
    events = paying(play.whole(), 150)
    fee = next(place for place, event in enumerate(events) if event["type"] == "fee.collected")
    waiver = {"type": "fee.waived", "data": {**FEE, "amount_cents": 50, **FLOOR}}
    play.correct([*events[:fee], events[fee] | waiver, *events[fee:]])
    assert play.said(1) == [("fee_corrected", LINE, {BOX: -50, ANN: 50})]


def test_a_correction_of_fees_in_a_counted_box_moves_money_of_the_present_one() -> None:
    play = boxed()
    events = play.whole()
    change_box(play, "B-2")
    play.counted.add(("collection", "B-1"))
    play.correct(paying(events, 300))
    assert play.said(2) == [("fee_corrected", LINE, {NEXT: 100, ANN: -100})]
    play.correct(paying(events, 250))
    assert play.balances() == {ANN: -250, NEXT: 50, ROOM: 200}


def test_another_payer_pays_in_the_first_ones_place() -> None:
    play = boxed()
    events = play.whole()
    for event in events:
        if event["type"] == "fee.collected":
            event["data"]["player"] = "P-5"
    play.correct(events)
    assert play.said(1) == [
        ("fee_corrected", LINE, {BOX: -200, ANN: 200}),
        ("fee_corrected", "2/P-5/player/collection", {BOX: 200, "person:P-5": -200}),
    ]


def test_a_round_reported_late_posts_its_fees_and_its_settlement() -> None:
    play = boxed()
    play.open_round(number=3)
    play.send("round.voided", **FLOOR)
    seats = [
        {"seat": number, "player": seat.player, "kind": "patron"}
        for number, seat in play.table.seats.items()
    ]
    refund = {"type": "fee.refunded", "data": {**FEE, "amount_cents": 50, **FLOOR}}
    events = [event for _ in range(2) for event in play.whole(1)]
    fees = [event for event in events if event["type"] == "fee.collected"]
    opened, bet, *others = [event for event in play.whole(1) if event not in fees]
    told = [opened, bet, *fees, refund | {"occurred_at": bet["occurred_at"]}, *others]
    play.send("round.reported_late", round=2, seats=seats, events=told)
    assert play.said(1) == [
        ("fee_collected", LINE, {BOX: 400, ANN: -400}),
        ("fee_refunded", LINE, {BOX: -50, ANN: 50}),
    ]


def test_a_refund_beyond_what_was_recorded_is_noticed() -> None:
    play = boxed()
    assert play.books.overdrawn() is None
    play.send("fee.refunded", number=1, **FEE, amount_cents=200, **FLOOR)
    assert play.books.overdrawn() is None
    play.send("fee.refunded", number=1, **FEE, amount_cents=1, **FLOOR)
    place = play.books.overdrawn()
    assert place is not None
    assert place.purpose == "collection"
    play.send("fee.collected", number=1, **FEE, amount_cents=1)
    assert play.books.overdrawn() is None
