"""The player-dealer's hand: peek, reveals, draws, where it stops, and the end of the round."""

import pytest

from tests.builders import BUSTER, FLYER, GAMES, PURE, Content, a_round, dealt, results

DRAW: Content = {"to": "player_dealer", "card": "2H", "face": "up"}


@pytest.mark.parametrize("up", ["AS", "TS", "JS", "QS", "KS"])
@pytest.mark.parametrize("game", [PURE, BUSTER])
def test_under_an_ace_or_a_ten_nobody_decides_before_the_peek(game: str, up: str) -> None:
    play = dealt(game, {2: "TS 6D"}, f"{up} 2C")
    for action in ("hit", "stand"):
        assert play.refused("decision.made", seat=2, action=action).rule == "peek"
    play.peek()
    play.stand(2)


@pytest.mark.parametrize(("game", "up"), [(PURE, "9S"), (BUSTER, "2S"), (FLYER, "AS")])
def test_a_peek_that_the_game_doesnt_make_is_needless(game: str, up: str) -> None:
    play = dealt(game, {2: "TS 6D"}, f"{up} 2C")
    assert play.breaches("hole_card.checked", natural=False) == "peek"


def test_the_peek_is_made_once_after_the_deal() -> None:
    play = a_round(BUSTER, {2: 1_000})
    assert play.refused("hole_card.checked", natural=False).rule == "peek"
    play = dealt(BUSTER, {2: "TS 6D"}, "TD 2C")
    play.peek()
    assert play.breaches("hole_card.checked", natural=False) == "peek"


def test_a_missing_peek_is_noted_once_and_counts_as_skipped() -> None:
    play = dealt(BUSTER, {2: "TS 2D"}, "TD 7C")
    assert play.noted("decision.made", seat=2, action="hit") == ["peek"]
    play.card(2, "2H")
    play.stand(2)
    assert play.felt.peek == "skipped"
    assert play.breaches("hole_card.checked", natural=False) == "peek"
    play.reveal()
    play.settle()


def test_a_reveal_without_the_peek_is_noted_once_too() -> None:
    play = dealt(BUSTER, {2: "AS KD"}, "TD 7C")
    assert play.noted("card.revealed", index=2, card="7C") == ["peek"]
    assert play.felt.peek == "skipped"
    play.settle()


def test_insurance_skips_no_peek() -> None:
    play = dealt(BUSTER, {2: "TS 6D"}, "AD 7C")
    play.insure(2, 500)
    assert play.refused("decision.made", seat=2, action="stand").rule == "peek"


@pytest.mark.parametrize("game", [PURE, BUSTER])
def test_a_natural_found_by_the_peek_ends_every_hand(game: str) -> None:
    play = dealt(game, {2: "TS 6D", 4: "AC KC"}, "AD TH")
    play.peek(natural=True)
    for action in ("hit", "double", "split"):
        amount = {} if action == "hit" else {"amount_cents": 1_000}
        refusal = play.refused("decision.made", seat=2, action=action, **amount)
        assert refusal.rule == "hand_ended"
    play.stand(2)
    play.reveal()
    settled = play.settle()
    assert results(settled) == [(2, "lose"), (4, "push")]
    assert settled.action_button_seat == 8


@pytest.mark.parametrize(("natural", "hole"), [(False, "TH"), (True, "9H")])
def test_a_hole_card_that_contradicts_the_peek_is_a_breach(*, natural: bool, hole: str) -> None:
    play = dealt(BUSTER, {2: "TS 6D"}, f"AD {hole}")
    play.peek(natural=natural)
    play.stand(2)
    assert play.breaches("card.revealed", index=2, card=hole) == "hole_contradicts"
    assert play.felt.peek == "contradicted"


def test_a_contradicted_natural_falls_away_and_open_hands_are_played_after_the_reveal() -> None:
    play = dealt(BUSTER, {2: "TS 2D", 4: "TC 6H"}, "AD 9H")
    play.peek(natural=True)
    play.stand(2)
    play.noted("card.revealed", index=2, card="9H")
    assert "unfinished" in play.rule("round.completed")
    assert play.refused("card.dealt", **DRAW).rule == "out_of_turn"
    play.hit(2, "9C")
    play.stand(4)
    assert results(play.settle()) == [(2, "win"), (4, "lose")]


def test_in_000_a_peek_is_judged_when_both_cards_are_known() -> None:
    play = a_round(PURE, {2: 1_000})
    for card in ("TS", "6D"):
        play.card(2, card)
        play.send("card.dealt", to="player_dealer", card=None, face="down")
    assert play.noted("hole_card.checked", natural=True) == ["peek"]
    assert play.noted("card.revealed", index=2, card="TH") == ["reveal"]
    assert play.felt.peek == "natural"
    assert play.refused("card.revealed", index=1, card="9S").rule == "hole_contradicts"
    play.send("card.revealed", index=1, card="AS")
    assert play.felt.peek == "natural"
    assert play.settle().lines[0].result == "lose"


