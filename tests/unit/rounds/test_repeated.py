"""What a correction repeats of what somebody let stand, who has left the house since."""

from typing import Final

import pytest

from tests.builders import FLOOR, Content, Play
from tests.unit.rounds.test_whole import codes, ended, other, settled

HIGH: Final = 60_000_000
MISDEAL: Final = {"reason": "misdeal", "authorised_by": "floor-7"}
SUPERVISOR: Final = {"reason": "reviewed on camera", "authorised_by": "sup-1"}


def overridden() -> tuple[Play, list[Content]]:
    """A settled round with a wager above the limit, which floor-7 let stand, who has left since."""
    play = settled()
    whole = other(play.whole(), "wager.placed", amount_cents=HIGH)
    whole[1] |= {"override": FLOOR}
    play.correct(whole)
    play.leaves("floor-7")
    return play, whole


def refused_at(play: Play, events: list[Content]) -> str:
    refusal = play.uncorrectable(events)
    assert (refusal.code, refusal.rule) == ("rule", "authorised_by")
    assert refusal.detail == "`floor-7` is nobody of this house"
    return refusal.pointer


def test_an_override_that_is_repeated_holds_although_who_gave_it_has_left() -> None:
    play, whole = overridden()
    records = play.correct(whole)
    assert codes(records) == ["corrected", "limit"]
    notes = records[0].noted.events[1].irregularities
    assert [note.code for note in notes] == ["limit", "authorisation_claimed"]
    play.correct(settled().whole())
    assert codes(play.correct(whole)) == ["corrected", "limit"]  # any telling of it had it
    assert play.replayed() == (play.table, play.rounds)


@pytest.mark.parametrize(
    "change",
    [
        {"override": FLOOR | {"reason": "for another reason"}},
        {"occurred_at": "2026-11-28T19:59:59Z"},
        {"data": {"seat": 2, "kind": "game", "amount_cents": HIGH + 100}},
    ],
)
def test_another_word_than_the_recorded_one_is_new(change: Content) -> None:
    play, whole = overridden()
    place = refused_at(play, [whole[0], whole[1] | change, *whole[2:]])
    assert place == "/data/events/1/override/authorised_by"


def test_a_word_for_another_event_is_new() -> None:
    play, whole = overridden()
    place = refused_at(play, [*whole[:-1], whole[-1] | {"override": FLOOR}])
    assert place == f"/data/events/{len(whole) - 1}/override/authorised_by"


def test_a_word_is_repeated_as_often_as_it_was_recorded() -> None:
    play, whole = overridden()
    place = refused_at(play, [*whole[:2], *whole[1:]])
    assert place == "/data/events/2/override/authorised_by"


def test_an_override_of_the_whole_correction_is_new_and_counts_when_it_is_repeated() -> None:
    play = settled()
    whole = other(play.whole(), "wager.placed", amount_cents=HIGH)
    assert codes(play.correct(whole, override=True)) == ["corrected", "limit"]
    play.leaves("floor-7")
    inside = [one | {"override": FLOOR} for one in whole]
    assert codes(play.correct(inside)) == ["corrected", "limit"]
    play.scope = "supervisor"
    content: Content = {"round": 1, "events": inside, **SUPERVISOR}
    refusal = play.refused("round.corrected", override=True, **content)
    assert (refusal.rule, refusal.pointer) == ("authorised_by", "/override/authorised_by")


def test_waivers_and_voids_are_repeated_as_well_and_new_ones_refused() -> None:
    play = settled()
    plain = play.whole()
    waiver: Content = {"seat": 2, "role": "player", "amount_cents": 100, **MISDEAL}
    play.send("fee.waived", number=1, **waiver)
    *before, waived = play.whole()
    whole = [*before[:-1], waived, before[-1]]
    play.correct(ended(whole, "round.voided", **MISDEAL))
    play.leaves("floor-7")
    play.correct(ended(whole, "round.voided", **MISDEAL))
    assert play.rounds[1].voided
    less = whole[-2] | {"data": waiver | {"amount_cents": 50}}
    place = refused_at(play, [*whole[:-2], less, whole[-1]])
    assert place == f"/data/events/{len(whole) - 2}/data/authorised_by"
    other_reason = MISDEAL | {"reason": "a foul shoe"}
    place = refused_at(play, ended(plain, "round.voided", **other_reason))
    assert place == f"/data/events/{len(plain) - 1}/data/authorised_by"


def test_a_round_that_is_reported_late_repeats_nothing() -> None:
    play, whole = overridden()
    play.open_round(number=3)
    play.send("round.voided", number=3, reason="misdeal", authorised_by="sup-1")
    seats = [{"seat": n, "player": f"P-{n}", "kind": "patron"} for n in play.table.seats]
    refusal = play.refused("round.reported_late", round=2, seats=seats, events=whole)
    assert (refusal.rule, refusal.pointer) == (
        "authorised_by",
        "/data/events/1/override/authorised_by",
    )


def test_a_new_word_at_the_table_stays_refused() -> None:
    play = settled()
    play.leaves("floor-7")
    play.open_round()
    refusal = play.refused("wager.placed", seat=2, kind="game", amount_cents=HIGH, override=FLOOR)
    assert (refusal.rule, refusal.pointer) == ("authorised_by", "/override/authorised_by")
