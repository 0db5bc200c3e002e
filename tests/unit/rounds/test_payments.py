"""Payments that a correction makes differ from the settlement: noted with the correction, once."""

from typing import Final

from tables.rounds.codec import Recorded
from tests.builders import Content
from tests.unit.rounds.test_whole import codes, ended, kinds, other, settled

LINE: Final[Content] = {"seat": 2, "hand": 1, "kind": "game", "player": "P-2"}
WON: Final = "seat 2 hand 1, game of P-2: paid and collected"


def notes(records: list[Recorded]) -> list[str]:
    found = records[0].noted.irregularities
    return [note.detail for note in found if note.code == "paid_differs"]


def test_a_correction_is_noted_with_the_payment_that_differs_since() -> None:
    play = settled()
    play.send("wager.paid", number=1, **LINE, paid_cents=1_000, collected_cents=0)
    whole = play.whole()
    records = play.correct(other(whole, "wager.placed", amount_cents=2_000))
    assert notes(records) == [f"{WON} 1000 and 0 cents, settled 2000 and 0"]
    assert codes(records) == ["corrected", "paid_differs"]
    again = play.correct(other(whole, "wager.placed", amount_cents=2_000))
    assert notes(again) == []  # as before
    more = play.correct(other(whole, "wager.placed", amount_cents=3_000))
    assert notes(more) == [f"{WON} 1000 and 0 cents, settled 3000 and 0"]
    assert notes(play.correct(whole)) == []  # as it is settled
    assert play.replayed() == (play.table, play.rounds)


def test_the_last_word_on_a_line_counts() -> None:
    play = settled()
    play.send("wager.paid", number=1, **LINE, paid_cents=900, collected_cents=0)
    play.send("wager.paid", number=1, **LINE, paid_cents=2_000, collected_cents=0)
    records = play.correct(other(play.whole(), "wager.placed", amount_cents=2_000))
    assert notes(records) == []


def test_of_a_void_and_of_lines_that_are_gone_nothing_differs_until_they_are_back() -> None:
    play = settled()
    play.send("wager.paid", number=1, **LINE, paid_cents=900, collected_cents=0)
    whole = play.whole()
    word = {"authorised_by": "floor-7", "reason": "misdeal"}
    voided = play.correct(ended(whole, "round.voided", **word))
    assert (notes(voided), play.rounds[1].voided) == ([], True)
    back = play.correct(whole)
    assert notes(back) == [f"{WON} 900 and 0 cents, settled 1000 and 0"]
    assert kinds(back)[0].__name__ == "RoundSettled"


def test_a_line_of_no_hand_is_named_without_one() -> None:
    play = settled()
    whole = play.whole()
    bet = whole[1] | {"data": {"seat": 2, "kind": "buster", "amount_cents": 500}}
    play.correct([*whole[:2], bet, *whole[2:]])
    side: Content = {"seat": 2, "kind": "buster", "player": "P-2"}
    play.send("wager.paid", number=1, **side, paid_cents=0, collected_cents=500)
    bet = whole[1] | {"data": {"seat": 2, "kind": "buster", "amount_cents": 1_000}}
    records = play.correct([*whole[:2], bet, *whole[2:]])
    assert notes(records) == [
        "seat 2, buster of P-2: paid and collected 0 and 500 cents, settled 0 and 1000"
    ]
