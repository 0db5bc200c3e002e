"""All cases over HTTP: play settles as written, refusals leave nothing, streams end as told."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid5

import pytest

from tests.api.club import JSON, Caller, body, issue, load_house
from tests.cases import GAMES, load

FLOOR = {"authorised_by": "floor-7", "reason": "let it stand"}
STATUS = {"malformed": 400, "rule": 422, "procedure": 422}


def at_tables(cases: list[JSON]) -> Iterator[tuple[JSON, str, Caller]]:
    """Each case with a table and event ids of its own, and one key for all of them."""
    assert cases
    codes = load_house(len(cases))
    caller = Caller(issue("tables", *codes))
    for case, table in zip(cases, codes, strict=True):
        events = [{**event, "id": str(uuid5(UUID(event["id"]), table))} for event in case["events"]]
        yield {"rule": None, **case, "events": events}, table, caller


def settled(settlement: JSON | None) -> JSON | None:
    """A settlement as far as the cases tell it."""
    if settlement is None:
        return None
    lines = [without(line, "odds", "rule") for line in settlement["lines"]]
    own = ("revision", "game", "ruleset_version", "coverage_policy", "wager_cents")
    return {**without(settlement, *own), "lines": lines}


def without(given: JSON, *keys: str) -> JSON:
    """The same without these keys."""
    return {key: value for key, value in given.items() if key not in keys}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", GAMES)
def test_legal_play_settles_exactly_as_written(game: str) -> None:
    for case, table, caller in at_tables(load(game)):
        answer = caller.record(table, case["events"], expected_position=0)
        assert {note["code"] for note in answer["irregularities"]} <= {"late_batch"}, case["name"]
        found = {entry["round"]: entry for entry in answer["rounds"]}
        assert list(found) == [expected["round"] for expected in case["expect"]]
        for expected in case["expect"]:
            entry = found[expected["round"]]
            assert entry["phase"] == "settled", case["name"]
            assert settled(entry["settlement"]) == expected["settlement"], case["name"]
            read = caller.read(f"tables/{table}/rounds/{expected['round']}")
            assert read["settlement"] == entry["settlement"]
            assert read["fees"]["assessed_cents"] == expected["fees_cents"], case["name"]
            assert read["fees"]["collected_cents"] == expected["fees_cents"], case["name"]


@pytest.mark.django_db(transaction=True)
def test_an_event_at_a_time_comes_to_the_same_as_a_batch() -> None:
    for case, table, caller in at_tables([load(game)[0] for game in GAMES]):
        for event in case["events"]:
            answer = caller.record(table, [event])
        expected = case["expect"][-1]
        assert settled(answer["rounds"][0]["settlement"]) == expected["settlement"], case["name"]
        again = caller.post(table, case["events"])
        assert (again.status_code, body(again)["duplicates"]) == (200, len(case["events"]))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_refused_batch_leaves_nothing_and_burns_no_id() -> None:
    for case, table, caller in at_tables(load("refusals")):
        *legal, faulty = case["events"]
        said = expect_refusal(caller, table, case, case["events"], case["pointer"])
        assert head(caller, table) == (0, []), case["name"]
        caller.record(table, legal, expected_position=0)
        stood = head(caller, table)
        alone = expect_refusal(caller, table, case, [faulty], "/events/0")
        assert alone["pointer"] == said["pointer"].replace(case["pointer"], "/events/0")
        expect_refusal(caller, table, case, case["events"], case["pointer"])
        assert head(caller, table) == stood, case["name"]
        mended = without(faulty, "round", "data", "override")
        mended |= {"type": "incident.noted", "data": {"text": "mended"}}
        mended |= {"occurred_at": case["events"][-2]["occurred_at"]}
        answer = caller.record(table, [*legal, mended])
        assert (answer["recorded"], answer["duplicates"]) == (1, len(legal)), case["name"]


def expect_refusal(
    caller: Caller, table: str, case: JSON, events: list[JSON], pointer: str
) -> JSON:
    """The batch is refused with the code, the rule and a pointer that begins as the case says."""
    response = caller.post(table, events)
    said = body(response)
    assert said["code"] == case["code"], (case["name"], said)
    assert response.status_code == STATUS[case["code"]]
    assert said["pointer"].startswith(pointer), (case["name"], said)
    if case["rule"] is not None:
        assert said["rule"] == case["rule"], (case["name"], said)
        assert said["retryable"] == (case["rule"] == "out_of_turn")
    return said


def head(caller: Caller, table: str) -> tuple[int, list[Any]]:
    """Where the stream ends, and the ids in it."""
    items = caller.read(f"tables/{table}/events")["items"]
    position = caller.read(f"tables/{table}")["last_position"]
    assert len(items) == position
    return position, [item["id"] for item in items]


@pytest.mark.django_db(transaction=True)
def test_the_floor_lets_a_breach_of_procedure_stand_and_it_is_noted() -> None:
    breaches = [case for case in load("refusals") if case["code"] == "procedure"]
    for case, table, caller in at_tables(breaches):
        *legal, faulty = case["events"]
        answer = caller.record(table, [*legal, {**faulty, "override": FLOOR}])
        noted = {note["code"]: note for note in answer["irregularities"]}
        assert case["rule"] in noted, (case["name"], noted)
        assert noted[case["rule"]]["index"] == case["index"]
        assert noted[case["rule"]]["position"] == answer["positions"][case["index"]]
        items = caller.read(f"tables/{table}/events")["items"]
        stored = items[answer["positions"][case["index"]] - 1]
        assert (stored["id"], stored["data"]) == (faulty["id"], faulty["data"])
        assert stored["override"]["authorised_by"] == "floor-7"


@pytest.mark.django_db(transaction=True)
def test_streams_end_as_they_must() -> None:
    cage: Caller | None = None
    for case, table, caller in at_tables(load("streams")):
        cage = cage or Caller(issue("cage"))
        *events, last = case["events"]
        sender = cage if case["last_event_scope"] == "cage" else caller
        noted = caller.record(table, events)["irregularities"] if events else []
        noted += sender.record(table, [last])["irregularities"]
        assert set(case["irregularities"]) <= {note["code"] for note in noted}, case["name"]
        for expected in case["rounds"]:
            read = caller.read(f"tables/{table}/rounds/{expected['round']}")
            assert read["phase"] == expected["phase"], case["name"]
            assert settled(read["settlement"]) == expected["settlement"], case["name"]
