"""A round that was judged already, folded anew in another seating: only `rule` counts."""

import pytest
from msgspec import structs

from cardroom.errors import RuleViolation
from tables.rounds.admit.facts import Facts, Scene, nowhere, unbound, unsaid
from tables.rounds.admit.refit import refit
from tables.rounds.admit.whole import bound, late_scene, scene_of
from tables.rounds.decide import revised
from tables.rounds.events import (
    EventCorrected,
    FeesAssessed,
    Noted,
    RoundCorrected,
    RoundRefolded,
    RoundSettled,
)
from tables.rounds.furniture import Seat
from tables.rounds.state import Table
from tables.rounds.take import add
from tests.builders import BUSTER, Content, Play, correction, dealt

PAID: Content = {"role": "player", "amount_cents": 100}
MISDEAL: Content = {"authorised_by": "floor-7", "reason": "misdeal"}


def settled(**options: str) -> Play:
    """A settled round with a fee during and one after it."""
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC", **options)
    play.send("fee.collected", seat=2, **PAID)
    play.stand(2)
    play.reveal()
    play.settle()
    play.send("fee.collected", number=1, seat=2, **PAID)
    return play


def seated(play: Play, **players: str) -> Scene:
    """The round's scene with other people: `P_2` is at seat 2."""
    scene = play.scene(1)
    for name, player in players.items():
        scene.table.seats[int(name[2:])] = Seat(player, "patron")
    return scene


def named(noted: tuple[Noted, ...]) -> list[object]:
    """Whom the notes name."""
    return [note.player for note in noted if note.player]


def test_the_same_seating_changes_nothing() -> None:
    play = settled()
    now = play.rounds[1]
    assert refit(play.scene(1), now, play.facts) == tuple(event.noted for event in now.events)


def test_another_player_is_named_wherever_the_seat_was_meant() -> None:
    play = settled()
    now = play.rounds[1]
    noted = refit(seated(play, P_2="P-22"), now, play.facts)
    assert named(noted) == ["P-5", "P-22", "P-22", "P-22"]  # the wager, and both fees
    refolded = RoundRefolded(event=play.event("incident.noted", text="x").id, noted=noted)
    own = play.records[-1]
    (record,) = add(play.table, now, own, [refolded], play.find_offering)
    assert now.felt.circles[2].player == "P-22"
    assert {fee.player for fee in now.fees} == {"P-22"}
    assert (now.last_position, now.settlement is None) == (record.position, False)


def test_only_what_changes_is_decided_anew() -> None:
    play = settled()
    now = play.rounds[1]
    assert revised(now) == []
    now.felt.circles[2].wagers[0].player = "P-22"
    assert [type(fact) for fact in revised(now)] == [FeesAssessed, RoundSettled]
    now.voided = True
    assert [type(fact) for fact in revised(now)] == [FeesAssessed]
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    assert revised(play.round) == []
    play.felt.circles[2].wagers[0].player = "P-22"
    assert [type(fact) for fact in revised(play.round)] == [FeesAssessed]


def test_a_card_that_was_burned_in_the_round_stays_what_it_was() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    play.send("card.burned", number=1, card="2S")
    play.stand(2)
    play.reveal()
    play.settle()
    now = play.rounds[1]
    assert refit(play.scene(1), now, play.facts) == tuple(event.noted for event in now.events)


def test_breaches_that_stood_once_stand_again() -> None:
    play = dealt(BUSTER, {2: "5S 6D"}, "7S TC", bets={2: 1_000})
    play.send("decision.made", seat=2, action="stand", override=True)
    play.reveal()
    play.settle()
    now = play.rounds[1]
    noted = refit(seated(play, P_2="P-22"), now, play.facts)
    codes = [note.code for one in noted for note in one.irregularities]
    assert codes == ["must_hit", "authorisation_claimed", "fee", "fee"]


def test_a_round_is_fitted_with_those_who_sat_there_at_each_place_of_its_events() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    play.send("seat.left", seat=2)
    play.send("seat.taken", seat=2, player="P-9", kind="patron")
    play.send("fee.collected", seat=2, **PAID)
    play.stand(2)
    play.reveal()
    play.settle()
    now = play.rounds[1]
    assert refit(play.scene(1), now, play.facts) == tuple(event.noted for event in now.events)


