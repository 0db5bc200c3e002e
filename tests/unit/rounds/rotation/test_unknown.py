"""What evenings leave unsaid: who accepted, who was asked before a stop, when a game began."""

from typing import TYPE_CHECKING

from tests.rotation import DAY, Night

if TYPE_CHECKING:
    from tests.builders import Content


def reasons(night: Night) -> tuple[str, ...]:
    """Why nothing can be said of the day."""
    return night.story().day(DAY).evidence.reasons


def a_change(*, asked: bool = True) -> Night:
    """The position goes to seat 3, and from there to 5 once somebody was asked."""
    night = Night()
    night.hand(1)
    if asked:
        night.offer(3)
    night.hand(3)
    night.offer(5)
    night.hand(5)
    night.attest()
    return night


def test_a_table_that_records_answers_misses_an_acceptance() -> None:
    assert reasons(a_change()) == ()
    assert reasons(a_change(asked=False)) == ("no acceptance of the position in rounds: 2",)


def test_a_table_that_records_none_misses_none() -> None:
    night = Night(seats=(1, 3))
    night.hand(1, 3, 1)
    night.attest()
    assert reasons(night) == ()


def test_an_acceptance_is_missed_of_a_round_without_a_hand_too() -> None:
    night = Night()
    night.hand(1)
    night.begin(3)
    night.void()
    night.offer(3)
    night.hand(3)
    night.attest()
    assert reasons(night) == ("no acceptance of the position in rounds: 2",)


def test_a_correction_that_gives_a_hand_to_who_accepted_misses_nothing() -> None:
    night = Night()
    night.hand(1)
    night.offer(3)
    night.hand(5)
    night.attest()
    assert reasons(night) == ("no acceptance of the position in rounds: 2",)
    night.correct(night.given(2, 3), number=2)
    assert reasons(night) == ()


def stopped(*declined: int, reason: str = "no_player_dealer") -> Night:
    """A game that stops behind seat 1's hands, for want of a player-dealer unless said."""
    night = Night()
    night.hand(1, 1)
    night.decline(*declined)
    night.send("game.ended", reason=reason)
    night.send("game.started", reason="again")
    night.offer(3)
    night.hand(3)
    night.attest()
    return night


def test_a_stop_for_want_of_a_player_dealer_needs_everyones_answer() -> None:
    assert reasons(stopped(3, 5, 7)) == ()
    missed = ("stopped 1 time before everyone is known to have declined",)
    assert reasons(stopped(3, 7)) == missed
    assert reasons(stopped(3, 7, reason="a fight")) == ()


def taken_back(night: Night, position: int) -> tuple[str, ...]:
    """What is missing once the event of a position is withdrawn."""
    event = "00000000-0000-0000-0000-0000000000ff"
    word: Content = {"authorised_by": "sup-1", "reason": "seen on camera"}
    night.scope = "supervisor"
    night.send("event.corrected", event=event, data=None, **word)
    at = night.records[-1].position
    return night.story({at: (position, None)}).day(DAY).evidence.reasons


def of_type(night: Night, name: str) -> int:
    """Where an event of a type is."""
    return next(r.position for r in night.records if type(r.fact).__name__ == name)


def test_a_game_that_ended_is_missed_when_it_starts_again_and_the_start_by_its_rounds() -> None:
    night = stopped(3, 5, 7)
    missed = ("a game started 1 time that had not ended",)
    assert taken_back(night, of_type(night, "GameEnded")) == missed
    night = stopped(3, 5, 7)
    missed = ("no start of a game before rounds: 3",)
    assert taken_back(night, of_type(night, "GameStarted")) == missed


def test_a_late_round_tells_of_no_game() -> None:
    night = Night()
    night.hand(1)
    night.hand(3, number=3)
    night.send("game.ended", reason="a fight")
    night.late(2, night.given(1, 5))
    night.attest()
    assert reasons(night) == ()
