"""Settlement: the order of the lines, what each hand's wagers come to, and how far W goes."""

import pytest

from tables.rules import procedure
from tables.rules.felt import Felt
from tests.builders import BUSTER, FLYER, PURE, a_round, an_offering, dealt, line, results

# The button's place for a player-dealer at seat 5 of 8, by the rank of the second card.
BUTTONS = dict(zip("A23456789TJQK", [6, 7, 8, 1, 2, 3, 4, 6, 7, 8, 1, 2, 3], strict=True))


def felt_with_hole(card: str, *, pd: int = 5, seats: int = 8, game: str = PURE) -> Felt:
    """Only what the button looks at."""
    felt = Felt(an_offering(game, seats=seats), pd, "P-5", 50_000)
    felt.player_dealer_cards = ["9S", card]
    return felt


@pytest.mark.parametrize("rank", BUTTONS)
def test_the_second_card_counts_the_button_clockwise_around_the_player_dealer(rank: str) -> None:
    assert procedure.button_seat(felt_with_hole(f"{rank}S")) == BUTTONS[rank]


def test_the_button_counts_the_seats_that_there_are() -> None:
    places = [procedure.button_seat(felt_with_hole(f"{n}S", pd=4, seats=4)) for n in range(2, 8)]
    assert places == [2, 3, 1, 2, 3, 1]
    assert procedure.button_seat(felt_with_hole("KS", pd=1)) == 7
    assert procedure.button_seat(felt_with_hole("KS", game=FLYER)) is None


def test_without_full_cover_the_first_wager_at_or_after_the_button_settles_first() -> None:
    # The nine points to seat 7, where nobody wagered; 8 is next.
    play = dealt(BUSTER, {2: "TS 8D", 4: "TC 8H", 8: "TH 8C"}, "TD 9S", w=1_500)
    play.peek()
    play.stand(2, 4, 8)
    play.reveal()
    settled = play.settle()
    assert (settled.action_button_seat, settled.first_seat) == (7, 8)
    assert results(settled) == [(8, "lose"), (2, "lose"), (4, "no_action")]
    assert [entry.collected_cents for entry in settled.lines] == [1_000, 500, 0]
    assert [entry.returned_cents for entry in settled.lines] == [0, 500, 1_000]
    assert [entry.due_cents for entry in settled.lines] == [1_000, 1_000, 0]
    assert settled.lines[2].rule == "N-35"


def test_with_full_cover_the_button_is_computed_and_not_used() -> None:
    play = dealt(PURE, {2: "TS 8D", 8: "TH 8C"}, "9D TS", w=2_000)
    play.stand(8, 2)
    play.reveal()
    settled = play.settle()
    assert (settled.covers_all, settled.action_button_seat, settled.first_seat) == (True, 8, 2)
    assert (settled.used_cents, settled.remaining_cents, settled.exhausted) == (2_000, 0, False)
    assert settled.player_dealer_net_cents == 2_000


def test_side_bets_begin_again_at_the_same_first_seat_on_the_same_counter() -> None:
    play = a_round(PURE, {2: 1_000, 8: 1_000}, w=2_450)
    for seat in (2, 8):
        play.bet(seat, 100, "buster")
        play.bet(seat, 100, "red_flex")
    play.deal({2: "TS 8D", 8: "TH 8C"}, "9D TH")
    play.stand(8, 2)
    play.reveal()
    settled = play.settle()
    assert [(entry.kind, entry.seat) for entry in settled.lines] == [
        ("game", 8),
        ("game", 2),
        ("red_flex", 8),
        ("red_flex", 2),
        ("buster", 8),
        ("buster", 2),
    ]
    # The games take 2,000 and Red Flex 400; of the first Buster 50 are left to collect.
    assert [entry.paid_cents for entry in settled.lines] == [0, 0, 200, 200, 0, 0]
    assert [entry.collected_cents for entry in settled.lines] == [1_000, 1_000, 0, 0, 50, 0]
    assert settled.lines[-1].result == "no_action"


