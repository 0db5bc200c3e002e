"""Reconciliations over HTTP: where a miss is, and who explains and signs it."""

from uuid import uuid4

import pytest

from tests.api.club import body, refused
from tests.counting import CASH_CENTS, CountRoom, explanation_body, signature_body
from tests.played import TABLE
from tests.reconciling import DAY, MORE, OWED, box, explain, name, post, sign, statuses

pytestmark = pytest.mark.django_db


def test_a_wrong_fee_and_a_short_box_are_each_where_they_belong() -> None:
    room = CountRoom()
    room.drop()
    room.counted()
    found = box(room)
    assert (found["assessed_cents"], found["waived_cents"], found["corrections_cents"]) == (
        OWED,
        0,
        0,
    )
    assert (found["expected_cents"], found["collected_cents"]) == (OWED, OWED + MORE)
    assert (found["counted_cents"], found["status"]) == (CASH_CENTS, "counted")
    assert found["assess_variance_cents"] == MORE
    assert found["count_variance_cents"] == CASH_CENTS - OWED - MORE
    assert found["total_variance_cents"] == CASH_CENTS - OWED
    (wrong,) = found["exceptions"]
    assert (wrong["round"], wrong["seat"], wrong["code"]) == (1, 4, "wrong_fee")
    assert wrong["difference_cents"] == MORE
    assert {one["kind"]: one["cents"] for one in found["findings"]} == {
        "assess": MORE,
        "count": CASH_CENTS - OWED - MORE,
    }
    rounds = room.auditor.read(f"reconciliations/{found['id']}/rounds")["items"]
    assert [(one["round"], one["assess_variance_cents"]) for one in rounds] == [(1, MORE)]


def test_a_box_is_provisional_until_its_table_has_posted_past_the_drop() -> None:
    room = CountRoom()
    assert box(room)["status"] == "on_table"
    room.drop()
    assert box(room)["provisional"] is True
    room.evening.play()
    assert box(room)["provisional"] is False


@pytest.mark.slow
def test_findings_are_explained_and_signed_by_another() -> None:
    room = CountRoom()
    room.drop()
    room.counted()
    assert statuses(box(room)) == {"assess": "open", "count": "open"}
    said = explain(room, text="seat 4 paid by the wrong tier", findings=["assess"])
    assert statuses(said) == {"assess": "explained", "count": "open"}
    assert said["state"] == "open"
    refused(
        post(room, f"reconciliations/{said['id']}/signatures", signature_body("sup-1")), 422, "rule"
    )
    explain(room, by="sup-1", text="a chip fell down")
    mine = refused(
        post(room, f"reconciliations/{said['id']}/signatures", signature_body("sup-1")), 422, "rule"
    )
    assert mine["pointer"] == "/by"
    signed = sign(room, by="sup-2")
    assert (signed["state"], statuses(signed)) == (
        "signed",
        {"assess": "signed", "count": "signed"},
    )
    assert [one["text"] for one in signed["explanations"]] == [
        "seat 4 paid by the wrong tier",
        "a chip fell down",
    ]
    assert [one["by"] for one in signed["signatures"]] == ["sup-2"]
    assert room.auditor.read("reconciliations?state=signed")["items"] == [box(room)]


def test_a_code_that_is_wrong_or_used_signs_nothing() -> None:
    room = CountRoom()
    room.drop()
    room.counted()
    explain(room)
    path = f"reconciliations/{name(room)}/signatures"
    wrong = {**signature_body("sup-1"), "code": "000000"}
    assert refused(post(room, path, wrong), 422, "rule")["rule"] == "code"
    assert statuses(box(room)) == {"assess": "explained", "count": "explained"}


def test_what_is_said_twice_is_recorded_once() -> None:
    room = CountRoom()
    room.drop()
    path, content = f"reconciliations/{name(room)}/explanations", explanation_body()
    assert post(room, path, content).status_code == 201
    again = post(room, path, content)
    assert (again.status_code, len(body(again)["explanations"])) == (200, 1)
    refused(post(room, path, {**content, "text": "otherwise"}), 409, "id_reused")
    other = f"reconciliations/{name(room, room.removed)}/explanations"
    refused(post(room, other, content), 409, "id_reused")
    refused(post(room, path, {**content, "tip": 1}), 400, "malformed")
    refused(
        post(room, "reconciliations/T01.collection.7/explanations", explanation_body()),
        404,
        "not_found",
    )