def test_a_peek_noted_after_the_reveal_cannot_say_otherwise_than_the_cards() -> None:
    play = dealt(BUSTER, {2: "TS 6D"}, "TD 9H")
    play.peek()
    play.noted("card.revealed", index=2, card="9H")
    assert play.noted("hole_card.checked", natural=True) == ["peek"]
    assert play.felt.peek == "contradicted"
    play.hit(2, "2C")


@pytest.mark.parametrize("game", GAMES)
def test_the_hole_card_is_revealed_when_the_players_are_done(game: str) -> None:
    play = dealt(game, {2: "TS 2D"}, "7S 9C")
    assert play.refused("card.revealed", index=2, card="9C").rule == "reveal"
    play.decide(2, "hit")
    assert play.refused("card.revealed", index=2, card="9C").rule == "reveal"
    play.card(2, "TD")
    play.reveal()
    assert play.breaches("card.revealed", index=2, card="8C") == "reveal"
    assert play.felt.hole_card == "8C"


def test_a_second_reveal_replaces_the_card_and_frees_the_copy() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S 9C")
    play.stand(2)
    play.reveal()
    assert play.noted("card.revealed", index=2, card="TC") == ["reveal"]
    assert play.felt.player_dealer_cards == ["7S", "TC"]
    assert play.table.shoe is not None
    assert (play.table.shoe.out["9C"], play.table.shoe.out["TC"]) == (0, 1)
    assert play.settle().lines[0].result == "win"


def test_showing_the_same_card_again_takes_no_other_copy() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC", decks=1)
    play.stand(2)
    play.reveal()
    assert play.noted("card.revealed", index=2, card="TC") == ["reveal"]


def test_the_first_card_is_revealed_after_the_deal_in_000_and_lies_open_elsewhere() -> None:
    play = a_round(PURE, {2: 1_000})
    assert "no card 1 yet" in play.rule("card.revealed", index=1, card="7S")
    play.card(2, "TS")
    play.send("card.dealt", to="player_dealer", card=None, face="down")
    assert play.breaches("card.revealed", index=1, card="7S") == "reveal"
    for game in (BUSTER, FLYER):
        play = dealt(game, {2: "TS 9D"}, "7S TC")
        assert play.breaches("card.revealed", index=1, card="7S") == "reveal"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards", ["9S 7C", "AS 6C", "AS 5C"])
def test_the_player_dealer_must_draw_to_hard_17_and_soft_18(game: str, cards: str) -> None:
    play = dealt(game, {2: "TS 9D"}, cards)
    if play.felt.up_card == "AS" and game != FLYER:
        play.peek()
    play.stand(2)
    play.reveal()
    refusal = play.refused("round.completed")
    assert (refusal.code, refusal.rule) == ("procedure", "dealer_stand")
    play.draw("2H")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards", ["9S 8C", "7S TC", "9S TC"])
def test_the_player_dealer_stands_on_17_and_more(game: str, cards: str) -> None:
    play = dealt(game, {2: "TS 9D"}, cards)
    play.stand(2)
    play.reveal()
    assert play.breaches("card.dealt", **DRAW) == "dealer_draw"


def test_a_draw_waits_for_the_players_and_for_the_reveal() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S 9C")
    assert play.refused("card.dealt", **DRAW).rule == "out_of_turn"
    play.stand(2)
    refusal = play.refused("card.dealt", **DRAW)
    assert (refusal.rule, "player-dealer's cards" in refusal.detail) == ("out_of_turn", True)
    play.reveal()
    play.send("card.dealt", **DRAW)


def test_a_player_dealer_that_stopped_short_may_be_completed_by_the_floor() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S 9C")
    play.stand(2)
    play.reveal()
    assert play.noted("round.completed") == ["dealer_stand"]
    assert play.round.settlement is not None
    assert play.round.settlement.lines[0].result == "win"


def test_no_card_is_drawn_when_every_wager_is_decided_and_no_side_bet_open() -> None:
    play = dealt(BUSTER, {2: "AS KD", 4: "TS 6D"}, "7S 9C")
    play.decide(4, "surrender")
    play.reveal()
    refusal = play.refused("card.dealt", **DRAW)
    assert (refusal.rule, "no wager needs it" in refusal.detail) == ("dealer_draw", True)
    assert results(play.settle()) == [(2, "win"), (4, "surrender")]


