"""The deal: whose card comes next, how it lies, and how many copies a shoe holds."""

import pytest

from tests.builders import BUSTER, FLYER, GAMES, PURE, Content, a_round, a_table, dealt


def to_seat(seat: int, card: str = "9S", *, hand: int = 1, face: str = "up") -> Content:
    """A card to a seat."""
    return {"to": "seat", "seat": seat, "hand": hand, "card": card, "face": face}


UP: Content = {"to": "player_dealer", "card": "9D", "face": "up"}
DOWN: Content = {"to": "player_dealer", "card": None, "face": "down"}


@pytest.mark.parametrize(("game", "order"), [(PURE, [7, 2]), (BUSTER, [2, 7]), (FLYER, [2, 7])])
def test_cards_go_in_passes_with_the_player_dealers_last(game: str, order: list[int]) -> None:
    play = a_round(game, {2: 1_000, 7: 1_000})
    first, second = order
    for face in ("down" if game == PURE else "up", "down"):
        assert play.refused("card.dealt", **to_seat(second)).rule == "out_of_turn"
        play.send("card.dealt", **to_seat(first))
        assert play.refused("card.dealt", **to_seat(first)).rule == "out_of_turn"
        assert play.refused("card.dealt", **DOWN).rule == "out_of_turn"
        play.send("card.dealt", **to_seat(second))
        assert play.refused("card.dealt", **to_seat(first)).rule == "out_of_turn"
        play.send("card.dealt", **(UP if face == "up" else DOWN))
    assert play.refused("card.dealt", **UP).rule == "out_of_turn"


def test_the_order_wraps_around_the_player_dealers_seat() -> None:
    play = a_round(PURE, {1: 1_000, 8: 1_000, 4: 1_000, 6: 1_000})
    for seat in (6, 8, 1, 4):
        play.send("card.dealt", **to_seat(seat))
    assert [circle.seat for circle in play.felt.dealing_order()] == [6, 8, 1, 4]


def test_the_refusal_of_a_card_out_of_turn_says_whose_turn_it_is_and_to_try_again() -> None:
    play = a_round(BUSTER, {2: 1_000})
    refusal = play.refused("card.dealt", **UP)
    assert (refusal.code, refusal.rule, refusal.retryable) == ("procedure", "out_of_turn", True)
    assert "seat 2" in refusal.detail
    play.send("card.dealt", **to_seat(2))
    assert "the player-dealer's" in play.refused("card.dealt", **to_seat(2)).detail


def test_no_decision_and_no_draw_before_the_deal_is_done() -> None:
    play = a_round(PURE, {2: 1_000})
    for card in ("5S", "6D"):
        assert play.refused("decision.made", seat=2, action="hit").rule == "out_of_turn"
        play.send("card.dealt", **to_seat(2, card))
        play.send("card.dealt", **DOWN)
    # Both cards of the player-dealer still lie face down.
    assert play.refused("decision.made", seat=2, action="hit").rule == "out_of_turn"
    assert play.refused("card.dealt", **to_seat(2)).rule == "out_of_turn"
    assert play.refused("hole_card.checked", natural=False).rule == "peek"
    play.send("card.revealed", index=1, card="7S")
    play.send("decision.made", seat=2, action="hit")


@pytest.mark.parametrize("game", GAMES)
def test_a_seats_card_is_dealt_face_up(game: str) -> None:
    play = a_round(game, {2: 1_000})
    assert play.breaches("card.dealt", to="seat", seat=2, hand=1, card=None, face="down") == "face"
    assert play.felt.circles[2].hands[0].cards == [None]


@pytest.mark.parametrize(("game", "wrong"), [(PURE, UP), (BUSTER, DOWN), (FLYER, DOWN)])
def test_the_player_dealers_first_card_lies_as_the_game_says(game: str, wrong: Content) -> None:
    play = a_round(game, {2: 1_000})
    play.send("card.dealt", **to_seat(2))
    assert play.breaches("card.dealt", **wrong) == "face"


@pytest.mark.parametrize("game", GAMES)
def test_the_hole_card_lies_down_and_draws_lie_up(game: str) -> None:
    play = a_round(game, {2: 1_000})
    for number, card in enumerate(("TS", "TD")):
        play.send("card.dealt", **to_seat(2, card))
        if number == 0:
            play.send("card.dealt", **(DOWN if game == PURE else UP))
    assert play.breaches("card.dealt", **UP) == "face"
    play = dealt(game, {2: "TS 9D"}, "7S 2C")
    play.stand(2)
    play.reveal()
    assert play.breaches("card.dealt", **DOWN) == "face"


def test_a_round_with_a_card_that_stays_down_can_only_be_voided() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S 2C")
    play.stand(2)
    play.reveal()
    play.send("card.dealt", override=True, **DOWN)
    assert "face down" in play.rule("round.completed")
    play.send("round.voided", reason="misdeal", authorised_by="floor-7")
    assert play.round.phase == "voided"


