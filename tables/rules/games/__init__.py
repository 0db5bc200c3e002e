"""The rule sets, one file each; a version that was ever played stays here for ever."""

from tables.rules.games import no_bust_215, no_bust_buster_40, pure_215
from tables.rules.ruleset import RuleSet

VERSIONS: dict[tuple[str, int], RuleSet] = {
    (rules.game, rules.version): rules
    for rules in (pure_215.RULES, no_bust_buster_40.RULES, no_bust_215.RULES)
}

# The newest version of each game, in the order of the sources.
RULE_SETS: dict[str, RuleSet] = {rules.game: rules for rules in VERSIONS.values()}
