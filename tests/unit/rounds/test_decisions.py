"""Decisions: the player's chart, turns, doubles, surrender, insurance, and ended hands."""

import pytest

from tests.builders import BUSTER, FLYER, GAMES, PURE, Content, Play, a_round, dealt


def decision(seat: int, action: str, amount_cents: int | None = None, *, hand: int = 1) -> Content:
    """The data of a decision."""
    content: Content = {"seat": seat, "hand": hand, "action": action}
    return content if amount_cents is None else content | {"amount_cents": amount_cents}


def breach(play: Play, seat: int, action: str, amount_cents: int | None = None) -> str:
    """How a decision breaks the procedure, refused and let stand."""
    return play.breaches("decision.made", **decision(seat, action, amount_cents))


@pytest.mark.parametrize("game", GAMES)
def test_hard_11_and_below_must_be_hit_and_a_soft_hand_may_stand(game: str) -> None:
    assert breach(dealt(game, {2: "5S 6D"}, "7S 2C"), 2, "stand") == "must_hit"
    assert breach(dealt(game, {2: "2S 2D"}, "7S 2C"), 2, "stand") == "must_hit"
    dealt(game, {2: "5S 7D"}, "7S 2C").stand(2)
    dealt(game, {2: "AS 2D"}, "7S 2C").stand(2)


@pytest.mark.parametrize("game", GAMES)
def test_from_12_to_20_a_player_may_choose(game: str) -> None:
    for cards in ("TS 2D", "TS TD", "AS 9D"):
        dealt(game, {2: cards}, "7S 2C").stand(2)
        dealt(game, {2: cards}, "7S 2C").hit(2, "AC")


@pytest.mark.parametrize(
    ("game", "action"),
    [(game, action) for game in GAMES for action in ("hit", "double", "split")]
    + [(BUSTER, "surrender"), (FLYER, "surrender")],
)
def test_nothing_is_done_with_21_a_natural_or_an_over_hand(game: str, action: str) -> None:
    amount = 1_000 if action in {"double", "split"} else None
    assert breach(dealt(game, {2: "AS KD"}, "7S 2C"), 2, action, amount) == "hand_ended"
    for last in ("5C", "9C"):
        play = dealt(game, {2: "TS 6D", 4: "TC 6H"}, "7S 2C")
        play.hit(2, last)
        assert breach(play, 2, action, amount) == "hand_ended"


@pytest.mark.parametrize("game", GAMES)
def test_a_stand_on_an_ended_hand_is_accepted_in_or_out_of_turn_and_changes_nothing(
    game: str,
) -> None:
    play = dealt(game, {2: "TS 6D", 4: "AS KD", 7: "TC 6H"}, "7S 2C")
    first, last = (7, 2) if game == PURE else (2, 7)
    for seat in (4, 4):
        hands = str(play.felt.circles)
        records = play.send("decision.made", **decision(seat, "stand"))
        assert records[0].noted.irregularities == ()
        assert str(play.felt.circles) == hands
    play.stand(first)
    play.stand(first)
    play.hit(last, "9C")
    play.stand(last)
    play.reveal()


def test_a_stand_on_an_ended_hand_doesnt_pass_for_a_skipped_peek() -> None:
    play = dealt(BUSTER, {2: "TS 6D", 4: "AS KD"}, "TD 2C")
    play.stand(4)
    assert play.felt.peek == ""
    play.peek()


def test_decisions_go_in_the_order_of_the_deal() -> None:
    play = dealt(PURE, {2: "TS 6D", 4: "TC 6H", 7: "TD 6C"}, "7S 2C")
    for seat in (2, 4):
        refusal = play.refused("decision.made", **decision(seat, "hit"))
        assert (refusal.rule, refusal.retryable) == ("out_of_turn", True)
        assert "seat 7" in refusal.detail
    play.stand(7)
    assert breach(play, 4, "stand") == "out_of_turn"
    play.stand(2)
    # Seat 4 stood out of turn, and the floor let it stand: nobody is left.
    play.reveal()


def test_no_decision_while_a_card_is_due() -> None:
    play = dealt(FLYER, {2: "TS 2D"}, "7S 2C")
    play.decide(2, "hit")
    for action in ("hit", "stand"):
        assert play.refused("decision.made", **decision(2, action)).rule == "out_of_turn"
    play.card(2, "2H")
    play.stand(2)


