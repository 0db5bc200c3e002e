"""Each event of a round in a sentence, and what comes next."""

from typing import Any

import pytest

from tables.rounds.replay import Replay, replay
from tests.builders import BUSTER, FLOOR, FLYER, PURE, Play, a_round, a_table, dealt
from tests.unit.rounds.replay.telling import logged, told_of


def said(found: Replay, name: str, nth: int = 0) -> str:
    """The sentence of the nth event of a type."""
    return [step.sentence for step in found.steps if step.type == name][nth]


def follows(play: Play) -> str:
    """What comes next."""
    return told_of(play).steps[-1].picture.follows


def states(play: Play, seat: int) -> list[str]:
    """How the hands of a seat stand."""
    (found,) = (one for one in told_of(play).steps[-1].picture.seats if one.seat == seat)
    return [hand.state for hand in found.hands]


def test_wagers_are_told_with_whose_they_are_and_on_what() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.sit(3)
    play.bet(2, 500, "buster")
    play.bet(2, 2_000, player="P-3", backline=True)
    play.send("player_dealer.wagered", wager_cents=40_050)
    play.send("wager.withdrawn", seat=2, kind="buster")
    found = told_of(play)
    assert said(found, "round.opened") == (
        "Round 1 opens; P-5 at seat 5 is the player-dealer and wagers W = $500."
    )
    assert said(found, "wager.placed") == "P-2 wagers $10 on the game at seat 2."
    assert said(found, "wager.placed", 1) == "P-2 wagers $5 on Buster at seat 2."
    assert said(found, "wager.placed", 2) == "P-3 wagers $20 behind seat 2, backline."
    assert said(found, "player_dealer.wagered") == "The player-dealer's wager W is $400.50 now."
    assert said(found, "wager.withdrawn") == "P-2 takes the Buster wager at seat 2 back."
    assert found.steps[-1].picture.follows == "Wagers, and then the first card."
    (seat,) = found.steps[-1].picture.seats
    assert [(bet.player, bet.backline, bet.stakes) for bet in seat.bets] == [
        ("P-2", False, ((1, 1_000),)),
        ("P-3", True, ((1, 2_000),)),
    ]


def test_fees_are_told_with_their_purpose_and_authority() -> None:
    play = a_round(PURE, {2: 1_000})
    fee: dict[str, Any] = {"seat": 2, "role": "player", "amount_cents": 100}
    play.send("fee.collected", **fee)
    play.send("fee.collected", **fee, purpose="jackpot")
    play.send("fee.waived", **fee | {"seat": 5, "role": "player_dealer"}, **FLOOR)
    play.send("fee.refunded", **fee, **FLOOR)
    found = told_of(play)
    assert said(found, "fee.collected") == "Fee of $1 collected from P-2 at seat 2."
    assert said(found, "fee.collected", 1) == "Fee of $1 (jackpot) collected from P-2 at seat 2."
    assert said(found, "fee.waived") == (
        "Fee of $1 waived for P-5, the player-dealer at seat 5 by floor-7: all agreed."
    )
    assert said(found, "fee.refunded") == (
        "Fee of $1 refunded to P-2 at seat 2 by floor-7: all agreed."
    )
    waived = next(step for step in found.steps if step.type == "fee.waived")
    assert waived.authority is not None
    assert (waived.authority.person, waived.authority.authorisation, waived.authority.reason) == (
        "floor-7",
        "claimed",
        "all agreed",
    )
    assert [note.code for note in waived.notes] == ["authorisation_claimed"]


def test_the_deal_is_told_card_by_card() -> None:
    play = a_round(PURE, {2: 1_000})
    assert follows(play) == "Wagers, and then the first card."
    play.card(2, "TH")
    assert follows(play) == "The next card of the deal goes to the player-dealer."
    play.send("card.dealt", to="player_dealer", card=None, face="down")
    assert follows(play) == "The next card of the deal goes to seat 2."
    play.card(2, "AS")
    play.send("card.dealt", to="player_dealer", card=None, face="down")
    assert follows(play) == "The player-dealer's first card is turned up."
    play.send("card.revealed", index=1, card="QH")
    found = told_of(play)
    assert said(found, "card.dealt") == "Seat 2 is dealt the 10 of hearts: 10."
    assert said(found, "card.dealt", 1) == "The player-dealer is dealt a card face down."
    assert said(found, "card.dealt", 2) == "Seat 2 is dealt the ace of spades: 21½ natural."
    assert said(found, "card.revealed") == (
        "The player-dealer turns up the first card, the queen of hearts: 10."
    )
    assert said(found, "fees.assessed") == (
        "Fees assessed, revision 1: P-2 at seat 2 $1 and P-5 at seat 5 $3."
    )
    assert found.steps[-1].picture.follows == "The hole card is checked for a natural."
    assert states(play, 2) == ["ended"]
    play.peek()
    assert said(told_of(play), "hole_card.checked") == (
        "The hole card is checked and stays down: no natural."
    )
    assert told_of(play).steps[-1].picture.state == "no natural"
    assert follows(play) == "The hole card is turned up."
    play.reveal("8C")
    assert said(told_of(play), "card.revealed", 1) == (
        "The player-dealer turns up the hole card, the 8 of clubs: 18."
    )
    assert follows(play) == "The player-dealer takes no card on 18; the round is completed."
    assert told_of(play).steps[-1].picture.state == "stands"


