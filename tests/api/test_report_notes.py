"""Reviewers' notes over HTTP: events that stand beside a report, and change nothing of it."""

import json
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import msgspec
import pytest

from cardroom import clock
from cardroom.errors import RuleViolation
from cardroom.log import store as log
from cardroom.reports import notes, periods, store
from cardroom.reports.kinds import FEES, IRREGULARITIES, ROTATION
from ledger import cage
from ledger.rules import saying
from tables.verify import Counts, verify
from tests.api.club import HOUSE, JSON, Caller, Response, body, issue, refused
from tests.counting import CountRoom
from tests.played import an_evening

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "cage" / "report.noted.1.json"


def dataset(kept: store.Kept) -> JSON:
    """What a report says."""
    found: JSON = json.loads(store.content_of(kept))
    return found


def a_note(**changes: Any) -> JSON:
    """A note of a finding."""
    said = {"text": "seat 5 was asked", "by": "floor-7", "table": "T01", "round": 3, "rule": "R1"}
    return {"id": str(uuid4()), **said, **changes}


def send(caller: Caller, report: int, said: JSON) -> Response:
    """Post a note."""
    return caller.send(f"reports/{report}/notes", json.dumps(said).encode())


@pytest.mark.django_db
def test_a_note_is_an_event_beside_every_revision_and_changes_none() -> None:
    evening = an_evening(3)
    writer, auditor = Caller(issue("cage")), Caller(issue("audit"))
    kept = store.make(HOUSE, ROTATION, periods.day("2026-11-28"), now=clock.now)
    assert auditor.read(f"reports/{kept.id}/notes") == {"items": [], "next_cursor": None}
    said = a_note()
    first = send(writer, kept.id, said)
    assert first.status_code == 201
    shown = body(first)
    assert {name: shown[name] for name in said} == said
    assert (shown["position"], shown["revision"]) == (None, 1)
    again = send(writer, kept.id, said)
    assert (again.status_code, body(again)) == (200, shown)
    assert store.make(HOUSE, ROTATION, periods.day("2026-11-28"), now=clock.now) == kept
    evening.play()
    later = store.make(HOUSE, ROTATION, periods.day("2026-11-28"), now=clock.now)
    assert later.revision == 2
    assert auditor.read(f"reports/{later.id}/notes")["items"] == [shown]
    other = store.make(HOUSE, ROTATION, periods.month("2026-11"), now=clock.now)
    assert writer.read(f"reports/{other.id}/notes")["items"] == []
    head = log.head(HOUSE, cage.stream_of(HOUSE))
    assert head is not None
    (stored,) = log.load(HOUSE, head.stream)
    assert (stored.type, stored.recorded_by.partition(":")[0]) == ("report.noted", "key")
    assert [item["type"] for item in auditor.read("events?limit=500")["items"]].count(
        "report.noted"
    ) == 1
    assert list(verify(Counts())) == []


@pytest.mark.django_db
def test_a_note_that_cannot_be_is_refused() -> None:
    an_evening(3)
    writer = Caller(issue("cage"))
    kept = store.make(HOUSE, ROTATION, periods.day("2026-11-28"), now=clock.now)
    assert refused(send(writer, kept.id, a_note(by="D-1")), 422, "rule")["pointer"] == "/by"
    refused(send(writer, kept.id, a_note(by="count-1")), 422, "rule")
    refused(send(writer, kept.id, a_note(text="")), 400, "malformed")
    refused(send(writer, kept.id, a_note(round=0)), 400, "malformed")
    refused(send(writer, kept.id, a_note(verdict="clean")), 400, "malformed")
    refused(send(writer, 999, a_note()), 404, "not_found")
    said = a_note()
    assert send(writer, kept.id, said).status_code == 201
    refused(send(writer, kept.id, said | {"text": "no"}), 409, "id_reused")


@pytest.mark.django_db
def test_a_note_of_what_a_report_does_not_find_is_refused() -> None:
    evening = an_evening(3)
    evening.open_round_and_void()
    writer = Caller(issue("cage"))
    day = periods.day("2026-11-28")
    kept = store.make(HOUSE, ROTATION, day, now=clock.now)
    (found,) = [one for one in dataset(kept)["findings"] if one["rule"] == "R1"]
    there = {"position": found["positions"][0], "holder": found["holder"]}
    for wrong in (
        {"rule": "R10"}, {"round": 2}, {"table": "T09"},
        there | {"position": 1}, there | {"holder": "P-1009"},
    ):  # fmt: skip
        assert refused(send(writer, kept.id, a_note(**wrong)), 422, "rule")["pointer"] == "/rule"
    assert send(writer, kept.id, a_note(**there)).status_code == 201
    assert send(writer, kept.id, a_note(table=None, round=None)).status_code == 201
    assert send(writer, kept.id, a_note(rule=None, round=2)).status_code == 201
    irregular, fees = (
        store.make(HOUSE, kind, day, now=clock.now) for kind in (IRREGULARITIES, FEES)
    )
    (void,) = [one for one in dataset(irregular)["items"] if one["code"] == "voided"]
    for report, said in (
        (irregular, a_note(rule="voided", round=void["round"] + 1)),
        (fees, a_note()),
    ):
        with pytest.raises(RuleViolation, match="finds no such thing there"):
            notes.record(report, content=json.dumps(said).encode(), recorded_by="key:1")
    said = a_note(rule="voided", round=void["round"], position=void["position"])
    assert notes.record(irregular, content=json.dumps(said).encode(), recorded_by="key:1")[1]


@pytest.mark.django_db
def test_who_may_count_learns_of_no_finding_by_noting_it() -> None:
    room = CountRoom()
    kept = store.make(HOUSE, ROTATION, periods.day("2026-11-28"), now=clock.now)
    for rule in ("R1", "R6"):
        refused(send(room.cage, kept.id, a_note(rule=rule)), 403, "forbidden")
    assert send(room.cage, kept.id, a_note(rule=None)).status_code == 201


def test_a_stored_note_decodes_to_what_was_meant_and_is_stored_in_the_same_bytes() -> None:
    file: JSON = json.loads(GOLDEN.read_text())
    found = notes.decode_body(file["body"])
    fact = {name: getattr(found.data, name) for name in found.data.__struct_fields__}
    assert (fact, msgspec.to_builtins(found.noted)) == (file["fact"], file["noted"])
    assert saying.encode_body(found.data, found.noted).decode() == file["body"]
