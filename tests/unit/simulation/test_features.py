"""Features: the names of the cases, read from each case's events and settlement as the cases do."""

from collections import Counter
from typing import Any

import pytest

from tables.simulation.feature_names import FEATURES
from tables.simulation.features import features_of
from tests import cases

Case = dict[str, Any]

# Of these streams the case files name only what is rare in one of their rounds.
STREAM = "rounds-7"


def test_every_feature_that_the_cases_name_is_known_and_no_other() -> None:
    named = {name for game in cases.GAMES for case in cases.load(game) for name in case["features"]}
    assert set(FEATURES) == named


@pytest.mark.parametrize("game", cases.GAMES)
def test_a_round_shows_the_features_that_its_case_names(game: str) -> None:
    for case in cases.load(game):
        if STREAM not in case["features"]:
            assert set(_shown(case)) == set(case["features"]), case["name"]


@pytest.mark.parametrize("game", cases.GAMES)
def test_a_voided_round_shows_its_play_and_no_money(game: str) -> None:
    case = cases.load(game)[0]
    played = features_of(None, [event for event in case["events"] if "round" in event])
    assert not {name for name in played if name.startswith(("game-", "covers", "exhausted"))}
    assert any(name.startswith("act-") for name in played)


def _shown(case: Case) -> Counter[str]:
    shown: Counter[str] = Counter()
    for expected in case["expect"]:
        events = [event for event in case["events"] if event.get("round") == expected["round"]]
        shown += features_of(expected["settlement"], events)
    return shown
