"""The switches of a rule set: each flipped on its own changes what happens, and only that."""

from typing import Any

from msgspec import structs

from tables.rules.games import RULE_SETS
from tables.rules.ruleset import Limits, MaxHands, Odds, RuleSet, Settle
from tests.builders import (
    BUSTER,
    FLYER,
    PURE,
    Content,
    Play,
    a_round,
    a_table,
    dealt,
    line,
    results,
)

# What names a rule set rather than decides a round; `first_card_down` is how 000 deals.
IDENTITY = {"game", "version", "title", "source", "natural", "first_card_down", "readings"}


def test_every_switch_is_flipped_here() -> None:
    switches = {field.name for field in structs.fields(RuleSet)} - IDENTITY
    tested = {name.removeprefix("test_switch_") for name in globals() if "test_switch_" in name}
    assert {switch for switch in switches if not any(t.startswith(switch) for t in tested)} == set()
    assert len(switches) == 21


def test_switch_natural_odds() -> None:
    def paid(**switches: Any) -> tuple[str, int]:
        play = dealt(PURE, {2: "AS TD"}, "7S TC", **switches)
        play.reveal()
        won = line(play.settle(), 2)
        return str(won.odds), won.paid_cents

    assert paid() == ("3:2", 1_500)
    assert paid(natural_odds=Odds(6, 5)) == ("6:5", 1_200)


def test_switch_peek_ranks() -> None:
    hands = {2: "TS 9D"}
    play = dealt(PURE, hands, "TC 7S")
    assert play.breaches("decision.made", seat=2, action="stand") == "peek"
    dealt(PURE, hands, "TC 7S", peek_ranks="A").stand(2)
    assert (
        dealt(PURE, hands, "AC 7S", peek_ranks="A")
        .refused("decision.made", seat=2, action="stand")
        .rule
        == "peek"
    )
    never = dealt(PURE, hands, "TC AS", peek_ranks="")
    assert never.breaches("hole_card.checked", natural=True) == "peek"


def test_switch_hole_card_face_up_ends_the_round_on_a_natural() -> None:
    play = dealt(BUSTER, {2: "TS 2D", 4: "AS KD"}, "AC TD", hole_card=False)
    assert play.felt.hole_card == "TD"
    assert play.refused("decision.made", seat=2, action="hit").rule == "hand_ended"
    assert results(play.settle()) == [(2, "lose"), (4, "push")]


def test_switch_hole_card_face_up_has_no_reveal_no_peek_and_no_insurance() -> None:
    play = dealt(BUSTER, {2: "TS 2D"}, "AC 5D", hole_card=False)
    assert "no insurance" in play.rule(
        "decision.made", seat=2, action="insurance", amount_cents=500
    )
    assert play.breaches("hole_card.checked", natural=False) == "peek"
    assert play.breaches("card.revealed", index=2, card="5D") == "reveal"
    down: Content = {"to": "player_dealer", "card": None, "face": "down"}
    assert a_dealt_to_the_last(BUSTER, hole_card=False).breaches("card.dealt", **down) == "face"
    assert (
        a_dealt_to_the_last(BUSTER)
        .refused("card.dealt", to="player_dealer", card="5D", face="up")
        .rule
        == "face"
    )


def a_dealt_to_the_last(game: str, **switches: Any) -> Play:
    """A round of one player, dealt but for the player-dealer's second card."""
    play = a_round(game, {2: 1_000}, **switches)
    play.card(2, "TS")
    play.draw("AC")
    play.card(2, "2D")
    return play


def test_switch_push_totals() -> None:
    def result(**switches: Any) -> str:
        play = dealt(FLYER, {2: "TS 2D"}, "TC 6S", **switches)
        play.hit(2, "TD")
        play.reveal()
        play.draw("7C")
        return line(play.settle(), 2).result

    assert result() == "lose"
    assert result(push_totals=frozenset({22, 23, 24, 25})) == "push"


def test_switch_dealer_888_push() -> None:
    def result(**switches: Any) -> str:
        play = dealt(PURE, {2: "TS 2D"}, "8S 8D", **switches)
        play.hit(2, "TD")
        play.reveal()
        play.draw("8C")
        return line(play.settle(), 2).result

    assert result() == "push"
    assert result(dealer_888_push=False) == "lose"


def test_switch_double() -> None:
    less: Content = {"seat": 2, "action": "double", "amount_cents": 500}
    dealt(PURE, {2: "5S 6D"}, "7S TC").send("decision.made", **less)
    equal = dealt(PURE, {2: "5S 6D"}, "7S TC", double="equal")
    assert equal.breaches("decision.made", **less) == "double_stake"
    dealt(FLYER, {2: "5S 6D"}, "7S TC", double="up_to_original").send("decision.made", **less)


def test_switch_split_by() -> None:
    royals: Content = {"seat": 2, "action": "split", "amount_cents": 1_000}
    assert dealt(PURE, {2: "KS QD"}, "7S TC").breaches("decision.made", **royals) == "unlike_split"
    dealt(PURE, {2: "KS QD"}, "7S TC", split_by="value").send("decision.made", **royals)
    by_rank = dealt(FLYER, {2: "KS QD"}, "7S TC", split_by="rank")
    assert by_rank.breaches("decision.made", **royals) == "unlike_split"


