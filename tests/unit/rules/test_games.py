"""The three rule sets as the register prints them, and nothing that it doesn't."""

import re

import msgspec
import pytest

from tables.rules.games import RULE_SETS, VERSIONS
from tables.rules.paytables import PAY_TABLES
from tables.rules.ruleset import MaxHands, Odds, Readings, RuleSet, Settle
from tests.builders import BUSTER, FLYER, GAMES, PURE

PRINTED = {
    "natural_odds": (Odds(3, 2), Odds(6, 5), Odds(6, 5)),
    "natural": ("21½", "22", "21½"),
    "peek_ranks": (set("ATJQK"), set("ATJQK"), set()),
    "hole_card": (True, True, True),
    "first_card_down": (True, False, False),
    "push_totals": (set(), {25}, {23, 24, 25}),
    "dealer_888_push": (True, False, False),
    "double": ("up_to_original", "up_to_original", "equal"),
    "split_by": ("rank", "value", "value"),
    "max_hands": (MaxHands(4, 3, 2), MaxHands(4, 4, 2), MaxHands(4, 4, 4)),
    "surrender": ("none", "late", "any_time"),
    "surrender_max_total": (20, 20, 20),
    "insurance": (False, True, False),
    "backline_kinds": (set(), {"game"}, {"game"}),
    "side_bets": (("red_flex", "buster"), ("buster",), ()),
    "deal_from": ("player_dealer_left", "seat_1", "seat_1"),
    "settle": (
        Settle("clockwise", "seat_1"),
        Settle("clockwise", "seat_1"),
        Settle("counter_clockwise", "highest_seat"),
    ),
    "action_button": (True, True, False),
    "seats": (8, 8, 8),
    "coverage_policy": ("matched_gross",) * 3,
    "paytables": (
        {"red_flex": "2-3-8-50-100-250", "buster": "1-3-6-30-100-200"},
        {"buster": "2-2-4-15-50-300"},
        {},
    ),
    "whole_cents_step": (2, 10, 10),
}


@pytest.mark.parametrize("switch", PRINTED)
def test_a_switch_stands_as_printed(switch: str) -> None:
    for game, printed in zip(GAMES, PRINTED[switch], strict=True):
        stands = getattr(RULE_SETS[game], switch)
        assert (set(stands) if isinstance(printed, set) else stands) == printed


def test_the_three_games_are_there_in_the_order_of_their_sources() -> None:
    assert [*RULE_SETS] == [PURE, BUSTER, FLYER]
    assert [rules.source for rules in RULE_SETS.values()] == ["000", "002", "003"]
    assert {(game, 1): rules for game, rules in RULE_SETS.items()} == VERSIONS


def test_a_rule_set_is_frozen_and_survives_being_stored() -> None:
    for rules in RULE_SETS.values():
        with pytest.raises(AttributeError):
            rules.seats = 7  # type: ignore[misc]
        assert msgspec.json.decode(msgspec.json.encode(rules), type=RuleSet) == rules


def test_every_reading_is_a_register_entry_or_a_key_of_the_rule_set() -> None:
    keys = {*RuleSet.__struct_fields__, *Readings.__struct_fields__, "red_flex", "buster"}
    for rules in RULE_SETS.values():
        for name in Readings.__struct_fields__:
            reading = getattr(rules.readings, name)
            assert re.fullmatch(r"[GPNF]-\d\d", reading) or reading in keys


def test_every_pay_table_and_limit_that_a_game_needs_is_there() -> None:
    for rules in RULE_SETS.values():
        assert set(rules.paytables) == set(rules.side_bets)
        assert all(name in PAY_TABLES[bet] for bet, name in rules.paytables.items())
        assert set(rules.limits) == {*rules.wager_kinds, "player_dealer"}


def test_odds_are_written_as_people_say_them() -> None:
    assert [str(odds) for odds in (Odds(3, 2), Odds(6, 5), Odds(50))] == ["3:2", "6:5", "50:1"]
