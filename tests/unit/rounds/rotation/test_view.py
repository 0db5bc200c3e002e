"""The live state: whose turn, whether it must pass, who is asked next, by when."""

from tables.views.rotation import RotationView, rotation_view
from tests.rotation import Night


def view(night: Night, profile: str | None = "two_hands") -> RotationView:
    """The rotation of a night as it is shown."""
    found = rotation_view(night.table, profile)
    assert found is not None
    return found


def test_nothing_is_shown_before_the_first_hand() -> None:
    night = Night()
    assert rotation_view(night.table, "two_hands") is None
    night.begin(1)
    assert (view(night).turn, view(night).must_pass) == ("1 of 2", False)


def test_the_turn_and_who_must_pass() -> None:
    night = Night()
    night.hand(3)
    found = view(night)
    assert (found.holder, found.player, found.seat, found.hands, found.limit) == (
        "P-3",
        "P-3",
        3,
        1,
        2,
    )
    assert (found.offer_next, found.declined, found.accepted) == (5, (), None)
    night.hand(3)
    assert (view(night).turn, view(night).must_pass) == ("2 of 2, must pass", True)


def test_offers_go_clockwise_to_those_who_were_not_asked() -> None:
    night = Night()
    night.send("seat.taken", seat=4, player="house-1", kind="house")
    night.hand(3)
    night.decline(5)
    assert (view(night).offer_next, view(night).declined) == (7, (5,))
    night.decline(7)
    assert view(night).offer_next == 1
    night.decline(1)
    assert (view(night).offer_next, view(night).must_stop) == (3, False)
    night.hand(3)
    night.decline(5, 7)
    night.offer(1)
    assert (view(night).offer_next, view(night).accepted) == (None, 1)


def test_when_everyone_declined_and_the_holder_must_pass_the_game_must_stop() -> None:
    night = Night()
    night.hand(3, 3)
    night.decline(5, 7, 1)
    assert (view(night).offer_next, view(night).must_stop, view(night).stopped) == (
        None,
        True,
        False,
    )
    night.send("game.ended", reason="no_player_dealer")
    assert (view(night).must_stop, view(night).stopped) == (False, True)


def test_deadlines_are_shown_where_a_profile_has_them() -> None:
    night = Night(profile="ca_2076")
    night.hand(1)
    assert view(night, None).deadlines == view(night, "two_hands").deadlines == ()
    shown = view(night, "ca_2076").deadlines
    assert [(d.clock, d.reading, d.minutes_left) for d in shown] == [
        ("wall", "sliding", 39),
        ("wall", "fixed", 39),
        ("play", "sliding", 39),
        ("play", "fixed", 39),
    ]
    assert shown[0].deadline_at is not None
    night.send("play.paused", reason="a fill")
    assert view(night, "ca_2076").deadlines[2].deadline_at is None