def test_corrections_recorded_meanwhile_are_nothing_that_happened_in_the_scene() -> None:
    play = settled()
    play.scope = "supervisor"
    word: Content = {"authorised_by": "sup-1", "reason": "seen"}
    (record,) = play.send("event.corrected", event="0" * 32, data=None, **word)
    scene = Scene(Table(), [record])
    scene.catch_up(instant=play.now)
    assert (scene.table, scene.during) == (Table(), [])


def test_what_rule_forbids_there_is_refused() -> None:
    play = settled()
    scene = play.scene(1)
    del scene.table.seats[2]
    with pytest.raises(RuleViolation, match="nobody sits at seat 2"):
        refit(scene, play.rounds[1], play.facts)
    scene = play.scene(1)
    del scene.table.seats[5]
    with pytest.raises(RuleViolation, match="nobody sits at seat 5"):
        refit(scene, play.rounds[1], play.facts)


def test_a_voided_round_keeps_the_houses_word_and_names_its_later_fees_anew() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC", void_fee="refunded")
    play.send("round.voided", **MISDEAL)
    play.send("fee.collected", number=1, seat=2, **PAID)
    facts = structs.replace(play.facts, house=structs.replace(play.house, void_fee="kept"))
    noted = refit(seated(play, P_2="P-22"), play.rounds[1], facts)
    assert named(noted) == ["P-5", "P-22", "P-22"]
    assert [note.void_fee for note in noted if note.void_fee] == ["refunded"]


def test_what_was_really_paid_stays_with_whom_it_names() -> None:
    play = settled()
    moved: Content = {"seat": 2, "hand": 1, "kind": "game", "player": "P-2"}
    play.send("wager.paid", number=1, **moved, paid_cents=1_000, collected_cents=0)
    noted = refit(seated(play, P_2="P-22"), play.rounds[1], play.facts)
    assert noted[-1] == Noted()


def test_a_round_corrected_before_is_fitted_by_its_events_instants() -> None:
    play = dealt(BUSTER, {2: "TS 9D"}, "7S TC")
    play.send("seat.left", seat=2)
    play.send("seat.taken", seat=2, player="P-9", kind="patron")
    play.stand(2)
    play.reveal()
    play.settle()
    play.correct(play.whole())
    noted = refit(play.scene(1), play.rounds[1], play.facts)
    assert noted == tuple(event.noted for event in play.rounds[1].events)
    assert named(noted) == ["P-5", "P-2"]


def test_a_recorded_whole_round_binds_again_what_it_bound() -> None:
    play = settled()
    (own, *_) = play.correct(play.whole()[:-1])  # without the fee after its end
    assert isinstance(own.fact, RoundCorrected)
    scene = scene_of(play.table, own.fact, play.facts)
    forgotten = structs.replace(own, noted=structs.replace(own.noted, events=()))
    assert bound(scene, own, own.fact, play.facts, lambda _: Noted()) == own.noted.events
    with pytest.raises(ValueError, match="zip"):
        bound(scene, forgotten, own.fact, play.facts, lambda _: Noted())


def test_a_late_scene_is_seated_as_reported_and_has_no_shoe() -> None:
    play = settled()
    scene = late_scene(3, (), play.offering, {})
    assert (scene.table.last_round, scene.table.seats, scene.table.shoe) == (2, {}, None)


def test_who_sends_no_corrections_has_no_scenes() -> None:
    with pytest.raises(LookupError, match="round 7"):
        nowhere(7)
    with pytest.raises(LookupError, match="no words of round 7"):
        unsaid(7)
    event = settled().event("event.corrected", event="0" * 32, data=None, **MISDEAL)
    assert isinstance(event.fact, EventCorrected)
    with pytest.raises(LookupError, match="no offering"):
        unbound(event.fact)
    assert {"scene", "bound", "words"} <= {*Facts.__struct_fields__}


def test_a_scene_without_a_time_lets_nothing_happen() -> None:
    play = settled()
    play.send("seat.left", seat=2)
    scene = Scene(play.table, [play.records[-1]])
    scene.catch_up()
    assert scene.during == [play.records[-1]]
    assert correction([])["round"] == 1
