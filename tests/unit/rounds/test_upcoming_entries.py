"""What each entry of the legal next events says: who, which actions, and what leaves no choice."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest

from tables.rounds.upcoming import upcoming
from tests.builders import BUSTER, FLYER, GAMES, PURE, Play, a_round, a_table, an_offering, dealt

ALWAYS: Final = {"incident.noted"}
AFTERWARDS: Final = {"notice.checked", "box.changed", "day.attested"}
FEES: Final = {"fee.collected", "fee.waived", "fee.refunded"}

# One of each type that needs no round's state, as it may be sent.
SAMPLES: Final[dict[str, dict[str, Any]]] = {
    "table.opened": {"offering": BUSTER, "gaming_day": "2026-11-28"},
    "table.closed": {"reason": "over"},
    "seat.taken": {"seat": 8, "player": "P-new", "kind": "patron"},
    "seat.left": {"seat": 5},
    "player_dealer.offered": {"seat": 5, "accepted": False},
    "dealer.changed": {"dealer": "D-1"},
    "shoe.loaded": {"decks": 6},
    "card.burned": {"card": None},
    "notice.checked": {"present": True, "checked_by": "floor-7"},
    "box.changed": {"purpose": "collection", "removed_by": "drop-1"},
    "day.attested": {"gaming_day": "2026-11-28", "last_round": 1, "rounds_dealt": 1},
    "incident.noted": {"text": "a spilled drink"},
    "round.opened": {"player_dealer_seat": 5, "wager_cents": 50_000},
    "round.voided": {"reason": "misdeal", "authorised_by": "floor-7"},
    "fee.collected": {"seat": 5, "role": "player_dealer", "amount_cents": 300},
}


def entries(play: Play, name: str) -> list[dict[str, Any]]:
    """The entries of one type as JSON has them, without type and round."""
    rules = play.offering.rules if play.table.is_open else None
    return [
        {key: value for key, value in entry.items() if key not in {"type", "round"}}
        for entry in msgspec.json.decode(msgspec.json.encode(upcoming(play.table, rules)))
        if entry["type"] == name
    ]


def names(play: Play) -> set[str]:
    """The types that are listed."""
    rules = play.offering.rules if play.table.is_open else None
    return {entry.type for entry in upcoming(play.table, rules)}


def decision(play: Play) -> dict[str, Any]:
    """The one decision that is due."""
    (found,) = entries(play, "decision.made")
    return found


def test_a_table_is_opened_first_and_after_its_evening_more_may_come() -> None:
    play = Play(an_offering(BUSTER))
    assert names(play) == {"table.opened", *ALWAYS}
    play.send("table.opened", offering=BUSTER, gaming_day="2026-11-28")
    play.send("table.closed", reason="over")
    assert names(play) == {"table.opened", *ALWAYS, *AFTERWARDS}
    play = dealt(BUSTER, {2: "TS 9S"}, "7S TC")
    play.send("round.voided", reason="misdeal", authorised_by="floor-7")
    play.send("table.closed", reason="over")
    assert names(play) == {"table.opened", "wager.paid", *ALWAYS, *AFTERWARDS, *FEES}


def test_a_round_opens_while_a_game_runs_and_somebody_sits_there() -> None:
    play = Play(an_offering(BUSTER))
    play.send("table.opened", offering=BUSTER, gaming_day="2026-11-28")
    assert names(play).isdisjoint({"round.opened", "seat.left", "player_dealer.offered"})
    play.sit(3, 5)
    assert entries(play, "round.opened") == [{"seats": [3, 5]}]
    assert (
        entries(play, "seat.left") == entries(play, "player_dealer.offered") == [{"seats": [3, 5]}]
    )
    assert entries(play, "seat.taken") == [{"seats": [1, 2, 4, 6, 7, 8]}]
    assert names(play) >= {"game.ended", "play.paused", "table.closed"}
    play.send("game.ended", reason="no_player_dealer")
    play.send("play.paused", reason="cleaning")
    play.sit(1, 2, 4, 6, 7, 8)
    assert names(play) >= {"game.started", "play.resumed"}
    assert names(play).isdisjoint({"round.opened", "seat.taken", "game.ended", "play.paused"})


def test_a_circle_takes_a_game_wager_first_then_side_bets_and_gives_back_what_bears_nothing() -> (
    None
):
    play = a_table(BUSTER)
    play.sit(2, 5)
    play.open_round()
    assert {"seat": 2, "player": "P-2", "kinds": ["game"]} in entries(play, "wager.placed")
    assert {"seat": 1, "players": ["P-2"], "kinds": ["game"]} in entries(play, "wager.placed")
    assert not [entry for entry in entries(play, "wager.placed") if entry["seat"] == 5]
    assert "wager.withdrawn" not in names(play)
    play.bet(2, 1_000)
    own = [entry for entry in entries(play, "wager.placed") if entry["seat"] == 2]
    assert own == [
        {"seat": 2, "player": "P-2", "kinds": ["buster"]},
        {"seat": 2, "backline": True, "kinds": ["game"]},
    ]
    assert entries(play, "wager.withdrawn") == [{"seat": 2, "player": "P-2", "kinds": ["game"]}]
    play.bet(2, 500, "buster")
    play.bet(2, 1_000, player="B-1", backline=True)
    assert entries(play, "wager.withdrawn") == [
        {"seat": 2, "player": "P-2", "kinds": ["buster"]},
        {"seat": 2, "player": "B-1", "kinds": ["game"]},
    ]


def test_nobody_else_at_the_table_nobody_wagers() -> None:
    play = a_table(PURE)
    play.sit(5)
    play.open_round()
    assert names(play) >= {"player_dealer.wagered", "round.voided", "round.settled_by_floor"}
    assert names(play).isdisjoint({"wager.placed", "card.dealt", "round.completed", "table.closed"})


@pytest.mark.parametrize("game", GAMES)
def test_hard_eleven_must_be_hit_but_may_be_doubled(game: str) -> None:
    found = decision(dealt(game, {2: "6S 5S"}, "7S TC"))
    assert (found["seat"], found["hand"], found["player"]) == (2, 1, "P-2")
    assert (found["must"], found["rule"]) == ("hit", "G-07")
    assert {"hit", "double"} <= {*found["actions"]}
    assert {"stand", "split"}.isdisjoint(found["actions"])


def test_an_ace_on_a_split_ace_is_split_again_or_stands() -> None:
    play = dealt(FLYER, {2: "AS AD"}, "7S TC")
    play.split(2, 1_000)
    assert entries(play, "card.dealt") == [{"to": "seat", "seat": 2, "hand": 1, "face": "up"}]
    play.card(2, "AC", hand=1)
    found = decision(play)
    assert (found["must"], found["rule"]) == ("stand", "F-23")
    assert {*found["actions"]} == {"stand", "split", "surrender"}


def test_bettors_insure_before_the_peek_each_once() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.bet(2, 1_000, player="B-1", backline=True)
    play.deal({2: "9S 9D"}, "AS 5C")
    insured = {"seat": 2, "hand": 1, "actions": ["insurance"]}
    assert entries(play, "decision.made") == [{**insured, "players": ["P-2", "B-1"]}]
    assert entries(play, "hole_card.checked") == [{"rule": "peek_ranks"}]
    play.insure(2, 500)
    assert entries(play, "decision.made") == [{**insured, "players": ["B-1"]}]
    play.insure(2, 500, player="B-1")
    assert entries(play, "decision.made") == []


def test_a_backline_bettor_adds_until_the_next_card() -> None:
    play = a_round(BUSTER, {2: 1_000})
    play.bet(2, 1_000, player="B-1", backline=True)
    play.deal({2: "8S 8D"}, "7S TC")
    play.split(2, 1_000)
    added = {"seat": 2, "hand": 2, "players": ["B-1"]}
    assert entries(play, "wager.added") == [added]
    play.send("wager.added", seat=2, hand=2, player="B-1", amount_cents=1_000)
    assert entries(play, "wager.added") == []


def test_the_button_is_placed_once_between_the_reveal_and_the_end() -> None:
    play = dealt(BUSTER, {2: "TS 9S"}, "7S 2C")
    play.stand(2)
    assert entries(play, "card.revealed") == [{"index": 2}]
    assert "action_button.placed" not in names(play)
    play.reveal()
    draw = {"to": "player_dealer", "face": "up", "rule": "G-02"}
    assert entries(play, "card.dealt") == [draw]
    assert entries(play, "action_button.placed") == [{"seat": 7, "rule": "P-05"}]
    play.send("action_button.placed", seat=7)
    assert "action_button.placed" not in names(play)
    play.draw("TD")
    assert "round.completed" in names(play)
    assert "card.dealt" not in names(play)


def test_a_card_that_the_floor_let_lie_face_down_ends_the_round_by_the_floor_alone() -> None:
    play = dealt(BUSTER, {2: "TS 9S"}, "7S 2C")
    play.stand(2)
    play.reveal()
    play.noted("card.dealt", to="player_dealer", card=None, face="down")
    assert names(play).isdisjoint({"card.dealt", "card.revealed", "round.completed"})
    assert names(play) >= {"round.settled_by_floor", "round.voided"}


def test_a_missing_round_may_be_reported_late() -> None:
    play = a_table(PURE)
    play.sit(2, 5)
    assert "round.reported_late" not in names(play)
    play.open_round(number=3)
    assert "round.reported_late" in names(play)
    assert "wager.paid" in names(play)


def at_a_new_table() -> Play:
    """Nothing was sent yet."""
    return Play(an_offering(BUSTER))


def between_rounds() -> Play:
    """One round was voided, and somebody sits there."""
    play = dealt(BUSTER, {2: "TS 9S"}, "7S TC")
    play.send("round.voided", reason="misdeal", authorised_by="floor-7")
    return play


def afterwards() -> Play:
    """The table is closed."""
    play = between_rounds()
    play.send("table.closed", reason="over")
    return play


def in_a_round() -> Play:
    """A round is dealt."""
    return dealt(BUSTER, {2: "TS 9S"}, "7S TC")


@pytest.mark.parametrize("scene", [at_a_new_table, between_rounds, afterwards, in_a_round])
def test_what_is_listed_for_the_table_passes_and_the_rest_is_refused(
    scene: Callable[[], Play],
) -> None:
    for name, content in SAMPLES.items():
        play = scene()
        number = play.table.last_round + 1 if name == "round.opened" else None
        if name in names(play):
            play.send(name, number=number, **content)
        else:
            assert play.refused(name, number=number, **content).code == "rule", name
