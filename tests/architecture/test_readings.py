"""Every reading that the code names is described, and every settlement line names one that is."""

import re

from msgspec import structs

from tables.rules.games import VERSIONS
from tables.rules.ruleset import RuleSet
from tests.architecture.tree import ROOT

READING = re.compile(r"\b[GPNF]-\d\d\b")
DESCRIBED = set(READING.findall((ROOT / "tables/rules/READINGS.md").read_text()))


def test_every_reading_that_the_code_names_is_described() -> None:
    for path in (ROOT / "tables").rglob("*.py"):
        named = set(READING.findall(path.read_text()))
        assert named <= DESCRIBED, f"{path}: {sorted(named - DESCRIBED)} not in READINGS.md"


def test_every_outcome_names_a_reading_a_switch_or_itself() -> None:
    switches = set(RuleSet.__struct_fields__)
    for rules in VERSIONS.values():
        for outcome, reading in structs.asdict(rules.readings).items():
            known = DESCRIBED | switches | {outcome, outcome.rpartition("_")[0]}
            assert reading in known, f"{rules.game}: {outcome} says {reading}"
