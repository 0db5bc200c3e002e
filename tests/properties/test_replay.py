"""What is stored tells all: folded anew from the log's bytes, every table is what it was live."""

from random import Random
from typing import Any

import pytest
from hypothesis import event, given, note, settings
from hypothesis import strategies as st

from tables import history
from tables.rules.settlement import settle
from tests.builders import GAMES
from tests.properties.unruly_table import Unruly

SWITCHED: dict[str, dict[str, Any]] = {
    "as it is": {},
    "face up": {"hole_card": False},
    "net": {"coverage_policy": "net_absorbing"},
}


@pytest.mark.parametrize("switched", SWITCHED)
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12)
@given(rng=st.randoms(use_true_random=True))
def test_an_unruly_table_folds_from_its_log_to_what_it_was(
    game: str, switched: str, rng: Random
) -> None:
    unruly = Unruly(rng, game, **SWITCHED[switched])
    unruly.go_on(150)
    play = unruly.play
    event(f"{sum(now.settlement is not None for now in play.rounds.values())} rounds settled")
    note("\n".join(f"{record.fact}" for record in play.records))
    table, rounds = play.replayed()
    assert table == play.table
    assert rounds == play.rounds
    if table.round is None:
        assert history.thaw(history.freeze(table, 150)) == (table, 150)
    for now in rounds.values():
        if now.settlement is not None:
            assert settle(now.felt).lines == now.settlement.lines
            for line in now.settlement.lines:
                assert line.stake_cents == line.collected_cents + line.returned_cents
