"""Every settlement line of the shared cases has a sentence that says its amounts, and readings."""

import json
import re

import pytest

from tables.rounds import codec
from tables.rounds.codec import Recorded
from tables.rounds.replay import Replay
from tables.rounds.replay.explained import Explained
from tables.rounds.replay.words import money
from tables.rounds.take import take
from tables.rules import outcomes
from tests import cases
from tests.unit.rounds.replay.telling import told
from tests.unit.test_cases import STREAMS, Case, Played, offerings

LETTERS = {"pure-21.5": "GP", "no-bust-buster-4.0": "GN", "no-bust-21.5": "GF"}
AMOUNT = re.compile(r"\$\d[\d,]*\d(?:\.\d\d)?|\$\d(?:\.\d\d)?")


def replays(events: list[Case]) -> list[Replay]:
    """Every round of a case, told."""
    by_version = {offering.version: offering for offering in offerings().values()}
    played, records = Played(), list[Recorded]()
    batch = codec.read_batch(json.dumps({"events": events}).encode())
    for event in codec.read_events(batch):
        taken = take(played.table, event, played.facts, position=played.position + 1)
        played.position += len(taken.records)
        records += taken.records
        if taken.round is not None:
            played.rounds[taken.round.number] = taken.round
    return [
        told(records, lambda version, _: by_version[version], number) for number in played.rounds
    ]


def check_line(one: Explained) -> None:
    """The sentence says the line's amounts and no other than what was asked of W."""
    line = one.line
    said = AMOUNT.findall(one.sentence)
    moved = [line.paid_cents, line.collected_cents, line.returned_cents]
    assert all(money(cents) in said for cents in moved if cents), one
    assert set(said) <= {money(cents) for cents in (*moved, line.stake_cents, one.owed_cents)}
    assert one.owed_cents == one.moved_cents + one.short_cents
    assert line.result in {one.by_cards, "no_action"}
    word = {"win": "pays", "push": "push", "surrender": "surrender", "lose": "is collected"}
    if line.result != "no_action":
        assert word[line.result] in one.sentence or one.is_cut, one.sentence
        assert one.is_cut == ("W ends here" in one.sentence)
    else:
        assert "no action" in one.sentence
    assert one.sentence.endswith(".")
    assert ".." not in one.sentence


@pytest.mark.parametrize("game", cases.GAMES)
def test_every_line_of_every_case_says_its_amounts_and_cites_readings(game: str) -> None:
    results = set()
    for case in cases.load(game):
        for found in replays(case["events"]):
            (revision,) = found.revisions
            for one in revision.lines:
                check_line(one)
                assert one.readings
                assert {id_[0] for id_ in one.readings} <= set(LETTERS[game]), one
                plain = re.fullmatch(r"[GPNF]-\d\d", one.line.rule)
                assert not plain or one.readings[0] == one.line.rule
                results.add((one.line.kind, one.line.result))
            reached = revision.coverage
            assert reached.dues_cents == sum(one.owed_cents for one in revision.lines)
            assert reached.used_cents == sum(each.moved_cents for each in reached.segments)
            assert (reached.ends_in is not None) == revision.settlement.exhausted
            assert sum(each.is_cut for each in reached.segments) <= 1
    sides = outcomes.SIDE_BETS if game == "pure-21.5" else {"buster"}
    kinds = {"game"} | (set(sides) if game != "no-bust-21.5" else set())
    assert {kind for kind, _ in results} - {"insurance"} == kinds
    assert {result for kind, result in results if kind == "game"} >= {
        "win",
        "lose",
        "push",
        "no_action",
    }


@pytest.mark.parametrize("game", cases.GAMES)
def test_the_steps_of_a_case_are_its_events_and_end_where_the_round_stands(game: str) -> None:
    for case in cases.load(game)[::4]:
        for found in replays(case["events"]):
            assert [step.number for step in found.steps] == [*range(1, len(found.steps) + 1)]
            assert [step.type for step in found.steps if not step.is_of_service] == [
                event["type"] for event in case["events"] if event.get("round") == found.now.number
            ]
            assert all(step.sentence.endswith(".") for step in found.steps)
            last = found.steps[-1].picture
            assert last.phase == "settled"
            assert [one.card for one in last.cards] == found.now.felt.player_dealer_cards
            assert {seat.seat for seat in last.seats} == set(found.now.felt.circles)


@pytest.mark.parametrize("name", STREAMS)
def test_whatever_happens_in_the_shared_streams_is_told(name: str) -> None:
    for found in replays(STREAMS[name]["events"]):
        assert found.steps
        for revision in found.revisions:
            for one in revision.lines:
                assert one.sentence
                if not revision.by_floor:
                    check_line(one)
