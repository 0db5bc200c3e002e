"""Taking an event: what is recorded, in which order, and that a refusal leaves nothing."""

import copy

import pytest

from cardroom.errors import CardroomError
from tables.rounds import codec
from tables.rounds.codec import Recorded
from tables.rounds.events import CardDealt, FeesAssessed, RoundCompleted, RoundOpened, RoundSettled
from tables.rounds.round_fold import bound_offering, new_round
from tables.rounds.take import take
from tests.builders import BUSTER, GAMES, NOON, a_round, a_table, dealt


@pytest.mark.parametrize("game", GAMES)
def test_what_the_service_decides_follows_at_once_as_events_of_their_own(game: str) -> None:
    play = dealt(game, {2: "TS 9D"}, "7S TC")
    play.stand(2)
    play.reveal()
    play.settle()
    assert [record.position for record in play.records] == [*range(1, len(play.records) + 1)]
    kinds = [type(record.fact) for record in play.records]
    assert kinds[kinds.index(CardDealt) + 1] is FeesAssessed
    assert kinds[-2:] == [RoundCompleted, RoundSettled]
    completed, settled = play.records[-2:]
    assert (settled.occurred_at, settled.round) == (completed.occurred_at, completed.round)
    assert settled.gaming_day == completed.gaming_day


def test_a_refused_event_leaves_the_table_and_its_round_as_they_were() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    before = copy.deepcopy(play.table)
    for name, content in (
        ("round.completed", {}),
        ("card.dealt", {"to": "player_dealer", "card": "2S", "face": "up"}),
        ("decision.made", {"seat": 2, "action": "split", "amount_cents": 1_000}),
        ("round.voided", {"reason": "misdeal", "authorised_by": "nobody"}),
    ):
        with pytest.raises(CardroomError):
            take(play.table, play.event(name, **content), play.facts, position=99)
        assert play.table == before


def test_a_table_folds_the_rounds_between_which_it_stands() -> None:
    play = a_table(BUSTER)
    play.sit(2, 5)
    for number in (1, 2):
        play.open_round()
        assert play.table.round is play.rounds[number]
        play.bet(2, 1_000)
        play.deal({2: "TS 9D"}, "7S TC")
        play.stand(2)
        play.reveal()
        play.settle()
        now = play.table
        assert now.round is None
        assert now.last_round == number
    assert play.rounds[1].last_position < play.rounds[2].first_position
    assert play.replayed() == (play.table, play.rounds)


def test_a_round_whose_opening_names_no_offering_cannot_be_folded() -> None:
    play = a_round(BUSTER, {})
    opened = next(record for record in play.records if isinstance(record.fact, RoundOpened))
    unbound = Recorded(
        position=9, occurred_at=NOON, gaming_day=NOON.date(), round=1, fact=opened.fact
    )
    assert bound_offering(opened, play.find_offering) is play.offering
    with pytest.raises(LookupError, match="position 9"):
        bound_offering(unbound, play.find_offering)
    with pytest.raises(TypeError, match="doesn't open"):
        new_round(play.records[0], play.offering)


def test_every_type_has_one_name() -> None:
    assert {codec.NAMES[fact]: fact for fact in codec.NAMES} == codec.TYPES
    assert set(codec.CLIENT_TYPES) & set(codec.SERVICE_TYPES) == set()