def test_switch_max_hands() -> None:
    again: Content = {"seat": 2, "action": "split", "amount_cents": 1_000}
    caps = MaxHands(plain=2, tens=3, aces=2)
    for game_caps, pair, refused in (
        (RULE_SETS[PURE].max_hands, "8S 8D", None),
        (caps, "8S 8D", "split_cap"),
        (caps, "KS KD", None),
        (MaxHands(4, 2, 2), "KS KD", "split_cap"),
    ):
        play = dealt(PURE, {2: pair}, "7S TC", max_hands=game_caps)
        play.split(2, 1_000)
        play.card(2, pair.split()[0])
        if refused is None:
            play.send("decision.made", **again)
        else:
            assert play.breaches("decision.made", **again) == refused


def test_switch_max_hands_of_aces() -> None:
    again: Content = {"seat": 2, "action": "split", "amount_cents": 1_000}
    for aces, refused in ((4, None), (2, "hand_ended")):
        play = dealt(FLYER, {2: "AS AD"}, "7S TC", max_hands=MaxHands(4, 4, aces))
        play.split(2, 1_000)
        play.card(2, "AH")
        if refused is None:
            play.send("decision.made", **again)
        else:
            assert play.breaches("decision.made", **again) == refused


def test_switch_surrender() -> None:
    given_up: Content = {"seat": 2, "action": "surrender"}
    assert "no surrender" in dealt(PURE, {2: "TS 6D"}, "7S TC").rule("decision.made", **given_up)
    play = dealt(PURE, {2: "TS 6D"}, "7S TC", surrender="late")
    play.send("decision.made", **given_up)
    play.reveal()
    lost = line(play.settle(), 2)
    assert (lost.result, lost.collected_cents, lost.rule) == ("surrender", 500, "surrender")
    for surrender, refused in (("any_time", None), ("late", "surrender_time")):
        play = dealt(FLYER, {2: "TS 2D"}, "7S TC", surrender=surrender)
        play.hit(2, "4D")
        if refused is None:
            play.send("decision.made", **given_up)
        else:
            assert play.breaches("decision.made", **given_up) == refused


def test_switch_surrender_max_total() -> None:
    given_up: Content = {"seat": 2, "action": "surrender"}
    dealt(FLYER, {2: "TS 7D"}, "7S TC").send("decision.made", **given_up)
    low = dealt(FLYER, {2: "TS 7D"}, "7S TC", surrender_max_total=16)
    assert low.breaches("decision.made", **given_up) == "surrender_time"
    dealt(FLYER, {2: "TS 6D"}, "7S TC", surrender_max_total=16).send("decision.made", **given_up)


def test_switch_insurance() -> None:
    insured: Content = {"seat": 2, "action": "insurance", "amount_cents": 500}
    assert "no insurance" in dealt(PURE, {2: "TS 6D"}, "AS TC").rule("decision.made", **insured)
    play = dealt(PURE, {2: "TS 6D"}, "AS TC", insurance=True)
    play.send("decision.made", **insured)
    play.peek(natural=True)
    play.reveal()
    won = line(play.settle(), 2, "insurance")
    assert (won.result, won.paid_cents, won.rule) == ("win", 1_000, "insurance")


def test_switch_backline_kinds() -> None:
    behind: Content = {"seat": 2, "amount_cents": 1_000, "player": "B-1", "backline": True}
    none = a_round(PURE, {2: 1_000})
    assert "no backline" in none.rule("wager.placed", kind="game", **behind)
    game = a_round(PURE, {2: 1_000}, backline_kinds=frozenset({"game"}))
    game.send("wager.placed", kind="game", **behind)
    both = a_round(BUSTER, {2: 1_000}, backline_kinds=frozenset({"game", "buster"}))
    both.send("wager.placed", kind="game", **behind)
    both.send("wager.placed", kind="buster", **behind)


def test_switch_side_bets() -> None:
    without = a_round(BUSTER, {2: 1_000}, side_bets=())
    assert "no buster" in without.rule("wager.placed", seat=2, kind="buster", amount_cents=100)

    def kinds(**switches: Any) -> list[str]:
        play = a_round(PURE, {2: 1_000}, **switches)
        play.bet(2, 100, "buster")
        play.bet(2, 100, "red_flex")
        play.deal({2: "TS 9D"}, "7S TC")
        play.stand(2)
        play.reveal()
        return [entry.kind for entry in play.settle().lines]

    assert kinds() == ["game", "red_flex", "buster"]
    assert kinds(side_bets=("buster", "red_flex")) == ["game", "buster", "red_flex"]


def test_switch_deal_from() -> None:
    first: Content = {"to": "seat", "hand": 1, "card": "9S", "face": "up"}
    around = a_round(PURE, {2: 1_000, 7: 1_000})
    assert around.breaches("card.dealt", seat=2, **first) == "out_of_turn"
    around = a_round(PURE, {2: 1_000, 7: 1_000})
    around.send("card.dealt", seat=7, **first)
    from_one = a_round(PURE, {2: 1_000, 7: 1_000}, deal_from="seat_1")
    assert from_one.breaches("card.dealt", seat=7, **first) == "out_of_turn"
    a_round(PURE, {2: 1_000, 7: 1_000}, deal_from="seat_1").send("card.dealt", seat=2, **first)


