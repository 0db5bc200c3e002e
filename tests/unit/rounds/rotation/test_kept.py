"""A story that goes on from what was kept of it, wherever that was."""

import msgspec
import pytest

from tables.rounds.events import RoundOpened
from tables.rounds.rotation import kept
from tables.rounds.rotation.kept import Kept
from tables.rounds.rotation.story import Story
from tests import simulated
from tests.builders import GAMES
from tests.rotation import DAY, Night, Rotating, Told, simulated_evening


def begun(table: Rotating) -> Story:
    """A story before its first event, of a table in which nothing is put right."""
    return Story(table.course(), table.past_round, keeps=False)


def told(table: Rotating, until: int) -> Story:
    """The story of so many events."""
    story = begun(table)
    for record in table.records[:until]:
        story.take(record)
    return story


def stored(story: Story) -> Kept:
    """What is kept of a story, written and read again."""
    found = kept.of(story)
    assert found is not None
    again = msgspec.json.decode(msgspec.json.encode(found), type=Kept)
    assert again == found
    return again


def goes_on(table: Rotating) -> int:
    """Hold a story that goes on against the whole one, from each round but the first on."""
    whole = told(table, len(table.records)).day(DAY)
    opened = [i for i, record in enumerate(table.records) if isinstance(record.fact, RoundOpened)]
    for until in opened[1:]:
        story = begun(table)
        kept.goes_on(story, stored(told(table, until)))
        for record in table.records[until:]:
            story.take(record)
        assert story.day(DAY) == whole
    return len(opened) - 1


@pytest.mark.parametrize("game", GAMES)
def test_it_comes_to_the_same_from_every_round_on(game: str) -> None:
    table = Told(simulated.rule_set(game))
    assert table.hear(simulated_evening(game, 1, 10))
    assert goes_on(table) == 9


@pytest.mark.parametrize("profile", ["two_hands", "ca_2076"])
def test_it_goes_on_with_findings_gaps_and_stops(profile: str) -> None:
    night = Night(profile=profile)
    night.hand(1, 1, 1)
    night.decline(3, 5)
    night.send("game.ended", reason="no_player_dealer")
    night.send("game.started", reason="again")
    night.hand(5, number=6)
    night.begin(5)
    night.void()
    night.send("seat.taken", seat=2, player="T-2", kind="tppps", tppps="KN")
    night.hand(3, 7)
    night.attest()
    assert goes_on(night) == 6


def test_nothing_is_kept_before_a_round_or_while_one_is_open() -> None:
    night = Night()
    assert kept.of(told(night, len(night.records))) is None
    night.begin(1)
    assert kept.of(told(night, len(night.records))) is None
    night.finish()
    assert kept.of(told(night, len(night.records))) is not None
