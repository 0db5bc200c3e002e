"""Mutated batches: each is recorded whole or refused whole; the drill sends ten thousand."""

import pytest

from tables.verify import Counts, verify
from tests.api.mutated import Bench

BATCHES = 1_000


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_mutated_batch_is_recorded_whole_or_refused_whole() -> None:
    Bench(BATCHES).play_all()
    assert list(verify(Counts())) == []
