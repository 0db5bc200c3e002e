"""What a round adds to box periods: each miss at its wager and its box, the sums to the cent."""

from typing import Any

import pytest
from msgspec import structs

from tables.rounds import fee_places
from tables.rounds.fee_places import FeePlace
from tests.booked import Kept, a_kept_table, change_box
from tests.builders import BUSTER, FLOOR, Content

# Each player owes $1 and the player-dealer $3.
PD: Content = {"seat": 5, "role": "player_dealer", "amount_cents": 300}


def a_game(*seats: int) -> Kept:
    """Seats wager $10 each against seat 5, who has paid his fee."""
    play = a_kept_table(BUSTER, *seats, 5)
    play.open_round()
    for seat in seats:
        play.bet(seat, 1_000)
    play.send("fee.collected", **PD)
    return play


def pay(play: Kept, seat: int, cents: int, *, what: str = "collected", **more: Any) -> None:
    """Money of a player."""
    word = {} if what == "collected" else FLOOR
    fee: Content = {"seat": seat, "role": "player", "amount_cents": cents}
    play.send(f"fee.{what}", **fee | word | more)


def finish(play: Kept) -> None:
    """Both hands are dealt, the players stand, the round is settled."""
    seats = [seat for seat in play.felt.circles if seat != 5]
    play.deal(dict.fromkeys(seats, "TS 9D"), "7S TC")
    play.stand(*seats)
    play.reveal()
    play.settle()


def places(play: Kept, number: int = 1) -> list[FeePlace]:
    """What a round adds; in each place of collection money the items make up the variance."""
    found = fee_places.places(play.rounds[number])
    for place in found:
        expected = place.assessed_cents + place.corrections_cents - place.waived_cents
        if place.purpose == "collection":
            differences = sum(item.difference_cents for item in place.items)
            assert place.collected_cents - expected == differences
    return found


def _since(play: Kept, purpose: str = "collection") -> int:
    """Since when the box on the table hangs there."""
    return play.table.boxes[purpose].since


def amounts(place: FeePlace) -> tuple[int, int, int, int]:
    """Assessed, corrections, waived, collected."""
    return (
        place.assessed_cents,
        place.corrections_cents,
        place.waived_cents,
        place.collected_cents,
    )


def items(*found: FeePlace) -> list[tuple[int, str, int]]:
    """Whose seat, what is wrong, and by how much."""
    return [
        (item.seat, item.code, item.difference_cents) for place in found for item in place.items
    ]


def test_a_right_round_adds_what_it_owes_to_the_box_on_the_table() -> None:
    play = a_game(2, 3)
    pay(play, 2, 100)
    pay(play, 3, 100)
    finish(play)
    (place,) = places(play)
    assert (place.purpose, place.since) == ("collection", _since(play))
    assert amounts(place) == (500, 0, 0, 500)
    assert place.items == ()


@pytest.mark.parametrize(
    ("moves", "money", "expected"),
    [
        ([], (400, 0, 0, 300), [("missing_fee", -100)]),
        ([("collected", 300)], (400, 0, 0, 600), [("wrong_fee", 200)]),
        ([("collected", 50)], (400, 0, 0, 350), [("wrong_fee", -50)]),
        ([("waived", 100)], (400, 0, 100, 300), []),
        ([("waived", 900)], (400, 0, 100, 300), []),
        ([("waived", 40), ("collected", 100)], (400, 0, 40, 400), [("wrong_fee", 40)]),
        ([("collected", 100), ("refunded", 100)], (400, 0, 0, 300), [("missing_fee", -100)]),
    ],
)
def test_each_mistake_is_an_item_of_its_wager(
    moves: list[tuple[str, int]],
    money: tuple[int, int, int, int],
    expected: list[tuple[str, int]],
) -> None:
    play = a_game(2)
    for what, cents in moves:
        pay(play, 2, cents, what=what)
    finish(play)
    (place,) = places(play)
    assert amounts(place) == money
    assert items(place) == [(2, code, cents) for code, cents in expected]


def test_while_a_round_is_on_its_open_fees_are_in_play() -> None:
    play = a_game(2)
    assert items(*places(play)) == [(5, "in_play", 300)]
    play.deal({2: "TS 9D"}, "7S TC")
    assert items(*places(play)) == [(2, "in_play", -100)]
    play.stand(2)
    play.reveal()
    play.settle()
    assert items(*places(play)) == [(2, "missing_fee", -100)]


def test_a_round_that_has_done_nothing_with_fees_adds_nothing() -> None:
    play = a_kept_table(BUSTER, 2, 5)
    play.open_round()
    play.bet(2, 1_000)
    assert places(play) == []


def test_late_money_of_a_counted_box_is_an_item_of_both() -> None:
    play = a_game(2)
    finish(play)
    first = _since(play)
    change_box(play, "B-2")
    play.counted.add(("collection", "B-1"))
    pay(play, 2, 100)
    own, other = places(play)
    assert (own.since, other.since) == (first, _since(play))
    assert amounts(own) == (400, 0, 0, 300)
    assert amounts(other) == (0, 0, 0, 100)
    assert items(own) == [(2, "late_fee", 0), (2, "other_box", -100)]
    assert items(other) == [(2, "other_box", 100)]
    assert [one.other_since for one in own.items] == [other.since] * 2
    assert [one.other_since for one in other.items] == [own.since]
    assert [one.collected_cents for one in own.items] == [0, 0]