def test_a_partly_covered_winner_gets_the_exact_cents_that_are_left() -> None:
    play = dealt(PURE, {2: "AS TD", 4: "TC TS"}, "9D 8S", w=1_333)
    play.stand(4)
    play.reveal()
    settled = play.settle()
    won = line(settled, 2)
    # The eight points to seat 6, from which 2 comes first.
    assert (won.due_cents, won.paid_cents, won.returned_cents) == (1_500, 1_333, 1_000)
    assert line(settled, 4).result == "no_action"
    assert (settled.exhausted, settled.remaining_cents) == (True, 0)


def test_in_003_wagers_settle_from_the_highest_seat_down_and_w_is_allotted_so() -> None:
    play = dealt(FLYER, {1: "TS TD", 4: "TC TH", 8: "KS KD"}, "9D TS", w=1_500)
    play.stand(1, 4, 8)
    play.reveal()
    settled = play.settle()
    assert (settled.first_seat, settled.action_button_seat) == (8, None)
    assert results(settled) == [(8, "win"), (4, "win"), (1, "no_action")]
    assert [entry.paid_cents for entry in settled.lines] == [1_000, 500, 0]


def test_split_hands_settle_by_number_and_a_double_as_one_stake() -> None:
    play = dealt(PURE, {2: "8S 8D"}, "9D TS")
    play.split(2, 1_000)
    play.card(2, "3C", hand=1)
    play.double(2, 600, "TC", hand=1)
    play.card(2, "TD", hand=2)
    play.stand(2, hand=2)
    play.reveal()
    settled = play.settle()
    first, second = (line(settled, 2, hand=hand) for hand in (1, 2))
    assert [entry.hand for entry in settled.lines] == [1, 2]
    assert (first.stake_cents, first.result, first.paid_cents) == (1_600, "win", 1_600)
    assert (second.stake_cents, second.result, second.collected_cents) == (1_000, "lose", 1_000)


def test_an_ace_and_a_ten_after_a_split_are_paid_even_money() -> None:
    play = dealt(PURE, {2: "AS AD"}, "9D TS")
    play.split(2, 1_000)
    play.card(2, "TC", hand=1)
    play.card(2, "KC", hand=2)
    play.reveal()
    settled = play.settle()
    assert [str(entry.odds) for entry in settled.lines] == ["1:1", "1:1"]


def test_behind_each_hand_the_backline_settles_in_the_order_placed() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.bet(2, 500, player="B-1", backline=True)
    play.bet(2, 700, player="B-2", backline=True)
    play.deal({2: "8S 8D"}, "9D TS")
    play.split(2, 1_000)
    play.send("wager.added", seat=2, hand=2, player="B-2", amount_cents=700)
    play.card(2, "TC", hand=1)
    play.stand(2, hand=1)
    play.card(2, "TD", hand=2)
    play.stand(2, hand=2)
    play.reveal()
    settled = play.settle()
    assert [(entry.hand, entry.player, entry.stake_cents) for entry in settled.lines] == [
        (1, "P-2", 1_000),
        (1, "B-1", 500),
        (1, "B-2", 700),
        (2, "P-2", 1_000),
        (2, "B-2", 700),
    ]
    assert [entry.backline for entry in settled.lines] == [False, True, True, False, True]


def test_without_an_addition_the_original_stake_follows_a_double_and_the_first_split_hand() -> None:
    play = a_round(FLYER, {2: 1_000})
    play.bet(2, 500, player="B-1", backline=True)
    play.bet(2, 600, player="B-2", backline=True)
    play.deal({2: "5S 6D"}, "9D TS")
    play.decide(2, "double", amount_cents=1_000)
    play.send("wager.added", seat=2, hand=1, player="B-2", amount_cents=600)
    play.card(2, "TC")
    play.reveal()
    stakes = {entry.player: entry.stake_cents for entry in play.settle().lines}
    assert stakes == {"P-2": 2_000, "B-1": 500, "B-2": 1_200}


