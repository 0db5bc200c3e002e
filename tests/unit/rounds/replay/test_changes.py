"""Revisions side by side: corrections, voids, late reports, and whose money they change."""

from typing import Any
from uuid import UUID

from msgspec import structs

from tables.rounds.events import EventCorrected, RoundRefolded
from tables.rounds.replay import Replay, replay
from tests.builders import FLYER, PURE, Play, a_table, dealt
from tests.unit.rounds.replay.telling import logged, told_of

Content = dict[str, Any]


def a_played_round() -> Play:
    """Seat 2 loses with 18 and seat 3 pushes with 19."""
    play = dealt(PURE, {2: "TH 8D", 3: "TD 9S"}, "TS 9C")
    play.peek()
    play.stand(2, 3)
    play.reveal()
    play.settle()
    return play


def with_card(events: list[Content], was: str, now: str) -> list[Content]:
    """The same round with another card."""
    return [
        {**event, "data": {**event["data"], "card": now}}
        if event["data"].get("card") == was
        else event
        for event in events
    ]


def people(found: Replay, nth: int = 0) -> list[tuple[str, int, int, int]]:
    """Whose money a change changes."""
    return [
        (one.player, one.was_cents, one.now_cents, one.difference_cents)
        for one in found.changes[nth].people
    ]


def test_a_correction_is_told_event_by_event_and_its_money_person_by_person() -> None:
    play = a_played_round()
    play.correct(with_card(play.whole(), "8D", "TC"))
    found = told_of(play)
    was, now = found.revisions
    assert (was.number, now.number) == (1, 2)
    (change,) = found.changes
    assert (change.was, change.now, change.same) == (1, 2, 1)
    (line,) = change.lines
    assert (line.seat, line.player, line.kind, line.hand) == (2, "P-2", "game", 1)
    assert line.was is not None
    assert line.now is not None
    assert (line.was.line.result, line.now.line.result) == ("lose", "win")
    assert people(found) == [("P-2", -1_000, 1_000, 2_000), ("P-5", 1_000, -1_000, -2_000)]
    assert [one.is_player_dealer for one in change.people] == [False, True]
    head = next(step for step in found.steps if step.type == "round.corrected")
    assert head.sentence == (
        "Sup-1 corrects the round: seen on camera. 1 event new or different, 1 left out."
    )
    parts = [step for step in found.steps if step.part is not None]
    assert [step.part for step in parts] == [*range(1, len(play.whole()) + 1)]
    assert [step.sentence for step in parts if step.is_new] == [
        "Seat 2 is dealt the 10 of clubs: 20."
    ]
    assert {step.position for step in parts} == {head.position}
    assert head.picture.phase == "settled"
    assert parts[0].picture.phase == "wagering"
    assert found.steps[-1].revision == 2


def test_what_was_in_force_is_found_by_step_and_position() -> None:
    play = a_played_round()
    play.correct(play.whole())
    found = told_of(play)
    first, second = found.revisions
    assert found.revision_at(first.step - 1) is None
    assert found.revision_at(first.step) == first
    assert found.revision_at(second.step) == second
    assert found.step_at(first.position) == first.step
    assert found.step_at(second.position) == second.step
    assert found.step_at(1) == 1
    assert (found.changes[0].lines, found.changes[0].people) == ((), ())
    head = next(step for step in found.steps if step.type == "round.corrected")
    assert "0 events new" in head.sentence


def test_wagers_that_only_one_revision_has_stand_alone() -> None:
    play = a_played_round()
    third = {"seat": 2, "kind": "buster", "amount_cents": 500}
    events = play.whole()
    at = next(i for i, event in enumerate(events) if event["type"] == "card.dealt")
    placed = {**events[at - 1], "type": "wager.placed", "data": third}
    play.correct([*events[:at], placed, *events[at:]])
    play.correct(events)
    found = told_of(play)
    (added,), (gone,) = (change.lines for change in found.changes)
    assert (added.was, added.kind, added.hand) == (None, "buster", None)
    assert gone.now is None
    assert gone.was is not None
    assert people(found, 1) == [("P-2", -1_500, -1_000, 500), ("P-5", 1_500, 1_000, -500)]


def test_a_void_after_settlement_takes_everything_back() -> None:
    play = a_played_round()
    play.scope = "supervisor"
    play.send("round.voided", authorised_by="sup-1", reason="a foul shoe")
    found = told_of(play)
    (change,) = found.changes
    assert (change.was, change.now) == (1, None)
    assert people(found) == [("P-2", -1_000, 0, 1_000), ("P-5", 1_000, 0, -1_000)]
    reversed_ = next(step for step in found.steps if step.type == "round.reversed")
    assert reversed_.sentence == "What revision 1 of the settlement moved goes back."
    play.correct(play.whole()[:-1])
    again = told_of(play)
    assert [(one.was, one.now) for one in again.changes] == [(1, None), (None, 2)]
    causes = [again.cause_of(one).type for one in again.changes]
    assert causes == ["round.voided", "round.corrected"]


def test_a_void_before_settlement_changes_no_money() -> None:
    play = dealt(PURE, {2: "TH 8D"}, "TS 9C")
    play.send("round.voided", authorised_by="floor-7", reason="misdeal")
    assert told_of(play).changes == ()


def test_a_round_reported_late_is_told_from_its_parts() -> None:
    play = a_played_round()
    events = play.whole()
    play.open_round(number=3)
    play.send("round.voided", authorised_by="floor-7", reason="misdeal")
    seats = [{"seat": seat, "player": f"P-{seat}", "kind": "patron"} for seat in (2, 3, 5)]
    play.send("round.reported_late", round=2, seats=seats, events=events)
    found = told_of(play, 2)
    head, first, *_ = found.steps
    assert head.sentence == "The round, which was missing, is reported all at once."
    assert head.picture.phase == "wagering"
    assert (first.part, first.is_new) == (1, True)
    assert [one.number for one in found.revisions] == [1]
    assert found.changes == ()


def test_a_refolded_round_says_who_corrected_the_tables_event() -> None:
    play = a_played_round()
    noted = tuple(event.noted for event in play.round.events)
    last = play.records[-1]
    taken = EventCorrected(event=UUID(int=3), data=None, reason="wrong seat", authorised_by="sup-1")
    cause = structs.replace(last, position=last.position + 1, round=None, fact=taken)
    fact = RoundRefolded(event=UUID(int=3), noted=noted)
    refolded = structs.replace(last, position=last.position + 2, fact=fact)
    known = [logged(record) for record in play.records if record.round == 1]
    told = replay([*known, structs.replace(logged(refolded), cause=cause)], play.find_offering)
    assert told.steps[-1].sentence == (
        "An event of the table was corrected, and this round with it. By sup-1: Wrong seat."
    )
    unknown = replay([*known, logged(refolded)], play.find_offering)
    assert unknown.steps[-1].sentence.endswith("and this round with it.")


def test_a_card_burned_within_a_round_is_a_step_of_each_history() -> None:
    play = a_table(FLYER)
    play.sit(2, 5)
    play.open_round()
    play.bet(2, 1_000)
    play.send("card.burned", number=1, card="2S")
    play.deal({2: "TH 9D"}, "TS 9C")
    play.stand(2)
    play.reveal()
    play.settle()
    play.correct(play.whole())
    found = told_of(play)
    burned = [step for step in found.steps if step.type == "card.burned"]
    assert [(step.part, step.is_new) for step in burned] == [(None, False), (3, False)]
