"""What the house may know of the games, taken from their rule sets."""

from typing import Final

from cardroom.house.games import GameFacts, SideBetFacts
from tables.rules.games import RULE_SETS
from tables.rules.paytables import FIRST_COUNT, PAY_TABLES
from tables.rules.rotation.profiles import PROFILES
from tables.rules.ruleset import COVERAGE_POLICIES, RuleSet


def _facts(rules: RuleSet) -> GameFacts:
    return GameFacts(
        slug=rules.game,
        side_bets={bet: _side_bet(bet) for bet in rules.side_bets},
        coverage_policies=COVERAGE_POLICIES,
        rotation_profiles=tuple(PROFILES),
        max_seats=rules.seats,
    )


def _side_bet(bet: str) -> SideBetFacts:
    tables = {name: table.rows for name, table in PAY_TABLES[bet].items()}
    return SideBetFacts(first_count=FIRST_COUNT[bet], paytables=tables)


GAMES: Final = {slug: _facts(rules) for slug, rules in RULE_SETS.items()}
