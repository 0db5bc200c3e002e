"""Findings of evenings: what hands, seats, voids, corrections and late rounds make of them."""

import json
from datetime import date, datetime

import pytest

from tables.rounds import codec
from tables.rounds.rotation.story import Story
from tests.builders import Content
from tests.rotation import Night, as_recorded, by_place, minutes

DAY = date(2026, 11, 28)


def in_turn(night: Night) -> None:
    """Two hands each, all offered as they should be."""
    for pd in (1, 3, 5, 7):
        night.offer(pd)
        night.hand(pd, pd)


def test_two_hands_each_in_turn_are_no_violation() -> None:
    night = Night()
    in_turn(night)
    night.attest()
    assert night.rules() == []
    day = night.story().day(DAY)
    assert (day.verdict, day.evidence.complete, day.evidence.reasons) == (
        "no_violation_found",
        True,
        (),
    )
    assert (day.hands, day.longest_run, day.offers, day.accepted, day.declined) == (8, 2, 4, 4, 0)
    assert day.by_holder == {"P-1": 2, "P-3": 2, "P-5": 2, "P-7": 2}


def test_a_third_hand_is_a_violation_and_so_is_a_fourth() -> None:
    night = Night()
    night.hand(1, 1, 1, 1)
    night.attest()
    assert night.rules() == [("R1", 3), ("R1", 4)]
    day = night.story().day(DAY)
    assert (day.verdict, day.longest_run) == ("violations", 4)
    first, second = day.findings
    cards = [r.position for r in night.records if codec.NAMES[type(r.fact)] == "card.dealt"]
    assert set(first.positions) <= set(cards)
    assert len(first.positions) == len(second.positions) == 3
    assert (first.holder, first.table, first.profile) == ("P-1", "T01", "two_hands 1")


@pytest.mark.parametrize(
    "between",
    [
        [("play.paused", {"reason": "a fill"}), ("play.resumed", {"reason": "filled"})],
        [
            ("seat.left", {"seat": 1}),
            ("seat.taken", {"seat": 2, "player": "P-1", "kind": "patron"}),
        ],
        [("player_dealer.offered", {"seat": 3, "accepted": True})],
        [("game.ended", {"reason": "a fight"}), ("game.started", {"reason": "peace"})],
    ],
)
def test_nothing_but_another_holder_resets_the_run(between: list[tuple[str, Content]]) -> None:
    night = Night()
    night.hand(1, 1)
    for name, content in between:
        night.send(name, **content)
    pd = next(number for number, seat in night.table.seats.items() if seat.player == "P-1")
    night.hand(pd)
    assert [rule for rule, _ in night.rules()][:2] == ["R1", "R2"]


def test_closing_and_opening_the_table_reset_nothing() -> None:
    night = Night()
    night.hand(1, 1)
    night.send("table.closed", reason="late")
    night.send("table.opened", offering=night.offering.code, gaming_day="2026-11-28")
    night.sit(1, 3)
    night.hand(1)
    assert night.rules() == [("R1", 3), ("R2", 3)]


def test_a_voided_round_is_no_hand_unless_its_wagers_were_settled() -> None:
    night = Night()
    night.hand(1)
    night.begin(1)
    night.void()
    night.hand(1, 3)
    assert night.rules() == []
    night.hand(3)
    night.scope = "supervisor"
    night.void(5, by="sup-1")
    night.scope = "tables"
    night.hand(3)
    assert night.rules() == [("R1", 6)]


def test_a_void_supersedes_what_its_hand_was_found_for() -> None:
    night = Night()
    night.hand(1, 1)
    night.begin(1)
    night.void()
    story = night.story()
    (found,) = story.watch.findings
    assert (found.rule, found.round, found.superseded_by) == ("R1", 3, night.round.ended_position)
    night.attest()
    assert night.story().day(DAY).verdict == "no_violation_found"
    night.hand(1)
    assert night.rules() == [("R1", 4), ("R2", 4)]  # and the void hand is no intervening one