def test_a_hand_with_a_hidden_card_is_no_natural_and_ends_by_standing() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.send("card.dealt", **to_seat(2, "AS"))
    play.send("card.dealt", **UP)
    play.send("card.dealt", to="seat", seat=2, hand=1, card=None, face="down", override=True)
    play.send("card.dealt", **DOWN)
    play.hit(2, "KD")
    hand = play.felt.circles[2].hands[0]
    assert (hand.is_natural, hand.known) == (False, ["AS", "KD"])
    assert "unfinished" in play.rule("round.completed")
    play.stand(2)
    play.reveal("TD")
    assert play.settle().lines[0].stake_cents == 1_000


def test_no_card_goes_to_a_seat_or_hand_that_isnt_there() -> None:
    play = dealt(BUSTER, {2: "TS 8D"}, "7S 2C")
    assert "no seat 9" in play.rule("card.dealt", **to_seat(9))
    assert "no hand 2" in play.rule("card.dealt", **to_seat(2, hand=2))
    assert "no hand 0" in play.rule("card.dealt", **to_seat(2, hand=0))
    assert "no hand 1" in play.rule("card.dealt", **to_seat(5))
    assert "no hand 1" in play.rule("card.dealt", **to_seat(3))


def test_a_card_that_nobody_asked_for_is_out_of_turn_or_on_an_ended_hand() -> None:
    play = dealt(BUSTER, {2: "TS 8D", 4: "5S 6D", 7: "KS AD"}, "7S 2C")
    assert play.breaches("card.dealt", **to_seat(2, "2H")) == "out_of_turn"
    assert play.breaches("card.dealt", **to_seat(7, "2H")) == "hand_ended"
    assert "it's the turn of hand 1 of seat 2" in play.refused("card.dealt", **to_seat(4)).detail
    play.stand(2)
    play.hit(4, "9C")
    play.stand(4)
    assert play.breaches("card.dealt", **to_seat(4, "2H")) == "hand_ended"


def test_a_shoe_holds_as_many_copies_as_decks() -> None:
    play = dealt(BUSTER, {2: "2S 3S"}, "7S 2C", decks=2)
    play.hit(2, "2S")
    play.decide(2, "hit")
    assert play.breaches("card.dealt", **to_seat(2, "2S")) == "copies"
    play = dealt(BUSTER, {2: "2S 3S"}, "2S 2C", decks=2)
    play.hit(2, "4C", "TD")
    play.stand(2)
    refusal = play.refused("card.revealed", index=2, card="2S")
    assert (refusal.code, refusal.rule) == ("procedure", "copies")
    assert play.breaches("card.revealed", index=2, card="2S") == "copies"


def test_a_hidden_card_is_no_copy_until_it_is_shown() -> None:
    play = dealt(BUSTER, {2: "2S 3S"}, "7S 2C", decks=1)
    assert "2C" not in play.table.shoe.out  # type: ignore[union-attr]
    play.hit(2, "TC")
    play.stand(2)
    play.reveal()
    assert play.refused("card.dealt", to="player_dealer", card="2C", face="up").rule == "copies"


def test_copies_are_counted_over_the_rounds_of_a_shoe_until_the_next_is_loaded() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC", decks=1)
    play.stand(2)
    play.reveal()
    play.settle()
    play.open_round()
    play.bet(2, 1_000)
    assert play.refused("card.dealt", **to_seat(2, "TS")).rule == "copies"
    play.send("shoe.loaded", decks=1)
    play.send("card.dealt", **to_seat(2, "TS"))


@pytest.mark.parametrize("loaded", [True, False])
def test_a_shuffler_or_a_table_without_a_shoe_counts_by_round(*, loaded: bool) -> None:
    play = a_table(BUSTER, decks=1)
    if loaded:
        play.send("shoe.loaded", decks=1, continuous=True)
    else:
        play.send("table.closed", reason="new table")
        play.send("table.opened", offering=BUSTER, gaming_day="2026-11-28")
    play.sit(2, 5)
    for _ in range(2):
        play.open_round()
        play.bet(2, 1_000)
        play.deal({2: "TS 9D"}, "7S TC")
        play.stand(2)
        assert play.refused("card.revealed", index=2, card="TS").rule == "copies"
        play.reveal()
        play.settle()


def test_a_burned_card_leaves_the_shoe_too() -> None:
    play = a_table(BUSTER, decks=1)
    play.send("card.burned")
    play.send("card.burned", card="TS")
    assert play.breaches("card.burned", card="TS") == "copies"
    play.sit(2, 5)
    play.open_round()
    play.bet(2, 1_000)
    play.send("card.burned", card="9S", number=1)
    assert play.refused("card.dealt", **to_seat(2, "TS")).rule == "copies"
    assert play.refused("card.dealt", **to_seat(2, "9S")).rule == "copies"


def test_a_card_is_burned_in_the_open_round_or_in_none() -> None:
    play = a_table(BUSTER)
    assert "isn't open" in play.rule("card.burned", card="TS", number=1)
    play.sit(2, 5)
    play.open_round()
    assert "round 1 is open" in play.rule("card.burned", card="TS", number=2)
    play.send("card.burned", card="TS", number=1)


def test_a_shoe_loaded_in_mid_round_begins_to_count_anew() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC", decks=1)
    play.stand(2)
    play.reveal("9C")
    play.send("shoe.loaded", decks=1)
    assert play.breaches("card.revealed", index=2, card="TS") == "reveal"
    assert play.table.shoe.out == {"TS": 1}  # type: ignore[union-attr]