def late_in_another_box(paid: int, *later: int) -> tuple[FeePlace, FeePlace]:
    """Seat 2 owes $1 and pays so much; his box is counted, and later money comes (or goes back)."""
    play = a_game(2)
    if paid:
        pay(play, 2, paid)
    finish(play)
    change_box(play, "B-2")
    play.counted.add(("collection", "B-1"))
    pay(play, 6, 500, player="P-6")  # so that the second box can give something back
    for cents in later:
        pay(play, 2, abs(cents), what="collected" if cents > 0 else "refunded")
    own, other = places(play)
    return own, other


@pytest.mark.parametrize(
    ("paid", "later", "here", "there"),
    [
        (100, [700], [], [("wrong_fee", 700)]),
        (0, [150], [("late_fee", 0), ("other_box", -100)], [("other_box", 100), ("wrong_fee", 50)]),
        (
            40,
            [20],
            [("wrong_fee", -40), ("late_fee", 0), ("other_box", -20)],
            [("other_box", 20)],
        ),
        (150, [-50], [("other_box", 50)], [("other_box", -50)]),
        (150, [20], [("wrong_fee", 50)], [("wrong_fee", 20)]),
        (0, [-30], [("missing_fee", -100)], [("wrong_fee", -30)]),
    ],
)
def test_what_is_off_is_said_once_where_it_lies(
    paid: int, later: list[int], here: list[tuple[str, int]], there: list[tuple[str, int]]
) -> None:
    own, other = late_in_another_box(paid, *later)
    assert [(one.code, one.difference_cents) for one in own.items] == here
    told = [(one.code, one.difference_cents) for one in other.items if one.seat == 2]
    assert told == there
    assert [one.code for one in other.items if one.seat == 6] == ["unexpected_fee"]


def test_late_money_of_an_uncounted_box_lies_in_that_box() -> None:
    play = a_game(2)
    finish(play)
    since = _since(play)
    change_box(play, "B-2")
    pay(play, 2, 100)
    (own,) = places(play)
    assert (own.since, amounts(own)) == (since, (400, 0, 0, 400))


def test_a_table_without_a_box_has_one_place() -> None:
    play = a_kept_table(BUSTER, 2, 5, box=None)
    play.open_round()
    play.bet(2, 1_000)
    play.send("fee.collected", **PD)
    finish(play)
    (place,) = places(play)
    assert (place.since, amounts(place)) == (fee_places.NOWHERE, (400, 0, 0, 300))


def test_jackpot_money_is_no_fee_and_has_a_place_of_its_own() -> None:
    play = a_kept_table(BUSTER, 2, 5)
    change_box(play, "J-1", purpose="jackpot")
    play.open_round()
    play.bet(2, 1_000)
    play.send("fee.collected", **PD)
    pay(play, 2, 100)
    pay(play, 2, 200, purpose="jackpot")
    finish(play)
    collection, jackpot = places(play)
    assert amounts(collection) == (400, 0, 0, 400)
    assert (jackpot.purpose, jackpot.since) == ("jackpot", _since(play, "jackpot"))
    assert amounts(jackpot) == (0, 0, 0, 200)
    assert jackpot.items == ()


def test_a_correction_of_a_wager_is_a_correction_of_the_fee() -> None:
    play = a_game(2, 3)
    pay(play, 2, 100)
    pay(play, 3, 100)
    finish(play)
    without_seat_3 = [
        event
        for event in play.whole()
        if event["data"].get("seat") != 3 or event["type"] == "fee.collected"
    ]
    play.correct(without_seat_3)
    (place,) = places(play)
    assert amounts(place) == (500, -100, 0, 500)
    assert items(place) == [(3, "unexpected_fee", 100)]


def test_a_void_that_gives_fees_back_owes_them_until_they_are_refunded() -> None:
    play = a_game(2)
    play.house = structs.replace(play.house, void_fee="refunded")
    pay(play, 2, 100)
    play.deal({2: "TS 9D"}, "7S TC")
    play.send("round.voided", **FLOOR)
    (place,) = places(play)
    assert amounts(place) == (400, -400, 0, 400)
    assert {(item.seat, item.code) for item in place.items} == {
        (2, "unexpected_fee"),
        (5, "unexpected_fee"),
    }
    pay(play, 2, 100, what="refunded")
    play.send("fee.refunded", **PD | FLOOR)
    (place,) = places(play)
    assert (amounts(place), place.items) == ((400, -400, 0, 0), ())


def test_money_without_a_card_is_that_wherever_it_lies() -> None:
    play = a_game(2)
    play.send("round.voided", **FLOOR)
    change_box(play, "B-2")
    play.counted.add(("collection", "B-1"))
    pay(play, 2, 100)
    own, other = places(play)
    assert [one.code for one in (*own.items, *other.items)] == ["no_first_card"] * 2


def test_money_that_went_from_one_other_box_to_another_is_of_both() -> None:
    play = a_game(2)
    pay(play, 2, 100)
    finish(play)
    for now, following, cents in (("B-1", "B-2", 50), ("B-2", "B-3", -50)):
        change_box(play, following)
        play.counted.add(("collection", now))
        pay(play, 6, 500, player="P-6")
        pay(play, 2, abs(cents), what="collected" if cents > 0 else "refunded")
    own, second, third = places(play)
    assert [one for one in own.items if one.seat == 2] == []
    told = [one for one in (*second.items, *third.items) if one.seat == 2]
    assert [(one.code, one.difference_cents) for one in told] == [
        ("other_box", 50),
        ("other_box", -50),
    ]
