"""What holds for every simulated stream, judged without the engine."""

import uuid
from collections import Counter
from datetime import datetime, timedelta
from random import Random

import pytest

from tables.rules.games import RULE_SETS
from tables.simulation.stream import Event
from tables.simulation.table import Past, Table
from tests import simulated

ROUNDS = 150


def _evening(game: str, seed: int = 1, **changes: object) -> list[Event]:
    """A whole stream, from opening to closing."""
    table = simulated.Evening(simulated.rule_set(game, **changes), seed)
    events = table.open()
    for _ in range(ROUNDS):
        events += table.play_round().events
    return events + table.close()


@pytest.mark.parametrize("game", RULE_SETS)
def test_the_same_seed_and_instant_give_the_same_events(game: str) -> None:
    assert _evening(game) == _evening(game)
    assert _evening(game) != _evening(game, seed=2)


@pytest.mark.parametrize("game", RULE_SETS)
def test_ids_are_uuids_of_version_7_that_never_repeat_and_rise_with_time(game: str) -> None:
    ids = [event["id"] for event in _evening(game)]
    assert {uuid.UUID(text).version for text in ids} == {7}
    assert {str(uuid.UUID(text)) for text in ids} == set(ids)
    assert len(set(ids)) == len(ids)
    assert ids == sorted(ids)


@pytest.mark.parametrize("game", RULE_SETS)
def test_instants_rise_and_rounds_are_numbered_without_a_gap(game: str) -> None:
    events = _evening(game)
    instants = [datetime.fromisoformat(event["occurred_at"]) for event in events]
    assert instants == sorted(set(instants))
    opened = [event["round"] for event in events if event["type"] == "round.opened"]
    assert opened == list(range(1, ROUNDS + 1))


@pytest.mark.parametrize("game", RULE_SETS)
def test_a_round_begins_by_opening_and_ends_by_completion_or_a_void(game: str) -> None:
    rounds: dict[int, list[str]] = {}
    for event in _evening(game):
        if "round" in event:
            rounds.setdefault(event["round"], []).append(event["type"])
    ends = Counter(types[-1] for types in rounds.values())
    assert {types[0] for types in rounds.values()} == {"round.opened"}
    assert set(ends) <= {"round.completed", "round.voided"}
    assert ends.total() == ROUNDS


@pytest.mark.parametrize("game", RULE_SETS)
@pytest.mark.parametrize("decks", [1, 6, 8])
def test_no_shoe_gives_more_copies_than_it_holds(game: str, decks: int) -> None:
    continuous = False
    out: Counter[str] = Counter()
    for event in _evening(game, decks=decks, seed=decks):
        data = event["data"]
        if event["type"] == "shoe.loaded":
            continuous = data.get("continuous", False)
            out.clear()
        elif event["type"] == "round.opened" and continuous:
            out.clear()
        elif data.get("card"):
            out[data["card"]] += 1
            assert out[data["card"]] <= decks


@pytest.mark.parametrize("game", RULE_SETS)
def test_nobody_holds_the_position_for_three_settled_rounds_in_a_row(game: str) -> None:
    holders = _holders(_evening(game, seed=5))
    runs = zip(holders, holders[1:], holders[2:], strict=False)
    assert all(len(set(run)) > 1 for run in runs)
    assert len(set(holders)) > 2


def test_hands_in_the_position_count_on_over_evenings() -> None:
    setting = simulated.setting(simulated.rule_set("no-bust-21.5", seats=3))
    table = Table(Random(1), Past(simulated.STARTS_AT, 8, "P-T01-1", 2))  # noqa: S311 - play
    holders = ["P-T01-1", "P-T01-1"]
    for _ in range(40):
        events = table.open(setting) + table.play_round().events
        holders += _holders(events + table.close())
    runs = zip(holders, holders[1:], holders[2:], strict=False)
    assert all(len(set(run)) > 1 for run in runs)
    assert len(set(holders)) > 2


def _holders(events: list[Event]) -> list[str]:
    """Who was player-dealer in each settled round."""
    seats: dict[int, str] = {}
    holders, holder = [], ""
    for event in events:
        data = event["data"]
        match event["type"]:
            case "seat.taken":
                seats[data["seat"]] = data.get("tppps", data["player"])
            case "seat.left":
                del seats[data["seat"]]
            case "round.opened":
                holder = seats[data["player_dealer_seat"]]
            case "round.completed":
                holders.append(holder)
    return holders


def test_each_gaming_day_is_attested_with_its_own_rounds() -> None:
    starts_at = simulated.STARTS_AT + timedelta(hours=17)
    table = simulated.Evening(simulated.rule_set("no-bust-21.5"), 3, starts_at=starts_at)
    events = table.open()
    for _ in range(ROUNDS):
        events += table.play_round().events
    events += table.close()
    dealt: dict[str, set[int]] = {}
    days: dict[int, str] = {}
    for event in events:
        if event["type"] == "round.opened":
            opened_at = datetime.fromisoformat(event["occurred_at"])
            days[event["round"]] = simulated.house_day(opened_at).isoformat()
        if event["type"] == "card.dealt":
            dealt.setdefault(days[event["round"]], set()).add(event["round"])
    attested = [event["data"] for event in events if event["type"] == "day.attested"]
    assert [data["gaming_day"] for data in attested] == ["2026-11-28", "2026-11-29"]
    for data in attested:
        day = data["gaming_day"]
        assert data["rounds_dealt"] == len(dealt[day])
        assert data["last_round"] == max(number for number, on in days.items() if on == day)