def test_decisions_are_told_by_hand() -> None:
    play = dealt(BUSTER, {2: "8H 8D", 3: "5C 4D", 4: "TC 6D"}, "AH 6C", bets={3: 2_000})
    assert follows(play) == ("Insurance may be taken, then the hole card is checked for a natural.")
    play.insure(3, 500)
    play.peek()
    assert follows(play) == "P-2 decides for seat 2 on 16."
    play.split(2, 1_000)
    assert follows(play) == "A card is due to seat 2, hand 1."
    play.card(2, "9S")
    play.stand(2)
    play.card(2, "2S", hand=2)
    assert follows(play) == "P-2 decides for seat 2, hand 2 and may not stand on 10."
    play.hit(2, "7H", hand=2)
    play.stand(2, hand=2)
    play.decide(3, "double", amount_cents=2_000)
    assert states(play, 3) == ["a card is due"]
    play.card(3, "2H")
    assert states(play, 3) == ["doubled"]
    play.decide(4, "surrender")
    play.reveal()
    found = told_of(play)
    sentences = [step.sentence for step in found.steps if step.type == "decision.made"]
    assert sentences == [
        "P-3 insures seat 3 with $5.",
        "Seat 2 splits with $10; hand 2 is new.",
        "Seat 2, hand 1 stands on 17.",
        "Seat 2, hand 2 hits 10.",
        "Seat 2, hand 2 stands on 17.",
        "Seat 3 doubles 9 with $20.",
        "Seat 4 surrenders 16.",
    ]
    assert states(play, 2) == ["stands", "stands"]
    assert states(play, 4) == ["surrendered"]
    assert follows(play) == "The player-dealer draws on soft 17."
    assert found.steps[-1].picture.state == "draws"
    play.draw("TD")
    assert told_of(play).steps[-1].picture.cards[2].place == "drawn"


def test_whose_turn_it_is_is_marked() -> None:
    play = dealt(FLYER, {2: "8H 7D", 3: "TC 7D"}, "6H 6C")
    play.hit(2, "9S")
    assert states(play, 2) == ["held until settlement"]
    marks = {
        (seat.seat, hand.number): hand.is_next
        for seat in told_of(play).steps[-1].picture.seats
        for hand in seat.hands
    }
    assert marks == {(2, 1): False, (3, 1): True}
    first = next(step for step in told_of(play).steps if step.type == "card.dealt")
    assert [hand.is_next for seat in first.picture.seats for hand in seat.hands] == [False, True]


def test_the_additions_of_a_backline_bettor_are_told() -> None:
    play = a_round(FLYER, {2: 1_000, 3: 1_000})
    play.sit(4)
    play.bet(2, 1_000, player="P-4", backline=True)
    play.bet(3, 1_000, player="P-4", backline=True)
    play.deal({2: "8H 8D", 3: "5C 6D"}, "6H TC")
    play.split(2, 1_000)
    play.send("wager.added", seat=2, hand=2, player="P-4", amount_cents=1_000)
    play.card(2, "TS")
    play.stand(2)
    play.card(2, "TD", hand=2)
    play.stand(2, hand=2)
    play.decide(3, "double", amount_cents=1_000)
    play.send("wager.added", seat=3, hand=1, player="P-4", amount_cents=1_000)
    found = told_of(play)
    assert said(found, "wager.added") == "P-4 adds $10 to the split, on seat 2, hand 2."
    assert said(found, "wager.added", 1) == "P-4 adds $10 to the double of seat 3."


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (7, "The action button is put before seat 7, as the hole card says."),
        (8, "The action button is put before seat 8; the hole card says seat 7."),
    ],
)
def test_the_button_is_told_with_what_the_hole_card_says(seat: int, sentence: str) -> None:
    play = dealt(PURE, {2: "TH 8D"}, "7S 2C")
    play.stand(2)
    play.reveal()
    play.send("action_button.placed", seat=seat, override=True)
    assert said(told_of(play), "action_button.placed") == sentence


