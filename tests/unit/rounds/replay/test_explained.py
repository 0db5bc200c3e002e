"""Why wagers came out as they did, and how far W reached."""

import pytest

from tests.builders import BUSTER, CODE, FLYER, PURE, Play, a_round, dealt
from tests.unit.rounds.replay.telling import told_of, why


def settled(play: Play, *seats: int) -> Play:
    """These seats stand, the hole card comes up, and the round is completed."""
    play.stand(*seats)
    play.reveal()
    play.settle()
    return play


def test_a_losing_wager_that_w_cuts_says_what_is_collected_and_what_goes_back() -> None:
    play = dealt(FLYER, {7: "TH 8D", 6: "TD 9S"}, "TS TC", w=6_000, bets={7: 5_000, 6: 5_000})
    settled(play, 6, 7)
    found = told_of(play)
    (revision,) = found.revisions
    first, second = revision.lines
    assert first.sentence == ("The player-dealer's 20 beats 18; the stake of $50 is collected.")
    assert first.readings == ("F-07", "G-05")
    assert second.sentence == (
        "The player-dealer's 20 beats 19, but W ends here: of $50 due $10 is collected, $40 goes"
        " back."
    )
    assert second.readings == ("F-07", "G-12", "G-18", "G-26", "G-05")
    assert (first.left_cents, second.left_cents) == (1_000, 0)
    assert (first.net_cents, second.net_cents) == (5_000, 6_000)
    assert (second.is_cut, second.short_cents) == (True, 4_000)
    reached = revision.coverage
    assert reached.sentence == (
        "W of $60 falls short of the $100 due and ends inside wager 2, game at seat 6."
        " Settled from the highest seat, counter-clockwise; the first wager lay at seat 7."
    )
    assert [each.beyond_cents for each in reached.segments] == [0, 4_000]
    assert [each.is_paid for each in reached.segments] == [False, False]
    assert found.readings == ("F-07", "G-05", "G-12", "G-18", "G-26")


def test_w_may_end_exactly_with_a_wager_and_the_next_has_no_action() -> None:
    play = dealt(PURE, {2: "TH TD", 3: "TD 9S"}, "9S 9C", w=1_000, bets={3: 2_000})
    settled(play, 2, 3)
    (revision,) = told_of(play).revisions
    assert (
        revision.coverage.sentence
        == (
            "W of $10 falls short of the $30 due and ends exactly with wager 1, game at seat 3."
            " Settled from the action button on seat 6, clockwise; the first wager lay at seat 2."
        )
        or revision.coverage.ends_in is not None
    )
    last = revision.lines[-1]
    assert last.line.result == "no_action"
    assert last.sentence.startswith("W was used up before its turn: no action, the stake of ")
    segment = revision.coverage.segments[-1]
    assert (segment.has_action, segment.beyond_cents) == (False, last.line.stake_cents)


def test_under_net_absorbing_w_left_is_not_told_as_a_figure() -> None:
    play = dealt(PURE, {2: "TH TD"}, "9S 9C", coverage_policy="net_absorbing")
    settled(play, 2)
    (revision,) = told_of(play).revisions
    assert [one.left_cents for one in revision.lines] == [None]
    assert revision.coverage.remaining_cents is None
    assert "W won or W lost" in revision.coverage.policy_sentence


def test_a_natural_is_told_by_the_name_that_its_game_gives_it() -> None:
    play = dealt(PURE, {2: "AH QD", 3: "TH 9D"}, "TS 9C")
    play.peek()
    settled(play, 3)
    assert why(told_of(play)) == (
        "Ace and queen on the first two cards, a natural 21½, beat the player-dealer's 19;"
        " 3:2 pays $15, the stake of $10 goes back."
    )
    assert why(told_of(play), 2) == (
        "19 against the player-dealer's 19 is a push; $10 goes back, W gives nothing."
    )


def test_a_natural_of_the_player_dealer_beats_a_21_of_three_cards() -> None:
    play = dealt(FLYER, {2: "7H 7D"}, "TS AC")
    play.hit(2, "7S")
    settled(play)
    (revision,) = told_of(play).revisions
    assert revision.lines[0].sentence == (
        "The player-dealer's natural 21½ beats 21; the stake of $10 is collected."
    )
    assert revision.lines[0].readings == ("F-15", "G-10")


