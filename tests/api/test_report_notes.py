"""Reviewers' notes over HTTP: events that stand beside a report, and change nothing of it."""

import json
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import msgspec
import pytest

from cardroom import clock
from cardroom.log import store as log
from cardroom.reports import notes, periods, store
from cardroom.reports.kinds import ROTATION
from ledger import cage
from ledger.rules import saying
from tables.verify import Counts, verify
from tests.api.club import HOUSE, JSON, Caller, Response, body, issue, refused
from tests.played import an_evening

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "cage" / "report.noted.1.json"


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
    an_evening(1)
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


def test_a_stored_note_decodes_to_what_was_meant_and_is_stored_in_the_same_bytes() -> None:
    file: JSON = json.loads(GOLDEN.read_text())
    found = notes.decode_body(file["body"])
    fact = {name: getattr(found.data, name) for name in found.data.__struct_fields__}
    assert (fact, msgspec.to_builtins(found.noted)) == (file["fact"], file["noted"])
    assert saying.encode_body(found.data, found.noted).decode() == file["body"]
