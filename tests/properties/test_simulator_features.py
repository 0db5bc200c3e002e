"""Ten thousand simulated rounds leave none of the cases' features out."""

from collections import Counter

import msgspec
import pytest

from tables.rules.games import RULE_SETS
from tables.rules.ruleset import COVERAGE_POLICIES, RuleSet
from tables.simulation.feature_names import FEATURES
from tables.simulation.features import features_of
from tests import simulated
from tests.properties.core import Core

ROUNDS = 10_000
OFFERINGS = [(game, policy) for game in RULE_SETS for policy in COVERAGE_POLICIES]

# Of a stream rather than of a round: the command counts it.
OF_A_STREAM = {"rounds-7"}


@pytest.mark.slow
def test_no_feature_of_the_cases_is_missed_in_ten_thousand_rounds() -> None:
    seen: Counter[str] = Counter()
    for game, policy in OFFERINGS:
        rules = simulated.rule_set(game, coverage_policy=policy)
        seen += _features(rules, rounds=-(-ROUNDS // len(OFFERINGS)))
    assert set(FEATURES) - set(seen) == OF_A_STREAM


def _features(rules: RuleSet, *, rounds: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    core, evening = Core(rules), simulated.Evening(rules, rules.coverage_policy)
    core.hear(evening.open())
    for _ in range(rounds):
        played = evening.play_round()
        core.hear(played.events)
        settled = core.settled.get(played.number)
        settlement = None if settled is None else msgspec.to_builtins(settled)
        events = [event for event in played.events if "round" in event]
        seen += features_of(settlement, events)
    return seen