def test_nobody_takes_the_position_and_the_game_goes_on() -> None:
    night = Night()
    night.hand(1, 1)
    night.decline(3, 5, 7)
    night.hand(3)
    assert night.rules() == [("R3", 3)]


@pytest.mark.parametrize(("pd", "rules"), [(3, []), (1, [("R1", 3), ("R2", 3), ("R3", 3)])])
def test_after_a_stop_another_holder_begins(pd: int, rules: list[tuple[str, int]]) -> None:
    night = Night()
    night.hand(1, 1)
    night.decline(3, 5, 7)
    night.send("game.ended", reason="no_player_dealer")
    night.send("game.started", reason="somebody came")
    night.offer(pd)
    night.hand(pd)
    assert night.rules() == rules
    assert night.story().day(DAY).stops == 1


def test_a_stop_for_another_reason_lets_a_holder_go_on_who_may() -> None:
    night = Night()
    night.hand(1)
    night.send("game.ended", reason="a fight")
    night.send("game.started", reason="peace")
    night.hand(1)
    assert night.rules() == []


def test_a_seat_that_came_after_the_acceptance_is_not_passed_by() -> None:
    night = Night(seats=(1, 5))
    night.hand(1)
    night.offer(5)
    night.sit(3)
    night.hand(5)
    night.send("seat.left", seat=3)
    night.sit(7)
    night.hand(1)
    assert night.rules() == [("R10", 3)]


def test_a_hand_paid_above_w_by_what_really_moved() -> None:
    night = Night()
    night.hand(1)
    line = night.rounds[1].settlement.lines[0]  # type: ignore[union-attr]
    paid = {"seat": line.seat, "hand": 1, "kind": "game", "player": line.player}
    night.send("wager.paid", number=1, **paid, paid_cents=0, collected_cents=60_000)
    assert night.rules() == [("R6", 1)]
    night.send("wager.paid", number=1, **paid, paid_cents=0, collected_cents=1_000)
    assert night.rules() == []
    (found,) = night.story().watch.findings
    assert found.superseded_by is not None


def test_two_of_a_company_and_a_company_without_a_contract() -> None:
    night = Night(seats=(1, 3))
    taken: Content = {"kind": "tppps", "tppps": "KN", "badge": "KN-11"}
    night.send("seat.taken", seat=5, player="T-5", **taken)
    night.send("seat.taken", seat=7, player="T-7", **taken | {"badge": "KN-99"})
    night.hand(5, 7)
    rules = night.rules()
    assert ("R8", None) in rules
    assert ("R7", 2) in rules
    assert ("R7", 1) not in rules


def test_a_profile_in_shadow_is_shown_and_counts_for_nothing() -> None:
    night = Night(profile="ca_2076")
    night.hand(1)
    night.decline(1, 3, 5)
    night.hand(1)
    night.attest()
    day = night.story().day(DAY)
    assert [(f.rule, f.shadow, f.round) for f in day.findings] == [("D1", True, 2)]
    assert day.verdict == "no_violation_found"


def test_the_player_dealer_who_leaves_during_his_round() -> None:
    night = Night(profile="ca_2076", seats=(1, 3))
    night.begin(1)
    night.send("seat.left", seat=1)
    night.finish()
    night.send("seat.left", seat=3)
    assert night.rules() == [("D4", 1)]


def test_a_second_company_at_the_table_and_its_wagers() -> None:
    night = Night(profile="ca_2076", seats=(1,))
    for seat, code in ((5, "KN"), (7, "LM")):
        night.send("seat.taken", seat=seat, player=f"T-{seat}", kind="tppps", tppps=code)
    night.open_round(pd=1)
    night.bet(7, 1_000)
    night.bet(5, 1_000)
    night.send("wager.withdrawn", seat=7, kind="game")
    night.card(5, "TS")
    found = night.story().watch.in_force
    assert [(f.rule, f.round) for f in found] == [("D5", None), ("D6", 1)]
    assert found[1].detail == "wagered: T-5"


