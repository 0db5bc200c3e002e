"""How a table stands after a correction: which cards are out, and whose run of hands it is."""

import pytest

from tables.rounds.events import TableRefolded
from tables.rounds.furniture import Run
from tables.rounds.rotation.again import run_of
from tests.builders import BUSTER, Content, Play, a_table

CARDS = {2: "TS 9D"}


def play_on(play: Play, *, pd: int = 5, number: int | None = None, deal: bool = True) -> None:
    """A round in which seat 2 stands on 19; or one that is voided before the deal."""
    play.open_round(pd=pd, number=number)
    play.bet(2, 1_000)
    if not deal:
        play.send("round.voided", authorised_by="floor-7", reason="misdeal")
        return
    play.deal(CARDS, "7S TC")
    play.stand(2)
    play.reveal()
    play.settle()


def a_shoe_game() -> Play:
    """An open table with people at 2, 5 and 7 and a shoe that isn't a shuffler."""
    play = a_table(BUSTER)
    play.sit(2, 5, 7)
    return play


def stood(play: Play) -> TableRefolded | None:
    """How the table stood after the last correction."""
    fact = play.records[-1].fact
    return fact if isinstance(fact, TableRefolded) else None


def out(play: Play) -> dict[str, int]:
    """The cards that are out of the shoe."""
    assert play.table.shoe is not None
    return {card: count for card, count in play.table.shoe.out.items() if count}


def with_card(whole: list[Content], old: str, new: str) -> list[Content]:
    """The same with one card for another."""
    return [
        {**event, "data": event["data"] | {"card": new}}
        if event["data"].get("card") == old
        else event
        for event in whole
    ]


def test_a_card_taken_for_another_is_in_the_shoe_again() -> None:
    play = a_shoe_game()
    play_on(play)
    play_on(play)
    assert out(play) == {"TS": 2, "9D": 2, "7S": 2, "TC": 2}
    play.correct(with_card(play.whole(1), "9D", "9C"))
    assert out(play) == {"TS": 2, "9D": 1, "9C": 1, "7S": 2, "TC": 2}
    refolded = stood(play)
    assert refolded is not None
    assert (refolded.run, refolded.seats.keys()) == (play.table.run, play.table.seats.keys())
    play_on(play)
    assert play.replayed() == (play.table, play.rounds)


def test_the_same_cards_change_no_shoe() -> None:
    play = a_shoe_game()
    play_on(play)
    play.correct(play.whole(1))
    assert stood(play) is None


def test_a_round_before_the_shoe_changes_none() -> None:
    play = a_shoe_game()
    play_on(play)
    play.send("shoe.loaded", decks=6)
    play_on(play)
    play.correct(with_card(play.whole(1), "9D", "9C"))
    assert stood(play) is None
    play.correct(with_card(play.whole(2), "9D", "9C"), number=2)
    assert out(play) == {"TS": 1, "9C": 1, "7S": 1, "TC": 1}


def test_a_shuffler_has_the_cards_of_its_last_round_alone() -> None:
    play = a_shoe_game()
    play.send("shoe.loaded", decks=6, continuous=True)
    play_on(play)
    play_on(play)
    play.correct(with_card(play.whole(1), "9D", "9C"))
    assert stood(play) is None
    play.correct(with_card(play.whole(2), "9D", "9C"), number=2)
    assert out(play) == {"TS": 1, "9C": 1, "7S": 1, "TC": 1}


def test_a_closed_table_has_no_shoe_to_correct() -> None:
    play = a_shoe_game()
    play_on(play)
    play.send("table.closed", reason="late")
    play.correct(with_card(play.whole(1), "9D", "9C"))
    assert stood(play) is None


def other_holder(whole: list[Content]) -> list[Content]:
    """The same with the player-dealer at seat 7."""
    return [
        {**event, "data": event["data"] | {"player_dealer_seat": 7}}
        if event["type"] == "round.opened"
        else event
        for event in whole
    ]


@pytest.mark.parametrize(
    ("corrected", "run"),
    [
        ([4], Run("P-7", 1)),
        ([3, 4], Run("P-7", 2)),
        ([1], Run("P-5", 3)),
        ([3], Run("P-5", 1)),
        ([4, 1], Run("P-7", 1)),
    ],
)
def test_the_run_is_counted_anew_by_the_rounds_as_they_stand(
    corrected: list[int], run: Run
) -> None:
    play = a_shoe_game()
    for _ in range(4):
        play_on(play)
    assert play.table.run == Run("P-5", 4)
    for number in corrected:
        play.correct(other_holder(play.whole(number)), number=number)
    assert play.table.run == run
    assert play.replayed() == (play.table, play.rounds)


def test_gaps_and_rounds_without_a_card_are_no_hands_of_a_run_and_late_rounds_are() -> None:
    play = a_shoe_game()
    play_on(play)
    play_on(play, deal=False)
    play_on(play, number=5)
    seats = [{"seat": seat, "player": f"P-{seat}", "kind": "patron"} for seat in (2, 7)]
    late = other_holder(play.whole(1))
    play.send("round.reported_late", round=4, seats=seats, events=late)
    play_on(play, number=6, pd=7)
    play.correct(play.whole(5), number=6)  # seat 5 was the player-dealer after all
    assert play.table.run == Run("P-5", 2)  # the late round 4 was seat 7's
    play.correct(other_holder(play.whole(5)), number=6)
    assert play.table.run == Run("P-7", 1)
    assert play.replayed() == (play.table, play.rounds)


def test_a_late_round_that_is_corrected_changes_no_shoe_but_the_run() -> None:
    play = a_shoe_game()
    play_on(play)
    play_on(play, number=3)
    seats = [{"seat": seat, "player": f"P-{seat}", "kind": "patron"} for seat in (2, 5, 7)]
    play.send("round.reported_late", round=2, seats=seats, events=play.whole(1))
    assert play.table.run == Run("P-5", 3)
    before = out(play)
    play.correct(with_card(other_holder(play.whole(1)), "9D", "9C"), number=2)
    assert play.rounds[2].holder == "P-7"
    assert (play.table.run, out(play)) == (Run("P-5", 1), before)
    assert play.replayed() == (play.table, play.rounds)


def test_a_round_that_was_never_dealt_after_all_is_no_hand() -> None:
    play = a_shoe_game()
    play_on(play)
    opened, wager, *_ = play.whole(1)
    data = {"authorised_by": "floor-7", "reason": "misdeal"}
    void = {"type": "round.voided", "occurred_at": wager["occurred_at"], "data": data}
    play.correct([opened, wager, void])
    assert play.table.run is None
    assert out(play) == {}
    assert play.replayed() == (play.table, play.rounds)


def test_a_run_of_nothing_is_none() -> None:
    play = a_shoe_game()
    assert run_of(play.table, play.rounds.__getitem__) is None
