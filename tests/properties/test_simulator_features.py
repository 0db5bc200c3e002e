"""The simulator leaves none of the cases' features out; the drill plays ten thousand rounds."""

from itertools import islice

import pytest

from tests.properties import features

ROUNDS = 10_000


@pytest.mark.slow
def test_no_feature_of_the_cases_is_missed_however_soon_it_comes() -> None:
    seen = set[str]()
    for found in islice(features.rounds(), ROUNDS):
        seen |= found
        if not features.missing(seen):
            return
    raise AssertionError(features.missing(seen))