def test_a_correction_makes_findings_anew_and_the_old_one_stays_superseded() -> None:
    night = Night()
    night.hand(1, 1, 1, 1)
    night.correct(night.given(3, 3), number=3)
    assert night.rules() == [("R10", 4)]  # from 3 to 1, and nobody asked 5 and 7
    story = night.story()
    by = next(r.position for r in night.records if codec.NAMES[type(r.fact)] == "round.corrected")
    assert [(f.rule, f.round, f.superseded_by) for f in story.watch.findings] == [
        ("R1", 3, by),
        ("R1", 4, by),
        ("R10", 4, None),
    ]
    night.correct(night.given(3, 1), number=3)
    assert night.rules() == [("R1", 3), ("R1", 4)]


def test_a_late_round_stands_where_its_number_does() -> None:
    night = Night()
    night.hand(1, 1)
    night.hand(1, number=4)
    assert night.rules() == [("R1", 4)]
    given = night.given(1, 3)
    night.late(3, given)
    assert night.rules() == [("R10", 4)]
    assert night.table.run is not None
    assert (night.table.run.holder, night.table.run.hands) == ("P-1", 1)
    assert night.replayed() == (night.table, night.rounds)


def test_a_late_round_may_be_the_breach() -> None:
    night = Night()
    night.hand(1)
    night.hand(1, number=3)
    assert night.rules() == []
    night.late(2, night.given(1, 1))
    assert night.rules() == [("R1", 3)]
    assert night.table.rotation.hands == 3


def test_a_late_rounds_own_seating_is_judged() -> None:
    night = Night()
    night.hand(1)
    night.hand(3, number=3)
    seats = [
        {"seat": 1, "player": "P-1", "kind": "patron"},
        {"seat": 3, "player": "P-3", "kind": "patron"},
        *({"seat": n, "player": f"T-{n}", "kind": "tppps", "tppps": "KN"} for n in (5, 7)),
    ]
    night.send("round.reported_late", round=2, seats=seats, events=night.whole(1))
    assert ("R8", 2) in night.rules()


def test_a_corrected_table_event_is_judged_as_it_stands() -> None:
    night = Night()
    night.hand(1)
    night.decline(3)
    declined = night.records[-1]
    night.offer(5)
    night.hand(5)
    assert night.rules() == []
    word: Content = {"authorised_by": "sup-1", "reason": "seen on camera"}
    night.scope = "supervisor"
    event = "00000000-0000-0000-0000-0000000000ff"
    night.send("event.corrected", event=event, data={"seat": 3, "accepted": True}, **word)
    at = night.records[-1].position
    withdrawn = night.story({at: (declined.position, None)})
    assert [(f.rule, f.round) for f in withdrawn.watch.in_force] == [("R10", 2)]
    again = as_recorded(declined, seat=3, accepted=True)
    changed = night.story({at: (declined.position, again)})
    assert [(f.rule, f.round) for f in changed.watch.in_force] == [("R10", 2)]
    assert night.story().watch.in_force == []


def test_a_story_that_forgets_comes_to_the_same_and_remembers_little() -> None:
    night = Night()
    in_turn(night)
    night.hand(7, 7)
    night.begin(7)
    night.void()
    story = Story(night.course(), night.past_round, keeps=False)
    for record in night.records:
        story.take(record)
    keeps = night.story()
    assert by_place(story.watch.findings) == by_place(keeps.watch.findings)
    assert story.day(DAY) == keeps.day(DAY)
    assert len(story.watch.turns) == 1
    night.correct(night.given(2, 3), number=2)
    late = next(r for r in night.records if codec.NAMES[type(r.fact)] == "round.corrected")
    with pytest.raises(LookupError):
        story.take(late)