def test_a_button_where_the_game_has_none_is_told() -> None:
    play = dealt(FLYER, {2: "TH 8D"}, "7S 2C")
    play.send("action_button.placed", seat=2, override=True)
    found = told_of(play)
    assert said(found, "action_button.placed") == (
        "The action button is put before seat 2; the hole card says no seat."
    )
    last = found.steps[-1]
    assert last.authority is not None
    assert (last.authority.person, last.picture.button_placed) == ("floor-7", 2)


def test_a_card_face_down_that_should_be_up_is_told() -> None:
    play = a_round(PURE, {2: 1_000})
    play.send("card.dealt", to="seat", seat=2, hand=1, card=None, face="down", override=True)
    found = told_of(play)
    assert said(found, "card.dealt") == "Seat 2 is dealt a card face down."
    assert found.steps[-1].picture.seats[0].hands[0].total == ""


def test_what_the_peek_says_stands_beside_the_hole_card() -> None:
    play = dealt(PURE, {2: "TH 8D"}, "AS KC")
    assert told_of(play).steps[-1].picture.state == ""
    play.peek(natural=True)
    found = told_of(play)
    assert said(found, "hole_card.checked").endswith(": a natural.")
    assert found.steps[-1].picture.state == "a natural"


def test_a_hole_card_that_stays_down_is_for_the_floor() -> None:
    play = dealt(PURE, {2: "TH 8D"}, "7S 2C")
    play.stand(2)
    play.reveal()
    play.felt.player_dealer_cards.append(None)
    play.send("card.dealt", to="player_dealer", card=None, face="down", override=True)
    assert follows(play) == (
        "A card of the player-dealer's lies face down: the floor settles or voids."
    )


def test_the_end_of_a_round_is_told() -> None:
    play = dealt(PURE, {2: "TH 8D"}, "7S TC")
    play.stand(2)
    play.reveal()
    play.settle()
    play.send(
        "wager.paid", seat=2, hand=1, kind="game", player="P-2", paid_cents=500, collected_cents=0
    )
    play.send("card.burned", number=None)
    found = told_of(play)
    assert said(found, "round.completed") == (
        "The round is completed and its settlement asked for."
    )
    completed = next(step for step in found.steps if step.type == "round.completed")
    assert completed.picture.follows == "The service settles the round."
    assert said(found, "round.settled") == (
        "Settled, revision 1: $10 paid, $0 collected; the player-dealer is down $10."
    )
    assert said(found, "wager.paid") == (
        "What moved at seat 2, hand 1, game of P-2: $5 paid, $0 collected."
    )
    assert found.steps[-1].picture.follows == "Nothing more: the round is settled, revision 1."
    assert found.steps[-1].picture.state == ""
    assert next(step for step in found.steps if step.type == "round.settled").is_of_service


def test_burned_cards_and_incidents_of_a_round_are_told() -> None:
    play = a_round(PURE, {2: 1_000})
    play.send("card.burned", number=1, card="TS")
    play.send("card.burned", number=1)
    play.send("incident.noted", number=1, text="drink spilled")
    found = told_of(play)
    assert said(found, "card.burned") == "The 10 of spades is burned."
    assert said(found, "card.burned", 1) == "A card is burned."
    assert said(found, "incident.noted") == "Noted: drink spilled."


@pytest.mark.parametrize(("fee", "fees"), [("kept", "fees stay"), ("refunded", "fees go back too")])
def test_a_void_says_what_becomes_of_wagers_and_fees(fee: str, fees: str) -> None:
    play = a_table(PURE, void_fee=fee)
    play.sit(5, 2)
    play.open_round()
    play.bet(2, 1_000)
    play.card(2, "TH")
    play.send("round.voided", authorised_by="floor-7", reason="misdeal")
    found = told_of(play)
    assert said(found, "round.voided") == (
        f"Floor-7 voids the round: Misdeal. Every wager is returned, {fees}."
    )
    assert follows(play) == "Nothing more: the round is voided, and every wager was returned."
    if fee == "refunded":
        assert said(found, "fees.assessed", 1) == "Fees assessed, revision 2: none."


def test_a_round_is_told_from_its_opening_on() -> None:
    play = a_table(PURE)
    play.sit(5, 2)
    play.send("incident.noted", number=1, text="too early")
    play.open_round()
    assert [step.type for step in told_of(play).steps] == ["round.opened"]
    with pytest.raises(ValueError, match="without events"):
        replay([], play.find_offering)
    with pytest.raises(TypeError, match="tells of no round"):
        replay([logged(play.records[-1]), logged(play.records[0])], play.find_offering)
