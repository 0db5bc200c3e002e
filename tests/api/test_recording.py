"""Recording: what is answered, safe repetition, and both conflicts."""

from uuid import uuid4

import pytest

from api.examples import EVENING
from tests.api.club import JSON, Caller, body, issue, load_house, refused, with_tables


def at_table(tables: int = 1) -> tuple[Caller, list[str]]:
    """Someone who records at so many tables."""
    codes = load_house(tables)
    return Caller(issue("tables", *codes)), codes


@pytest.mark.django_db
def test_the_answer_names_what_was_recorded_and_what_the_service_added() -> None:
    caller, (table,) = at_table()
    completed = next(i for i, e in enumerate(EVENING) if e["type"] == "round.completed")
    answer = caller.record(table, EVENING[: completed + 1], expected_position=0)
    assert answer.keys() == {
        "table",
        "last_position",
        "recorded",
        "duplicates",
        "positions",
        "appended",
        "irregularities",
        "rounds",
        "state",
    }
    assert (answer["table"], answer["recorded"], answer["duplicates"]) == (table, completed + 1, 0)
    added = {entry["type"]: entry["position"] for entry in answer["appended"]}
    assert added.keys() == {"fees.assessed", "round.settled"}
    assert set(answer["positions"]).isdisjoint(added.values())
    assert sorted([*answer["positions"], *added.values()]) == [*range(1, completed + 4)]
    assert answer["state"] == caller.read(f"tables/{table}")
    (settled,) = answer["rounds"]
    assert settled["settlement"]["revision"] == 1


@pytest.mark.django_db
def test_sending_again_records_nothing_and_known_and_new_may_mix() -> None:
    caller, (table,) = at_table()
    first = caller.record(table, EVENING[:4])
    again = caller.post(table, EVENING[:4], expected_position=0)
    assert again.status_code == 200
    said = body(again)
    assert (said["recorded"], said["duplicates"]) == (0, 4)
    assert said["positions"] == first["positions"]
    mixed = caller.record(table, EVENING[2:6], expected_position=4)
    assert (mixed["recorded"], mixed["duplicates"]) == (2, 2)
    assert mixed["positions"] == [3, 4, 5, 6]


@pytest.mark.django_db
def test_a_writer_behind_the_head_is_told_where_it_is() -> None:
    caller, (table,) = at_table()
    caller.record(table, EVENING[:4])
    said = refused(caller.post(table, EVENING[4:6], expected_position=2), 409, "position_conflict")
    assert (said["position"], said["retryable"], said["pointer"]) == (4, True, "/expected_position")
    caller.record(table, EVENING[4:6], expected_position=4)


@pytest.mark.django_db
def test_an_id_belongs_to_one_event_of_the_house() -> None:
    caller, (table, other) = at_table(2)
    caller.record(table, EVENING[:1])
    changed: JSON = {**EVENING[0], "occurred_at": "2026-11-28T20:00:04Z"}
    said = refused(caller.post(table, [changed]), 409, "id_reused")
    assert said["pointer"] == "/events/0/id"
    said = refused(caller.post(other, EVENING[:1]), 409, "id_reused")
    assert table in said["detail"]


@pytest.mark.django_db
def test_a_fault_anywhere_leaves_nothing_of_the_batch() -> None:
    caller, (table,) = at_table()
    faulty = {**EVENING[7], "data": {**EVENING[7]["data"], "seat": 9}}
    said = refused(caller.post(table, [*EVENING[:7], faulty]), 422, "rule")
    assert said["pointer"].startswith("/events/7")
    assert caller.read(f"tables/{table}/events")["items"] == []


@pytest.mark.django_db
def test_nobody_of_the_house_may_not_waive() -> None:
    caller, (table,) = at_table()
    waived = next(i for i, event in enumerate(EVENING) if event["type"] == "fee.waived")
    event = EVENING[waived]
    for who in ("nobody", "count-1"):
        faulty = {**event, "data": {**event["data"], "authorised_by": who}}
        said = refused(caller.post(table, [*EVENING[:waived], faulty]), 422, "rule")
        assert said["pointer"] == f"/events/{waived}/data/authorised_by"


@pytest.mark.django_db
def test_a_settled_round_is_not_voided_from_a_table() -> None:
    caller, (table,) = at_table()
    caller.record(table, EVENING)
    voided = next(event for event in EVENING if event["type"] == "round.voided")
    late = {**voided, "id": "0190f0c2-7d60-7000-8000-000000009999", "round": 1}
    said = refused(caller.post(table, [late]), 403, "forbidden")
    assert said["pointer"].startswith("/events/0")


@pytest.mark.django_db
def test_a_table_out_of_use_is_finished_and_put_right_and_opened_no_more() -> None:
    caller, (gone, stays) = at_table(2)
    cage = Caller(issue("cage"))
    dealt = next(i for i, event in enumerate(EVENING) if event["type"] == "round.voided")
    caller.record(gone, EVENING[:dealt])
    with_tables(stays)
    assert caller.post(gone, EVENING[:dealt]).status_code == 200
    caller.record(gone, EVENING[dealt:])
    void = {**EVENING[dealt], "id": str(uuid4()), "round": 1}
    cage.record(gone, [void | {"data": void["data"] | {"authorised_by": "sup-1"}}])
    assert caller.read(f"tables/{gone}/rounds/1")["phase"] == "voided"
    again = {**EVENING[0], "id": str(uuid4())}
    said = refused(caller.post(gone, [again]), 422, "rule")
    assert (said["pointer"], said["detail"]) == (
        "/events/0",
        "the house uses this table no more: it isn't opened again",
    )
    refused(cage.post("T009", [void]), 404, "not_found")


@pytest.mark.django_db
def test_an_id_that_another_table_used_is_named_with_it() -> None:
    caller, (one, other) = at_table(2)
    caller.record(one, EVENING[:1])
    said = refused(caller.post(other, EVENING[:1]), 409, "id_reused")
    where = f"id {EVENING[0]['id']} is recorded at table {one}, position 1"
    assert (said["detail"], said["retryable"]) == (where, False)
    changed = {**EVENING[0], "data": EVENING[0]["data"] | {"gaming_day": "2026-11-27"}}
    said = refused(caller.post(one, [changed]), 409, "id_reused")
    assert said["detail"] == f"{where}, with other content"


@pytest.mark.django_db
def test_an_id_that_stands_twice_in_a_batch_is_not_said_to_be_recorded() -> None:
    caller, (table,) = at_table(1)
    changed = {**EVENING[0], "data": EVENING[0]["data"] | {"gaming_day": "2026-11-27"}}
    said = refused(caller.post(table, [EVENING[0], changed]), 409, "id_reused")
    assert said["pointer"] == "/events/1/id"
    where = f"two events of this batch have the id {EVENING[0]['id']}, with other content"
    assert said["detail"] == where
    assert caller.record(table, [EVENING[0], EVENING[0]])["duplicates"] == 1
