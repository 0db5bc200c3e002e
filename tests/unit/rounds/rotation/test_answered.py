"""What was answered since the last hand, after one of these events was corrected."""

from tables.rounds.codec import Recorded
from tables.rounds.events import PlayerDealerOffered
from tables.rounds.rotation.answered import corrected
from tests.rotation import Night


def offers(night: Night, *, without: int) -> dict[int, bool]:
    """The live answers, with that seat's withdrawn."""
    was = [record for record in night.records if record.round is None]
    will_be = [record for record in was if not is_of(record, without)]
    memory = corrected(
        night.table,
        night.table.rotation,
        was,
        will_be,
        past_round=night.rounds.__getitem__,
    )
    return memory.offers


def is_of(record: Recorded, seat: int) -> bool:
    """Whether a seat was offered the position."""
    return isinstance(record.fact, PlayerDealerOffered) and record.fact.seat == seat


def test_answers_before_the_first_hand_and_behind_the_last_are_taken_back() -> None:
    night = Night()
    night.decline(3, 5)
    assert offers(night, without=3) == {5: False}
    night.hand(1)
    night.decline(3)
    night.begin(5)
    night.void()
    night.decline(7)
    assert offers(night, without=3) == {7: False}
    assert offers(night, without=7) == {3: False}


def test_answers_before_the_last_hand_are_of_no_account() -> None:
    night = Night()
    night.hand(1)
    night.decline(3)
    night.hand(1)
    night.begin(3, number=4)
    night.void()
    night.late(3, night.given(2, 5))
    night.decline(5)
    assert offers(night, without=3) == {5: False}
