"""The engine against a judge of its own: two settlements of the same rounds, written apart."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tables.rules.ruleset import COVERAGE_POLICIES
from tables.rules.settlement import settle
from tests.builders import GAMES
from tests.judge import judge
from tests.properties.finished_rounds import a_finished_round, felt_of

ROUNDS_EACH = 10  # in one example: drawing is what Hypothesis takes its time for


def as_judged(settlement: object) -> dict[str, Any]:
    """The settlement as the judge states one."""
    stated: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(settlement))
    for key in ("revision", "ruleset_version"):
        del stated[key]
    for line in stated["lines"]:
        assert line.pop("rule")
        line.setdefault("odds", None)
    return stated


@pytest.mark.parametrize("policy", COVERAGE_POLICIES)
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60)
@given(rng=st.randoms(use_true_random=True))
def test_the_engine_settles_as_the_judge_does(game: str, policy: str, rng: Random) -> None:
    for _ in range(ROUNDS_EACH):
        rnd = a_finished_round(rng, game, policy)
        note(repr(rnd))
        assert as_judged(settle(felt_of(rnd))) == judge(rnd)