def test_a_hit_that_the_floor_let_stand_makes_a_card_due_on_an_ended_hand() -> None:
    play = dealt(FLYER, {2: "TS 6D", 4: "TC 6H"}, "7S 2C")
    play.hit(2, "5C")
    assert breach(play, 2, "hit") == "hand_ended"
    assert play.refused("decision.made", **decision(4, "stand")).rule == "out_of_turn"
    play.card(2, "2H")
    assert play.felt.circles[2].hands[0].points == 23
    play.stand(4)


def test_of_two_cards_that_are_due_the_first_in_order_is_dealt_first() -> None:
    play = dealt(FLYER, {2: "TS 6D", 4: "TC 6H"}, "7S 2C")
    play.decide(2, "hit")
    assert breach(play, 4, "hit") == "out_of_turn"
    dealing: Content = {"to": "seat", "hand": 1, "card": "2H", "face": "up"}
    assert play.refused("card.dealt", seat=4, **dealing).rule == "out_of_turn"
    play.card(2, "2H")
    play.card(4, "2D")


@pytest.mark.parametrize("game", GAMES)
def test_a_double_takes_one_card_and_ends_the_hand(game: str) -> None:
    play = dealt(game, {2: "5S 4D"}, "7S 2C")
    play.double(2, 1_000, "2H")
    assert play.felt.circles[2].wagers[0].stakes == {1: 2_000}
    assert breach(play, 2, "hit") == "hand_ended"


@pytest.mark.parametrize("game", GAMES)
def test_a_double_is_on_two_cards(game: str) -> None:
    play = dealt(game, {2: "3S 2D"}, "7S 2C")
    play.hit(2, "4C")
    assert breach(play, 2, "double", 1_000) == "double_cards"


@pytest.mark.parametrize("game", [PURE, BUSTER])
@pytest.mark.parametrize(
    ("amount", "code"), [(499, "limit"), (500, None), (1_000, None), (1_001, "double_stake")]
)
def test_in_000_and_002_a_double_is_from_the_tables_least_to_the_original(
    game: str, amount: int, code: str | None
) -> None:
    play = dealt(game, {2: "5S 6D"}, "7S 2C")
    if code is None:
        play.decide(2, "double", amount_cents=amount)
    else:
        assert breach(play, 2, "double", amount) == code


@pytest.mark.parametrize("amount", [500, 990, 1_010, 2_000])
def test_in_003_a_double_is_exactly_the_original(amount: int) -> None:
    assert breach(dealt(FLYER, {2: "5S 6D"}, "7S 2C"), 2, "double", amount) == "double_stake"


def test_a_double_of_a_split_hand_is_measured_by_the_original_wager() -> None:
    play = dealt(FLYER, {2: "8S 8D"}, "7S 2C", bets={2: 2_000})
    play.split(2, 2_000)
    play.card(2, "3C", hand=1)
    play.double(2, 2_000, "TC", hand=1)
    assert play.felt.circles[2].wagers[0].stakes == {1: 4_000, 2: 2_000}


def test_in_002_only_the_original_two_cards_are_surrendered() -> None:
    dealt(BUSTER, {2: "TS TD"}, "7S 2C").decide(2, "surrender")
    play = dealt(BUSTER, {2: "TS 2D"}, "7S 2C")
    play.hit(2, "2C")
    assert breach(play, 2, "surrender") == "surrender_time"
    play = dealt(BUSTER, {2: "8S 8D"}, "7S 2C")
    play.split(2, 1_000)
    play.card(2, "3C")
    assert breach(play, 2, "surrender") == "surrender_time"


def test_in_003_any_hand_up_to_20_is_surrendered_but_no_double() -> None:
    play = dealt(FLYER, {2: "TS 2D"}, "7S 2C")
    play.hit(2, "2C", "6C")
    play.decide(2, "surrender")
    dealt(FLYER, {2: "2S 2D"}, "7S 2C").decide(2, "surrender")
    play = dealt(FLYER, {2: "8S 8D"}, "7S 2C")
    play.split(2, 1_000)
    play.card(2, "3C")
    play.decide(2, "surrender")
    play = dealt(FLYER, {2: "5S 6D"}, "7S 2C")
    play.double(2, 1_000, "2C")
    codes = play.noted("decision.made", **decision(2, "surrender"))
    assert codes == ["hand_ended", "surrender_time"]


