"""What settlements, corrections, voids and payments post, with worked numbers."""

from typing import Any

from tests.booked import Kept, a_kept_table
from tests.builders import BUSTER, FLOOR, PURE

Postings = list[tuple[str, str, dict[str, int]]]
ANN, BOB, BANK = "person:P-2", "person:P-4", "person:P-5"


def a_settled_round(game: str = BUSTER) -> Kept:
    """Seat 2 wins $10 and seat 4 loses $25 against the player-dealer's 18 at seat 5."""
    play = a_kept_table(game, 2, 4, 5, box=None)
    play.open_round()
    play.bet(2, 1_000)
    play.bet(4, 2_500)
    play.deal({2: "TS 9D", 4: "TD 7S"}, "8S TC")
    play.stand(2, 4)
    play.reveal()
    play.settle()
    return play


def pay(play: Kept, seat: int, paid_cents: int, collected_cents: int = 0) -> None:
    """What really moved on a game wager."""
    who: dict[str, Any] = {"seat": seat, "hand": 1, "kind": "game", "player": f"P-{seat}"}
    play.send("wager.paid", **who, paid_cents=paid_cents, collected_cents=collected_cents)


WON = ("1/2/1/P-2/game", {BANK: -1000, ANN: 1000})
LOST = ("2/4/1/P-4/game", {BANK: 2500, BOB: -2500})


def opposite(name: str, moved: dict[str, int]) -> tuple[str, dict[str, int]]:
    """The line taken back."""
    return name, {account: -cents for account, cents in moved.items()}


def test_each_line_moves_between_the_player_dealer_and_the_bettor() -> None:
    play = a_settled_round()
    assert play.said() == [("settlement", *WON), ("settlement", *LOST)]
    assert {booking.posting.revision for booking in play.posted} == {1}
    assert {booking.posting.round for booking in play.posted} == {1}
    assert play.posted[0].position == len(play.records)


def test_a_push_posts_nothing() -> None:
    play = a_kept_table(BUSTER, 2, 5, box=None)
    play.open_round()
    play.bet(2, 1_000)
    play.deal({2: "TS 8D"}, "8S TC")
    play.stand(2)
    play.reveal()
    play.settle()
    assert play.said() == []


def test_a_correction_takes_every_line_back_and_settles_anew() -> None:
    play = a_settled_round()
    events = play.whole()
    events[2]["data"]["amount_cents"] = 5_000
    play.correct(events)
    lost = ("2/4/1/P-4/game", {BANK: 5000, BOB: -5000})
    assert play.said(2) == [
        ("settlement_superseded", *opposite(*WON)),
        ("settlement_superseded", *opposite(*LOST)),
        ("settlement", *WON),
        ("settlement", *lost),
    ]
    assert [booking.posting.revision for booking in play.posted[2:]] == [1, 1, 2, 2]
    assert play.balances() == {ANN: 1000, BOB: -5000, BANK: 4000}


def test_a_void_takes_back_what_stood() -> None:
    play = a_settled_round()
    play.scope = "supervisor"
    play.send("round.voided", authorised_by="sup-1", reason="misdeal")
    assert play.said(2) == [
        ("settlement_voided", *opposite(*WON)),
        ("settlement_voided", *opposite(*LOST)),
    ]
    assert play.balances() == {}


def test_a_void_before_the_settlement_posts_nothing() -> None:
    play = a_kept_table(BUSTER, 2, 5)
    play.open_round()
    play.bet(2, 1_000)
    play.send("round.voided", **FLOOR)
    assert play.said() == []


def test_what_was_paid_beyond_the_settlement_is_a_journal_of_its_own() -> None:
    play = a_settled_round()
    pay(play, 2, 1500)
    assert play.said(2) == [("paid_differs", WON[0], {BANK: -500, ANN: 500})]
    pay(play, 2, 900)
    assert play.said(3) == [("paid_differs", WON[0], {BANK: 600, ANN: -600})]
    pay(play, 2, 1000)
    assert play.balances() == {ANN: 1000, BOB: -2500, BANK: 1500}


def test_a_payment_as_settled_posts_nothing() -> None:
    play = a_settled_round()
    pay(play, 2, 1000)
    pay(play, 4, 0, 2500)
    assert len(play.posted) == 2


def test_a_payment_stands_when_the_round_is_corrected() -> None:
    play = a_settled_round()
    pay(play, 2, 1500)
    events = play.whole()
    events[1]["data"]["amount_cents"] = 1_200
    play.correct(events)
    assert ("paid_differs", WON[0], {BANK: 200, ANN: -200}) in play.said(3)
    assert play.balances()[ANN] == 1500


def test_a_payment_of_a_line_that_is_gone_is_taken_back() -> None:
    play = a_settled_round()
    pay(play, 4, 0, 3000)
    gone = [event for event in play.whole() if event["data"].get("seat") != 4]
    play.correct(gone)
    assert play.said(-1) == [("paid_differs", LOST[0], {BANK: -500, BOB: 500})]
    assert play.balances() == {ANN: 1000, BANK: -1000}


def test_a_payment_of_a_voided_round_is_taken_back() -> None:
    play = a_settled_round()
    pay(play, 2, 1500)
    play.scope = "supervisor"
    play.send("round.voided", authorised_by="sup-1", reason="misdeal")
    assert play.said(-1) == [("paid_differs", WON[0], {BANK: 500, ANN: -500})]
    assert play.balances() == {}


def test_insurance_and_side_bets_are_lines_of_their_own() -> None:
    play = a_kept_table(PURE, 2, 5, box=None)
    play.open_round()
    play.bet(2, 1_000)
    play.bet(2, 500, "red_flex")
    play.deal({2: "TS 9D"}, "8S TC")
    play.stand(2)
    play.reveal()
    play.settle()
    names = [name for _, name, _ in play.said()]
    assert names == ["1/2/1/P-2/game", "2/2/-/P-2/red_flex"]