@pytest.mark.parametrize("hand", ["AS KD", "TS 6D"])
def test_an_open_side_bet_or_an_over_hand_has_the_player_dealer_draw(hand: str) -> None:
    play = a_round(BUSTER, {2: 1_000, 4: 1_000})
    if hand == "AS KD":
        play.bet(4, 100, "buster")
    play.deal({2: "AC KC", 4: hand}, "7S 9C")
    if hand == "TS 6D":
        play.hit(4, "9D")
    play.reveal()
    assert play.refused("round.completed").rule == "dealer_stand"
    play.draw("2H")
    play.settle()


def test_insurance_alone_needs_no_draw() -> None:
    play = dealt(BUSTER, {2: "AC KC"}, "AS 5C")
    play.insure(2, 500)
    play.peek()
    play.reveal()
    assert results(play.settle()) == [(2, "win"), (2, "lose")]


def test_a_card_let_stand_on_a_natural_makes_it_a_hand_like_others() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "AS KC")
    play.peek(natural=True)
    play.reveal()
    assert play.noted("card.dealt", **DRAW) == ["dealer_draw"]
    assert play.noted("round.completed") == ["dealer_stand"]
    assert play.round.settlement is not None
    assert play.round.settlement.lines[0].result == "win"


def test_face_up_a_natural_still_stops_play_whatever_is_let_stand_on_it() -> None:
    play = dealt(BUSTER, {2: "TS 2D"}, "AS KC", hole_card=False)
    assert play.noted("card.dealt", **DRAW) == ["dealer_draw"]
    assert play.refused("decision.made", seat=2, action="hit").rule == "hand_ended"


@pytest.mark.parametrize("game", GAMES)
def test_a_round_isnt_completed_before_hands_and_cards_are(game: str) -> None:
    play = a_round(game, {2: 1_000})
    assert "unfinished" in play.rule("round.completed")
    play = dealt(game, {2: "TS 9D"}, "7S TC")
    assert "hand 1 of seat 2 is unfinished" in play.rule("round.completed")
    play.stand(2)
    assert "face down" in play.rule("round.completed")
    play.reveal()
    play.settle()
    assert "isn't open" in play.rule("round.completed", number=1)


def test_a_round_without_wagers_is_voided_not_completed() -> None:
    play = a_round(BUSTER, {})
    assert "nobody wagered" in play.rule("round.completed")
    play.send("round.voided", reason="nobody came", authorised_by="floor-7")
    assert (play.round.phase, play.table.round) == ("voided", None)


def test_phases_follow_the_round() -> None:
    play = a_round(PURE, {2: 1_000})
    phases = [play.round.phase]
    play.card(2, "TS")
    phases.append(play.round.phase)
    play.send("card.dealt", to="player_dealer", card=None, face="down")
    play.card(2, "9D")
    play.send("card.dealt", to="player_dealer", card=None, face="down")
    phases.append(play.round.phase)
    play.send("card.revealed", index=1, card="7S")
    phases.append(play.round.phase)
    play.stand(2)
    play.reveal("9C")
    phases.append(play.round.phase)
    play.draw("TC")
    play.settle()
    phases.append(play.round.phase)
    assert phases == ["wagering", "dealing", "dealing", "playing", "drawing", "settled"]


@pytest.mark.parametrize("game", [PURE, BUSTER])
def test_the_button_lies_on_the_computed_seat_once_the_hole_card_is_shown(game: str) -> None:
    play = dealt(game, {2: "TS 9D"}, "9S 8C")
    assert play.refused("action_button.placed", seat=6).rule == "button"
    play.stand(2)
    play.reveal()
    for seat in (5, 7):
        refusal = play.refused("action_button.placed", seat=seat)
        assert (refusal.code, refusal.rule) == ("procedure", "button")
    assert "no seat 9" in play.rule("action_button.placed", seat=9)
    play.send("action_button.placed", seat=6)
    assert play.felt.button_seat == 6
    play.settle()
    assert "isn't open" in play.rule("action_button.placed", seat=6, number=1)


def test_a_button_let_stand_elsewhere_changes_no_settlement() -> None:
    play = dealt(BUSTER, {2: "TS 8D", 4: "TC 8H", 7: "TD 8C"}, "9S TH", w=1_000)
    play.stand(2, 4, 7)
    play.reveal()
    assert play.breaches("action_button.placed", seat=5) == "button"
    settled = play.settle()
    assert (settled.action_button_seat, settled.first_seat) == (8, 2)


def test_003_has_no_button() -> None:
    play = dealt(FLYER, {2: "TS 9D"}, "9S 8C")
    play.stand(2)
    play.reveal()
    assert play.breaches("action_button.placed", seat=6) == "button"