def test_surrender_comes_after_the_peek() -> None:
    play = dealt(BUSTER, {2: "TS 6D"}, "TD 2C")
    assert breach(play, 2, "surrender") == "peek"


def test_a_late_surrender_before_a_skipped_peek_is_void_against_a_natural() -> None:
    play = dealt(BUSTER, {2: "TS 6D"}, "TD AC")
    play.send("decision.made", override=True, **decision(2, "surrender"))
    play.reveal()
    lost = play.settle().lines[0]
    assert (lost.result, lost.collected_cents, lost.rule) == ("lose", 1_000, "N-18")


def test_000_has_no_surrender_and_000_and_003_no_insurance() -> None:
    assert "no surrender" in dealt(PURE, {2: "TS 6D"}, "7S 2C").rule(
        "decision.made", **decision(2, "surrender")
    )
    for game in (PURE, FLYER):
        play = dealt(game, {2: "TS 6D"}, "AD 2C")
        assert "no insurance" in play.rule("decision.made", **decision(2, "insurance", 500))


def test_insurance_is_taken_under_an_ace_between_deal_and_peek_in_any_order() -> None:
    play = dealt(BUSTER, {2: "TS 6D", 4: "AS KD", 7: "TC 6H"}, "AD 2C")
    play.insure(7, 500)
    play.insure(4, 1)
    play.insure(2, 250)
    play.peek()
    assert play.felt.circles[7].wagers[-1].amount_cents == 500


@pytest.mark.parametrize("up", ["7S", "TD"])
def test_insurance_under_another_card_is_out_of_time(up: str) -> None:
    play = dealt(BUSTER, {2: "TS 6D"}, f"{up} 2C")
    assert breach(play, 2, "insurance", 500) == "insurance_time"


def test_insurance_before_the_deal_is_done_or_after_the_peek_is_out_of_time() -> None:
    early = a_round(BUSTER, {2: 1_000})
    assert breach(early, 2, "insurance", 500) == "insurance_time"
    late = dealt(BUSTER, {2: "TS 6D"}, "AD 2C")
    late.peek()
    assert breach(late, 2, "insurance", 500) == "insurance_time"


def test_insurance_is_at_most_half_of_the_insurers_own_wager() -> None:
    play = a_round(BUSTER, {2: 1_010})
    play.bet(2, 600, player="B-1", backline=True)
    play.deal({2: "TS 6D"}, "AD 2C")
    refusal = play.refused("decision.made", **decision(2, "insurance", 506))
    assert (refusal.rule, refusal.detail) == ("insurance_stake", "insurance is at most $5.05")
    behind = decision(2, "insurance", 301) | {"player": "B-1"}
    assert play.refused("decision.made", **behind).rule == "insurance_stake"
    play.insure(2, 505)
    play.insure(2, 300, player="B-1")


def test_an_insurer_holds_a_game_wager_there_and_insures_once() -> None:
    play = dealt(BUSTER, {2: "TS 6D", 4: "TC 6H"}, "AD 2C")
    other = decision(2, "insurance", 500) | {"player": "P-4"}
    assert "P-4 has no game wager there" in play.rule("decision.made", **other)
    play.insure(2, 500)
    assert "insured there already" in play.rule("decision.made", **decision(2, "insurance", 100))


def test_every_fault_of_one_decision_is_noted() -> None:
    play = dealt(BUSTER, {2: "TS 6D", 4: "TC 6H"}, "7S 2C")
    codes = play.noted("decision.made", **decision(2, "insurance", 600))
    assert codes == ["insurance_time", "insurance_stake"]
    codes = play.noted("decision.made", **decision(4, "split", 500))
    assert codes == ["out_of_turn", "unlike_split", "split_stake"]


def test_only_the_circles_player_decides() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.bet(2, 500, player="B-1", backline=True)
    play.deal({2: "TS 6D"}, "7S 2C")
    behind = decision(2, "stand") | {"player": "B-1"}
    assert "P-2 decides for seat 2" in play.rule("decision.made", **behind)
    play.send("decision.made", **decision(2, "stand"), player="P-2")


def test_nobody_decides_for_a_hand_that_isnt_there() -> None:
    play = dealt(BUSTER, {2: "TS 6D"}, "7S 2C")
    assert "no seat 0" in play.rule("decision.made", **decision(0, "hit"))
    assert "no hand 1" in play.rule("decision.made", **decision(4, "hit"))
    assert "no hand 2" in play.rule("decision.made", **decision(2, "hit", hand=2))
