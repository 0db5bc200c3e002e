"""Who of which company sits at a table, from the first to come to the last to go."""

from datetime import datetime, timedelta

from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.furniture import Seat
from tables.rounds.rotation.presence import Presence
from tests.rotation import AT, DAY

PATRON = Seat("P-1", "patron")
FIRST, SECOND = Seat("T-1", "tppps", "KN"), Seat("T-2", "tppps", "KN")


def an_event(number: int) -> Recorded:
    """A table event; which one is no matter, who sits there behind it is."""
    at = AT + timedelta(minutes=number)
    fact = e.SeatLeft(seat=8)
    return Recorded(position=number + 1, occurred_at=at, gaming_day=DAY, round=None, fact=fact)


def seen(*seats: dict[int, Seat]) -> Presence:
    """Who sits there behind each event, a minute after each other, from position 1."""
    presence = Presence()
    for number, now in enumerate(seats):
        presence.seen(now, an_event(number), "T01")
    return presence


def minutes(at: datetime) -> int:
    """So many minutes after the first event."""
    return (at - AT) // timedelta(minutes=1)


def stays(presence: Presence) -> list[tuple[str, int, int | None]]:
    """Company, position at which it came, and minutes after which it went."""
    return [
        (stay.company, stay.position, None if stay.until is None else minutes(stay.until))
        for stay in presence.stays
    ]


def test_a_company_comes_with_its_first_player_and_goes_with_its_last() -> None:
    both = {1: FIRST, 2: SECOND}
    assert stays(seen({}, {1: FIRST}, both, {2: SECOND}, {})) == [("KN", 2, 4)]
    assert stays(seen({1: FIRST}, both)) == [("KN", 1, None)]
    assert stays(seen({1: FIRST}, {}, {1: FIRST})) == [("KN", 1, 1), ("KN", 3, None)]


def test_patrons_and_players_whose_company_nobody_named_count_for_none() -> None:
    assert stays(seen({1: PATRON, 2: Seat("T-9", "tppps"), 3: Seat("H-1", "house")})) == []


def test_companies_are_told_apart() -> None:
    other = Seat("T-7", "tppps", "LM")
    assert stays(seen({1: FIRST}, {1: FIRST, 2: other}, {2: other})) == [
        ("KN", 1, 2),
        ("LM", 2, None),
    ]


def test_a_copy_goes_its_own_way() -> None:
    presence = seen({1: FIRST})
    copy = presence.copy()
    presence.seen({}, an_event(0), "T01")
    assert stays(copy) == [("KN", 1, None)]
    assert stays(presence) == [("KN", 1, 0)]