def test_insurance_settles_behind_the_seats_hands_in_the_bettors_order() -> None:
    play = a_round(BUSTER, {2: 1_000, 4: 1_000})
    play.bet(2, 800, player="B-1", backline=True)
    play.deal({2: "TS 8D", 4: "AC KC"}, "AD TS")
    play.insure(4, 500)
    play.insure(2, 400, player="B-1")
    play.insure(2, 250)
    play.peek(natural=True)
    play.reveal()
    settled = play.settle()
    assert [(entry.kind, entry.player, entry.result) for entry in settled.lines] == [
        ("game", "P-2", "lose"),
        ("game", "B-1", "lose"),
        ("insurance", "P-2", "win"),
        ("insurance", "B-1", "win"),
        ("game", "P-4", "push"),
        ("insurance", "P-4", "win"),
    ]
    assert [entry.hand for entry in settled.lines] == [1, 1, None, None, 1, None]
    assert [entry.paid_cents for entry in settled.lines] == [0, 0, 500, 800, 0, 1_000]
    assert [entry.backline for entry in settled.lines] == [False, True, False, True, False, False]


def test_insurance_draws_on_the_same_counter_as_the_game() -> None:
    play = dealt(BUSTER, {2: "TS 8D", 4: "TC 8H"}, "AD 7S", w=1_400, bets={2: 3_000})
    play.insure(2, 1_500)
    play.peek()
    play.stand(2, 4)
    play.reveal()
    settled = play.settle()
    assert results(settled) == [(4, "push"), (2, "push"), (2, "lose")]
    lost = line(settled, 2, "insurance")
    assert (lost.due_cents, lost.collected_cents, lost.returned_cents) == (1_500, 1_400, 100)
    assert settled.exhausted


def test_surrender_binds_the_backline_and_gives_half_of_each_stake() -> None:
    play = a_round(BUSTER, {2: 1_010})
    play.bet(2, 530, player="B-1", backline=True)
    play.bet(2, 100, "buster")
    play.deal({2: "TS 6D"}, "9D 6S")
    play.decide(2, "surrender")
    play.reveal()
    play.draw("TC")
    settled = play.settle()
    assert [entry.collected_cents for entry in settled.lines] == [505, 265, 0]
    assert [entry.result for entry in settled.lines] == ["surrender", "surrender", "win"]


def test_surrendering_one_split_hand_leaves_the_other_in_play() -> None:
    play = dealt(FLYER, {2: "8S 8D"}, "9D TS")
    play.split(2, 1_000)
    play.card(2, "6C", hand=1)
    play.decide(2, "surrender", hand=1)
    play.card(2, "3C", hand=2)
    play.double(2, 1_000, "TC", hand=2)
    play.reveal()
    settled = play.settle()
    assert [entry.result for entry in settled.lines] == ["surrender", "win"]
    assert settled.player_dealer_net_cents == 500 - 2_000


def test_a_natural_of_the_player_dealer_takes_doubles_and_splits_where_there_is_no_peek() -> None:
    play = dealt(FLYER, {2: "8S 8D"}, "AD TS")
    play.split(2, 1_000)
    play.card(2, "3C", hand=1)
    play.double(2, 1_000, "TC", hand=1)
    play.card(2, "7C", hand=2)
    play.stand(2, hand=2)
    play.reveal()
    settled = play.settle()
    assert [entry.collected_cents for entry in settled.lines] == [2_000, 1_000]
    assert {entry.rule for entry in settled.lines} == {"F-15"}


def test_under_net_absorbing_nothing_is_said_to_remain() -> None:
    play = dealt(PURE, {2: "TS 8D"}, "9D TS", coverage_policy="net_absorbing")
    play.stand(2)
    play.reveal()
    settled = play.settle()
    assert (settled.coverage_policy, settled.remaining_cents) == ("net_absorbing", None)
    assert (settled.revision, settled.game, settled.ruleset_version) == (1, PURE, 1)