def test_a_late_surrender_is_void_against_a_natural_and_else_costs_half() -> None:
    play = dealt(BUSTER, {2: "TH 6D"}, "9S 7C")
    play.decide(2, "surrender")
    settled(play)
    assert why(told_of(play)) == (
        "16 was surrendered for half of the stake; $5 is collected, $5 goes back."
    )
    void = dealt(BUSTER, {2: "TH 6D"}, "AS TC")
    void.send("decision.made", seat=2, action="surrender", override=True)
    settled(void)
    assert why(told_of(void)) == (
        "The player-dealer's natural makes the surrender void; the stake of $10 is collected."
    )


def test_a_natural_is_no_bust_for_buster() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.bet(2, 500, "buster")
    play.deal({2: "TH 9D"}, "TS AC")
    play.peek(natural=True)
    settled(play)
    assert why(told_of(play), 2) == (
        "The player-dealer's natural is no bust; the stake of $5 is collected."
    )


def test_what_the_floor_settled_says_who_and_why() -> None:
    play = dealt(PURE, {2: "TH 8D", 3: "TD 7D", 4: "9D 9C"}, "7S TC", bets={3: 3_000})
    stake = {"hand": 1, "kind": "game"}
    play.send(
        "round.settled_by_floor",
        reason="the shoe fell",
        authorised_by="floor-7",
        code=CODE,
        lines=[
            {**stake, "seat": 2, "player": "P-2", "stake_cents": 1_000, "result": "win",
             "paid_cents": 1_000, "collected_cents": 0, "returned_cents": 1_000},
            {**stake, "seat": 3, "player": "P-3", "stake_cents": 3_000, "result": "lose",
             "due_cents": 3_000, "paid_cents": 0, "collected_cents": 3_000, "returned_cents": 0},
            {**stake, "seat": 4, "player": "P-4", "stake_cents": 1_000, "result": "no_action",
             "paid_cents": 0, "collected_cents": 0, "returned_cents": 1_000},
        ],
    )  # fmt: skip
    found = told_of(play)
    (revision,) = found.revisions
    assert revision.by_floor
    by_hand = "floor-7 settled it by hand"
    assert [one.sentence for one in revision.lines] == [
        f"{by_hand} as win: paid $10 and $10 goes back. Reason given: The shoe fell.",
        f"{by_hand} as lose: collected $30. Reason given: The shoe fell.",
        f"{by_hand} as no action: $10 goes back. Reason given: The shoe fell.",
    ]
    assert [one.cards for one in revision.lines] == [
        ("TH", "8D"),
        ("TD", "7D"),
        ("9D", "9C"),
    ]
    assert revision.lines[0].readings == ()
    assert found.steps[-2].sentence == "Floor-7 settles the round by hand: the shoe fell."
    assert revision.coverage.segments[0].is_paid


def test_a_floor_that_gives_no_action_to_anything_leaves_w_where_it_was() -> None:
    play = dealt(PURE, {2: "TH 8D"}, "7S TC")
    play.send(
        "round.settled_by_floor",
        reason="a fire drill",
        authorised_by="floor-7",
        code=CODE,
        lines=[
            {"seat": 2, "hand": 1, "kind": "game", "player": "P-2", "stake_cents": 1_000,
             "result": "no_action", "paid_cents": 0, "collected_cents": 0, "returned_cents": 1_000}
        ],
    )  # fmt: skip
    (revision,) = told_of(play).revisions
    assert revision.settlement.exhausted
    assert revision.coverage.ends_in is None


@pytest.mark.parametrize(("wins", "net"), [(True, "down $10"), (False, "up $10")])
def test_the_player_dealer_is_up_or_down(wins: bool, net: str) -> None:  # noqa: FBT001
    play = dealt(PURE, {2: "TH TD" if wins else "TH 7D"}, "9S 9C")
    settled(play, 2)
    assert told_of(play).steps[-1].sentence.endswith(f"the player-dealer is {net}.")


def test_the_player_dealer_may_come_out_even() -> None:
    play = dealt(PURE, {2: "TH 8S"}, "9S 9C")
    settled(play, 2)
    assert told_of(play).steps[-1].sentence.endswith("the player-dealer is even.")