def settled_order(game: str, *, w: int, **switches: Any) -> list[int]:
    """Seats 2, 4 and 7 in the order in which they settle; the hole card is a seven."""
    play = dealt(game, {2: "TS 9D", 4: "TD 9C", 7: "TH 9H"}, "9S 7C", w=w, **switches)
    play.stand(*([7, 2, 4] if game == PURE else [2, 4, 7]))
    play.reveal()
    play.draw("2C")
    settled = play.settle()
    assert settled.first_seat == settled.lines[0].seat
    return [entry.seat for entry in settled.lines]


def test_switch_settle() -> None:
    back = Settle("counter_clockwise", "highest_seat")
    assert settled_order(BUSTER, w=50_000) == [2, 4, 7]
    assert settled_order(BUSTER, w=50_000, settle=back) == [7, 4, 2]
    assert settled_order(BUSTER, w=50_000, settle=Settle("clockwise", "highest_seat")) == [2, 4, 7]
    assert settled_order(BUSTER, w=50_000, settle=Settle("counter_clockwise", "seat_1")) == [
        7,
        4,
        2,
    ]
    assert settled_order(FLYER, w=1_000) == [7, 4, 2]
    assert settled_order(FLYER, w=1_000, settle=Settle("clockwise", "seat_1")) == [2, 4, 7]


def test_switch_settle_direction_holds_from_the_button_too() -> None:
    # The seven puts the button on the seventh seat after 5, which is 4.
    assert settled_order(BUSTER, w=1_000) == [4, 7, 2]
    back = Settle("counter_clockwise", "highest_seat")
    assert settled_order(BUSTER, w=1_000, settle=back) == [4, 2, 7]


def test_switch_action_button() -> None:
    assert settled_order(BUSTER, w=1_000, action_button=False) == [2, 4, 7]
    assert settled_order(FLYER, w=1_000, action_button=True) == [4, 2, 7]
    play = dealt(BUSTER, {2: "TS 9D"}, "9S 8C", action_button=False)
    play.stand(2)
    play.reveal()
    assert play.breaches("action_button.placed", seat=5) == "button"
    assert play.settle().action_button_seat is None


def test_switch_seats() -> None:
    play = a_table(PURE, seats=6)
    assert "no seat 7" in play.rule("seat.taken", seat=7, player="P-7", kind="patron")

    def button(**switches: Any) -> int | None:
        play = dealt(PURE, {2: "TS 9D"}, "9S 8C", **switches)
        play.stand(2)
        play.reveal()
        return play.settle().action_button_seat

    assert button() == 6  # the first of seven after 5
    assert button(seats=6) == 2  # the third of five


def test_switch_decks() -> None:
    hands = {2: "9S 9D"}
    assert dealt(PURE, hands, "7S TC").refused("shoe.loaded", decks=1).rule == "decks"
    single = dealt(PURE, hands, "7S TC", decks=1)
    single.decide(2, "hit")
    again: Content = {"to": "seat", "seat": 2, "hand": 1, "card": "9S", "face": "up"}
    assert single.breaches("card.dealt", **again) == "copies"


def test_switch_coverage_policy() -> None:
    def moved(policy: str) -> list[tuple[int, int]]:
        hands = {1: "TS 8D", 2: "TC TD", 3: "TH 8H", 4: "JS JD"}
        bets = dict.fromkeys(hands, 6_000)
        play = dealt(FLYER, hands, "9S TC", bets=bets, w=10_000, coverage_policy=policy)
        play.stand(1, 2, 3, 4)
        play.reveal()
        return [(entry.paid_cents, entry.collected_cents) for entry in play.settle().lines]

    assert moved("matched_gross") == [(6_000, 0), (0, 4_000), (0, 0), (0, 0)]
    assert moved("net_absorbing") == [(6_000, 0), (0, 6_000), (6_000, 0), (0, 6_000)]


def test_switch_paytables() -> None:
    def odds(name: str) -> object:
        play = a_round(BUSTER, {2: 1_000}, paytables={"buster": name})
        play.bet(2, 100, "buster")
        play.deal({2: "TS 9D"}, "6S TC")
        play.stand(2)
        play.reveal()
        play.draw("8C")
        return line(play.settle(), 2, "buster").odds

    assert odds("2-2-4-15-50-300") == "2:1"
    assert odds("1-3-6-30-100-200") == "1:1"


def test_switch_limits() -> None:
    wager: Content = {"seat": 2, "kind": "game", "amount_cents": 60_000}
    play = a_table(PURE)
    play.sit(2, 5)
    play.open_round()
    assert play.breaches("wager.placed", **wager) == "limit"
    high = {**RULE_SETS[PURE].limits, "game": Limits(500, 60_000)}
    play = a_table(PURE, limits=high)
    play.sit(2, 5)
    play.open_round()
    play.send("wager.placed", **wager)