def test_a_story_may_begin_later() -> None:
    night = Night()
    night.hand(1)
    begun = len(night.records)
    table, _ = night.replayed()
    night.hand(1, 1)
    course = night.course()
    course.table = table
    story = Story(course, night.past_round)
    for record in night.records[begun:]:
        story.take(record)
    assert [(f.rule, f.round) for f in story.watch.in_force] == [("R1", 3)]
    night.correct(json.loads(json.dumps(night.whole(1))), number=1)
    for record in night.records[-3:]:
        story.take(record)
    assert [f.superseded_by for f in story.watch.findings] == [None]


def test_an_unidentified_player_dealer_leaves_no_clean_verdict() -> None:
    night = Night(seats=(1, 3))
    night.send("seat.taken", seat=5, player="P-5", kind="patron", unidentified=True)
    night.hand(1, 3, 5)
    night.attest()
    day = night.story().day(DAY)
    assert (day.verdict, day.evidence.reasons) == (
        "indeterminate",
        ("unidentified player-dealer in rounds: 3",),
    )
    night.correct(night.given(3, 1), number=3)
    assert night.story().day(DAY).evidence.complete


def test_missing_numbers_are_missing_until_they_are_reported() -> None:
    night = Night()
    night.hand(1)
    night.hand(3, number=4)
    night.hand(5, number=6)
    assert night.story().day(DAY).evidence.missing_rounds == (2, 3, 5)
    night.late(3, night.given(1, 1))
    assert night.story().day(DAY).evidence.missing_rounds == (2, 5)


def test_the_notice_is_checked_in_each_shift_that_deals() -> None:
    night = Night(profile="ca_2076")
    shifts = {20: "swing", 21: "late"}

    def shift(at: datetime) -> str | None:
        return shifts.get(at.hour)

    night.send("notice.checked", present=True, checked_by="floor-7")
    night.decline(1, 3, 5, 7)
    night.hand(1)
    night.now += minutes(60)
    night.send("notice.checked", present=False, checked_by="floor-7")
    night.decline(1, 3, 5, 7)
    night.hand(1)
    night.now += minutes(60)
    night.send("notice.checked", present=True, checked_by="floor-7")
    night.hand(3)
    found = night.story(shift=shift).day(DAY).findings
    assert [(f.rule, f.round, f.detail) for f in found if f.rule == "D7"] == [
        ("D7", 2, "no notice was checked in shift late")
    ]
    assert [f for f in night.story().day(DAY).findings if f.rule == "D7"] == []


def test_only_table_events_happen_on_a_course() -> None:
    night = Night()
    night.begin(1)
    with pytest.raises(TypeError):
        night.course().happened(night.records[-1])


def test_a_clock_that_runs_backwards_is_counted_on_its_day() -> None:
    night = Night()
    night.hand(1)
    night.now -= minutes(9)
    night.offer(3)
    night.attest()
    day = night.story().day(DAY)
    assert day.verdict == "indeterminate"
    assert any(reason.startswith("clocks ran backwards") for reason in day.evidence.reasons)


def test_a_day_tells_who_held_the_position_when_and_as_what() -> None:
    night = Night(seats=(1, 3, 5))
    night.send("seat.taken", seat=7, player="P-7", kind="tppps", tppps="KN", badge="KN-11")
    night.hand(1, 3)
    night.now += minutes(60)
    night.hand(7)
    day = night.story().day(DAY)
    assert [span.hands for span in day.half_hours] == [{"P-1": 1, "P-3": 1}, {"KN": 1}]
    assert (day.companies, day.profiles) == (frozenset({"KN"}), frozenset({"two_hands"}))
    assert [(each.company, each.until) for each in day.stays] == [("KN", None)]
    night.correct(night.given(3, 1), number=3)
    day = night.story().day(DAY)
    assert (day.companies, day.by_holder["P-1"]) == (frozenset(), 2)
    assert sum(sum(span.hands.values()) for span in day.half_hours) == 3
    night.send("seat.left", seat=7)
    assert [each.until is None for each in night.story().day(DAY).stays] == [False]
