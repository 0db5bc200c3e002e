"""What simulated rounds have in them, heard and settled by the core, one offering after another."""

from collections.abc import Iterator

import msgspec

from tables.rules.games import RULE_SETS
from tables.rules.ruleset import COVERAGE_POLICIES, RuleSet
from tables.simulation.feature_names import FEATURES
from tables.simulation.features import features_of
from tests import simulated
from tests.properties.core import Core

# Of a stream rather than of a round: the command counts it.
_OF_A_STREAM = {"rounds-7"}


def rounds() -> Iterator[set[str]]:
    """The features of each round, a round at a table of each offering in turn, without an end."""
    tables = [
        (Core(rules), simulated.Evening(rules, rules.coverage_policy)) for rules in _offerings()
    ]
    for core, evening in tables:
        core.hear(evening.open())
    while True:
        for core, evening in tables:
            yield _next(core, evening)


def missing(seen: set[str]) -> set[str]:
    """The features of rounds that were not seen."""
    return set(FEATURES) - _OF_A_STREAM - seen


def _offerings() -> Iterator[RuleSet]:
    for game in RULE_SETS:
        for policy in COVERAGE_POLICIES:
            yield simulated.rule_set(game, coverage_policy=policy)


def _next(core: Core, evening: simulated.Evening) -> set[str]:
    played = evening.play_round()
    core.hear(played.events)
    settled = core.settled.get(played.number)
    settlement = None if settled is None else msgspec.to_builtins(settled)
    return set(features_of(settlement, [event for event in played.events if "round" in event]))
