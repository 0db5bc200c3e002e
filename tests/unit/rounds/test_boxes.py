"""In which drop box fee money lies: the round's, until that is counted, then the present one."""

from copy import deepcopy
from typing import Any

from msgspec.structs import fields

from tables.rounds.admit.facts import Facts
from tables.rounds.furniture import Box
from tests.builders import BUSTER, FLOOR, Content, Play, a_table

FEE: dict[str, Any] = {"seat": 2, "role": "player"}


def change(play: Play, box_in: str | None, *, purpose: str = "collection") -> None:
    """The drop team takes a box off, puts one on, or both."""
    there = play.table.boxes.get(purpose)
    box_out = None if there is None else there.box
    people: dict[str, Any] = {"purpose": purpose, "removed_by": "drop-1"}
    play.send("box.changed", box_out=box_out, box_in=box_in, **people)


def a_settled_round(play: Play) -> int:
    """A round in which seat 2 pays a fee of 100 cents."""
    if not play.table.seats:
        play.sit(2, 5)
    play.open_round()
    number = play.round.number
    play.bet(2, 1_000)
    play.send("fee.collected", **FEE, amount_cents=100)
    play.deal({2: "TS 9D"}, "7S TC")
    play.stand(2)
    play.reveal()
    play.settle()
    return number


def laid(play: Play, number: int) -> list[tuple[str, int, str | None]]:
    """What moved, how much, and which box it lies in."""
    fees = play.rounds[number].fees
    return [(fee.what, fee.amount_cents, None if fee.box is None else fee.box.box) for fee in fees]


def boxed() -> Play:
    """A table with a box on it."""
    play = a_table(BUSTER)
    change(play, "BX-1")
    return play


def test_a_fee_lies_in_the_box_that_was_there_when_its_round_opened() -> None:
    play = boxed()
    number = a_settled_round(play)
    change(play, "BX-2")
    since = len(play.records)
    play.send("fee.collected", number=number, **FEE, amount_cents=50)
    assert laid(play, number) == [("collected", 100, "BX-1"), ("collected", 50, "BX-1")]
    assert play.table.boxes == {"collection": Box("BX-2", since)}


def test_without_a_box_money_lies_in_none() -> None:
    play = a_table(BUSTER)
    number = a_settled_round(play)
    change(play, "BX-1")
    play.send("fee.collected", number=number, **FEE, amount_cents=50)
    assert laid(play, number) == [("collected", 100, None), ("collected", 50, None)]


def test_purposes_have_boxes_of_their_own() -> None:
    play = boxed()
    change(play, "JP-1", purpose="jackpot")
    number = a_settled_round(play)
    play.send("fee.collected", number=number, **FEE, amount_cents=50, purpose="jackpot")
    assert laid(play, number)[-1] == ("collected", 50, "JP-1")


def test_once_its_box_is_counted_a_late_fee_lies_in_the_present_one() -> None:
    play = boxed()
    number = a_settled_round(play)
    change(play, "BX-2")
    play.counted.add(("collection", "BX-1"))
    play.send("fee.collected", number=number, **FEE, amount_cents=50)
    change(play, None)
    play.send("fee.collected", number=number, **FEE, amount_cents=25)
    play.send("fee.waived", number=number, **FEE, amount_cents=5, **FLOOR)
    found = laid(play, number)
    assert found[1:] == [("collected", 50, "BX-2"), ("collected", 25, None), ("waived", 5, None)]


def test_a_box_that_is_still_there_is_the_rounds_even_when_one_of_its_name_was_counted() -> None:
    play = boxed()
    play.counted.add(("collection", "BX-1"))
    number = a_settled_round(play)
    assert laid(play, number) == [("collected", 100, "BX-1")]


def test_of_a_corrected_round_only_the_difference_leaves_the_counted_box() -> None:
    play = boxed()
    number = a_settled_round(play)
    as_it_was = play.whole(number)
    change(play, "BX-2")
    play.counted.add(("collection", "BX-1"))
    for amount_cents, difference in ((300, ("collected", 200)), (50, ("refunded", 250))):
        play.correct(paying(as_it_was, amount_cents), number=number)
        assert laid(play, number)[0] == ("collected", 100, "BX-1")
        assert laid(play, number)[-1] == (*difference, "BX-2")
    play.correct(as_it_was, number=number)
    assert sum(signed for _, signed in moved(play, number)) == 100


def test_of_a_corrected_round_whose_box_is_not_counted_the_fees_are_as_they_should_have_been() -> (
    None
):
    play = boxed()
    number = a_settled_round(play)
    events = [event for event in play.whole(number) if event["type"] != "fee.collected"]
    change(play, "BX-2")
    play.correct(events, number=number)
    assert laid(play, number) == []


def paying(events: list[Content], amount_cents: int) -> list[Content]:
    """The round with another fee."""
    found = deepcopy(events)
    for event in found:
        if event["type"] == "fee.collected":
            event["data"]["amount_cents"] = amount_cents
    return found


def moved(play: Play, number: int) -> list[tuple[str | None, int]]:
    """By box, what came less what went."""
    signs = {"collected": 1, "refunded": -1, "waived": 0}
    return [
        (None if fee.box is None else fee.box.box, signs[fee.what] * fee.amount_cents)
        for fee in play.rounds[number].fees
    ]


def test_a_late_rounds_fees_lie_in_the_boxes_of_the_round_below_it() -> None:
    play = boxed()
    first = a_settled_round(play)
    change(play, "BX-2")
    play.open_round(number=3)
    play.send("round.voided", **FLOOR)
    seats = [
        {"seat": number, "player": seat.player, "kind": "patron"}
        for number, seat in play.table.seats.items()
    ]
    play.counted.add(("collection", "BX-1"))
    play.send("round.reported_late", round=2, seats=seats, events=play.whole(first))
    assert play.rounds[2].boxes == play.rounds[first].boxes
    assert laid(play, 2) == [("collected", 100, "BX-2")]


def test_replay_lays_money_where_it_was_laid() -> None:
    play = boxed()
    number = a_settled_round(play)
    events = paying(play.whole(number), 300)
    change(play, "BX-2")
    play.counted.add(("collection", "BX-1"))
    play.send("fee.collected", number=number, **FEE, amount_cents=50)
    play.correct(events, number=number)
    assert laid(play, number)[1:] == [("collected", 50, "BX-2"), ("collected", 150, "BX-2")]
    table, rounds = play.replayed()
    assert table.boxes == play.table.boxes
    assert rounds[number].fees == play.rounds[number].fees


def test_who_knows_no_counts_takes_no_box_for_counted() -> None:
    is_counted = next(field for field in fields(Facts) if field.name == "is_counted").default
    assert is_counted("collection", Box(box="BX-1", since=2)) is False
