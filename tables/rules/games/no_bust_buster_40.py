"""No Bust 21st Century Buster Blackjack 4.0 (002; rules GEGR-001042, fees GEGA-003784: N-32)."""

from tables.rules.ruleset import Limits, MaxHands, Odds, Readings, RuleSet, Settle

RULES = RuleSet(
    game="no-bust-buster-4.0",
    version=1,
    title="No Bust 21st Century Buster Blackjack 4.0",
    source="002",
    natural="22",
    first_card_down=False,
    natural_odds=Odds(6, 5),  # N-28
    peek_ranks="ATJQK",  # N-02
    hole_card=True,  # N-01
    push_totals=frozenset({25}),  # N-07
    double="up_to_original",  # N-14
    split_by="value",  # N-16
    max_hands=MaxHands(plain=4, tens=4, aces=2),  # N-17
    surrender="late",  # N-18
    insurance=True,  # N-21
    backline_kinds=frozenset({"game"}),  # N-13
    side_bets=("buster",),
    deal_from="seat_1",
    settle=Settle("clockwise", "seat_1"),  # G-25
    action_button=True,
    paytables={"buster": "2-2-4-15-50-300"},
    limits={
        "game": Limits(500, 50_000),
        "buster": Limits(100, 10_000),
        "player_dealer": Limits(1_000, 1_000_000),
    },
    readings=Readings(
        natural_wins="N-28",
        player_dealer_natural="G-10",
        over_loses="over_loses",
        over_against_natural="G-11",
        both_over_loses="N-05",
        both_over_push="N-07",
        closer_wins="N-27",
        closer_loses="N-27",
        equal_push="N-27",
        surrender="N-18",
        surrender_void="N-18",
        insurance_wins="N-21",
        insurance_loses="N-21",
        buster_wins="N-25",
        buster_loses="N-26",
        no_action="N-35",
    ),
)
