"""Pure 21.5 Blackjack (source 000). P-01: its charts were pictures; these are inferred."""

from tables.rules.ruleset import Limits, MaxHands, Odds, Readings, RuleSet, Settle

RULES = RuleSet(
    game="pure-21.5",
    version=1,
    title="Pure 21.5 Blackjack",
    source="000",
    natural="21½",
    first_card_down=True,  # P-10
    natural_odds=Odds(3, 2),  # P-15
    peek_ranks="ATJQK",  # P-08
    hole_card=True,
    dealer_888_push=True,  # P-19, P-21
    double="up_to_original",  # P-32
    split_by="rank",  # P-34
    max_hands=MaxHands(plain=4, tens=3, aces=2),  # P-35
    surrender="none",  # P-41
    insurance=False,  # P-41
    backline_kinds=frozenset(),  # P-42
    side_bets=("red_flex", "buster"),
    deal_from="player_dealer_left",  # P-09
    settle=Settle("clockwise", "seat_1"),
    action_button=True,
    paytables={"red_flex": "2-3-8-50-100-250", "buster": "1-3-6-30-100-200"},
    limits={
        "game": Limits(500, 50_000),
        "red_flex": Limits(100, 10_000),
        "buster": Limits(100, 10_000),
        "player_dealer": Limits(1_000, 1_000_000),
    },
    readings=Readings(
        natural_wins="P-15",
        player_dealer_natural="P-17",
        over_loses="over_loses",
        over_against_natural="P-18",
        both_over_loses="P-19",
        both_over_push="P-20",
        closer_wins="G-01",
        closer_loses="closer_loses",
        equal_push="equal_push",
        red_flex_wins="P-26",
        red_flex_loses="P-24",
        buster_wins="P-25",
        buster_loses="P-30",
        no_action="P-39",
    ),
)