def test_a_signed_finding_that_changes_is_open_again() -> None:
    room = CountRoom()
    room.drop()
    room.counted()
    explain(room)
    sign(room)
    room.evening.post(room.evening.fee(1, 50))
    changed = box(room)
    assert statuses(changed) == {"assess": "signed", "count": "signed"}
    assert changed["collected_cents"] == OWED + MORE
    assert [(one["code"], one["difference_cents"]) for one in changed["exceptions"]] == [
        ("wrong_fee", MORE)
    ]
    present = box(room, room.removed)
    assert (present["collected_cents"], present["assess_variance_cents"]) == (50, 50)
    (late,) = present["exceptions"]
    assert (late["round"], late["seat"], late["code"]) == (1, 4, "wrong_fee")
    assert (late["difference_cents"], late["other_since"]) == (50, room.since)


@pytest.mark.slow
def test_an_adjusted_count_is_what_was_counted_and_has_to_be_signed_again() -> None:
    room = CountRoom()
    room.drop()
    count = room.counted()
    explain(room)
    sign(room)
    room.adjust(count, denominations={"100": 16})
    found = box(room)
    assert (found["counted_cents"], found["count_variance_cents"]) == (1_600, -100)
    assert statuses(found) == {"assess": "signed", "count": "open"}
    room.adjust(count, denominations={"100": 17})
    settled = box(room)
    assert (settled["state"], statuses(settled)) == ("signed", {"assess": "signed"})
    assert settled["former_findings"] == [
        {"kind": "count", "cents": -800, "explained_by": "floor-7", "signed_by": "sup-1"}
    ]
    assert [one["findings"] for one in settled["explanations"]] == [["assess", "count"]]
    assert [one["findings"] for one in settled["signatures"]] == [["assess", "count"]]


@pytest.mark.slow
def test_who_may_count_is_shown_no_amount_of_an_uncounted_box() -> None:
    room = CountRoom()
    room.drop()
    shown = room.cage.read(f"reconciliations/{name(room)}")
    assert shown["withheld"] is True
    assert shown["exceptions"] is None
    assert {key: value for key, value in shown.items() if key.endswith("_cents")} == dict.fromkeys(
        key for key in shown if key.endswith("_cents")
    )
    assert [(one["kind"], one["detail"]) for one in shown["findings"]] == [("uncounted", None)]
    assert shown["rounds"] is None
    rounds = room.cage.read(f"reconciliations/{name(room)}/rounds")
    assert (rounds["items"], rounds["withheld"]) == ([], True)
    assert room.cage.read(f"gaming-days/{DAY}")["totals"][0]["withheld"] is True
    room.counted()
    assert room.cage.read(f"reconciliations/{name(room)}") == box(room)


def test_a_list_goes_on_where_it_was_cut() -> None:
    room = CountRoom()
    room.drop()
    room.evening.play()
    first, second = room.auditor.read("reconciliations")["items"]
    page = room.auditor.read("reconciliations?limit=1")
    assert page["items"] == [first]
    rest = room.auditor.read(f"reconciliations?limit=1&after={page['next_cursor']}")
    assert (rest["items"], rest["next_cursor"]) == ([second], None)
    assert room.auditor.read(f"reconciliations?gaming_day={DAY}&table={TABLE}")["items"] == [
        first,
        second,
    ]
    assert room.auditor.read("reconciliations?table=T02")["items"] == []
    for query in ("after=9", "after=2026-11-28.T01", "state=odd", "gaming_day=today"):
        refused(room.auditor.get(f"reconciliations?{query}"), 400, "malformed")


def test_a_name_that_no_box_has_is_not_found() -> None:
    room = CountRoom()
    for text in ("T01", "T01.collection.999", f"T01.collection.{DAY}", "T01.tips.9", str(uuid4())):
        refused(room.auditor.get(f"reconciliations/{text}"), 404, "not_found")
