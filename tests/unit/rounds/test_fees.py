"""Fees: when they are assessed anew, who paid, and what still comes in after the round."""

import pytest

from ledger.rules.fees import FeeLine
from tests.builders import BUSTER, FLOOR, Content, Play, a_round, dealt

PAID: Content = {"role": "player", "amount_cents": 100}


def assessed(play: Play) -> list[tuple[int, list[FeeLine]]]:
    """Every assessment of the table's rounds, with its revision."""
    facts = [record.fact for record in play.records if type(record.fact).__name__ == "FeesAssessed"]
    return [(fact.revision, [*fact.lines]) for fact in facts]  # type: ignore[union-attr]


def settled_round() -> Play:
    """A round that is over."""
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    play.stand(2)
    play.reveal()
    play.settle()
    return play


def test_fees_are_assessed_with_the_first_card_and_not_again() -> None:
    play = a_round(BUSTER, {2: 1_000, 4: 1_000})
    assert assessed(play) == []
    play.deal({2: "5S 6D", 4: "TS 9D"}, "7S TC")
    play.double(2, 1_000, "9C")
    play.stand(4)
    play.reveal()
    play.settle()
    assert [(revision, [line.seat for line in lines]) for revision, lines in assessed(play)] == [
        (1, [2, 4, 5])
    ]
    lines = play.assessed.lines
    assert [(line.player, line.role, line.fee_cents) for line in lines] == [
        ("P-2", "player", 100),
        ("P-4", "player", 100),
        ("P-5", "player_dealer", 300),
    ]


def test_a_late_wager_is_assessed_anew_and_a_late_side_bet_that_costs_nothing_isnt() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    buster: Content = {"seat": 2, "kind": "buster", "amount_cents": 100}
    play.send("wager.placed", override=True, **buster)
    play.sit(4)
    play.send("wager.placed", override=True, seat=4, kind="game", amount_cents=1_000)
    assert [revision for revision, _ in assessed(play)] == [1, 2]
    assert [line.seat for line in play.assessed.lines] == [2, 4, 5]


def test_insurance_and_additions_owe_nothing() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.bet(2, 500, player="B-1", backline=True)
    play.deal({2: "8S 8D"}, "AS TC")
    play.insure(2, 500)
    play.peek()
    play.split(2, 1_000)
    play.send("wager.added", seat=2, hand=2, player="B-1", amount_cents=500)
    assert [revision for revision, _ in assessed(play)] == [1]
    assert [line.player for line in play.assessed.lines] == ["P-2", "B-1", "P-5"]


def test_a_void_keeps_the_assessment_or_takes_it_back_as_the_house_says() -> None:
    for void_fee, revisions in (("kept", [1]), ("refunded", [1, 2])):
        play = dealt(BUSTER, {2: "TS 9D"}, "7S TC", void_fee=void_fee)
        play.send("round.voided", **FLOOR)
        assert [revision for revision, _ in assessed(play)] == revisions
    assert play.assessed.lines == ()
    table, rounds = play.replayed()
    assert (table, rounds) == (play.table, play.rounds)


def test_a_round_voided_before_its_first_card_was_never_assessed() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.send("round.voided", **FLOOR)
    assert assessed(play) == []


@pytest.mark.parametrize(
    ("name", "what"),
    [("fee.collected", "collected"), ("fee.waived", "waived"), ("fee.refunded", "refunded")],
)
def test_fee_money_is_kept_by_what_it_did(name: str, what: str) -> None:
    play = a_round(BUSTER, {2: 1_000})
    more = {} if name == "fee.collected" else FLOOR
    play.send(name, seat=2, purpose="jackpot", **PAID, **more)
    (fee,) = play.round.fees
    assert (fee.what, fee.seat, fee.player, fee.role) == (what, 2, "P-2", "player")
    assert (fee.purpose, fee.amount_cents) == ("jackpot", 100)


def test_the_payer_is_the_circles_player_the_player_dealer_or_who_sits_there() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.sit(4)
    play.send("wager.placed", seat=7, kind="game", amount_cents=1_000, player="P-4")
    for seat in (2, 4, 5, 7):
        play.send("fee.collected", seat=seat, **PAID)
    play.send("fee.collected", seat=2, player="B-1", **PAID)
    payers = [(fee.seat, fee.player) for fee in play.round.fees]
    assert payers == [(2, "P-2"), (4, "P-4"), (5, "P-5"), (7, "P-4"), (2, "B-1")]
    assert "nobody played at seat 8" in play.rule("fee.collected", seat=8, **PAID)
    assert "no seat 9" in play.rule("fee.collected", seat=9, **PAID)
    play.send("fee.collected", seat=8, player="B-1", **PAID)


def test_money_of_a_settled_round_is_its_own_also_while_another_is_open() -> None:
    play = settled_round()
    play.open_round()
    play.send("fee.collected", number=1, seat=2, **PAID)
    assert [fee.player for fee in play.rounds[1].fees] == ["P-2"]
    assert play.rounds[2].fees == []
    assert play.replayed() == (play.table, play.rounds)


def test_after_the_round_only_who_played_pays_unnamed() -> None:
    play = settled_round()
    play.sit(4)
    refusal = play.refused("fee.collected", number=1, seat=4, **PAID)
    assert (refusal.code, refusal.pointer) == ("rule", "/data/player")
    play.send("fee.collected", number=1, seat=4, player="P-4", **PAID)
    play.send("fee.collected", number=1, seat=5, **PAID | {"role": "player_dealer"})
    assert [fee.player for fee in play.rounds[1].fees] == ["P-4", "P-5"]


def test_a_round_that_never_was_takes_no_money() -> None:
    play = settled_round()
    assert "no round 2" in play.rule("fee.collected", number=2, seat=2, **PAID)
