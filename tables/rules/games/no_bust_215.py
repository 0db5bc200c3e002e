"""The 21½ no-bust flyer game (source 003)."""

from tables.rules.ruleset import Limits, MaxHands, Odds, Readings, RuleSet, Settle

RULES = RuleSet(
    game="no-bust-21.5",
    version=1,
    title="No-Bust 21½",
    source="003",
    natural="21½",
    first_card_down=False,  # F-28
    natural_odds=Odds(6, 5),  # F-13
    peek_ranks="",  # F-15
    hole_card=True,  # F-28
    push_totals=frozenset({23, 24, 25}),  # F-11, F-12
    double="equal",  # F-24
    split_by="value",  # F-21
    max_hands=MaxHands(plain=4, tens=4, aces=4),  # F-22, F-23
    surrender="any_time",  # F-16
    surrender_max_total=20,
    insurance=False,  # F-14
    backline_kinds=frozenset({"game"}),
    side_bets=(),  # F-30
    deal_from="seat_1",
    settle=Settle("counter_clockwise", "highest_seat"),  # F-03
    action_button=False,  # F-03
    paytables={},
    limits={"game": Limits(500, 50_000), "player_dealer": Limits(1_000, 1_000_000)},
    readings=Readings(
        natural_wins="F-13",
        natural_push="F-29",
        player_dealer_natural="F-15",
        over_loses="over_loses",
        over_against_natural="G-11",
        both_over_loses="F-08",
        both_over_push="F-11",
        closer_wins="F-07",
        closer_loses="F-07",
        equal_push="equal_push",
        surrender="F-16",
        no_action="F-05",
    ),
)
