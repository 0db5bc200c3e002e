"""Reports over HTTP: asked for, made by what runs due work, handed out, blind for who may count."""

import json
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from xml.etree import ElementTree as ET

import msgspec
import pytest

from api.v1.report_documents import DOCUMENTS
from cardroom import clock, clockwork
from cardroom.reports.kinds import KINDS
from tests.api.club import HOUSE, JSON, Caller, Response, body, issue, refused
from tests.counting import CountRoom
from tests.played import an_evening

DAY: Final = "2026-11-28"
TYPES: Final = {
    "json": "application/json",
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}


def _same(instant: datetime) -> datetime:
    return instant


def ask(caller: Caller, **wanted: Any) -> Response:
    """Ask for a report."""
    return caller.send("reports", json.dumps({"kind": "fees", **wanted}).encode())


def made(caller: Caller, **wanted: Any) -> JSON:
    """A report that was asked for, and made: its item in the list."""
    response = ask(caller, **(wanted or {"gaming_day": DAY}))
    assert response.status_code == 202, response.content
    assert clockwork.run_due().missed == 0
    due = caller.read(response["Location"])
    assert (due["status"], due["next_attempt_at"], due["error"]) == ("done", None, None)
    (item,) = (one for one in caller.read("reports")["items"] if one["id"] == due["report"])
    return dict(item)


@pytest.mark.django_db
def test_a_report_is_asked_for_made_by_a_worker_and_handed_out_in_each_form() -> None:
    an_evening(1)
    auditor = Caller(issue("audit"))
    asked = body(ask(auditor, gaming_day=DAY))
    assert (asked["status"], asked["reason"], asked["report"]) == ("pending", "asked", None)
    assert body(ask(auditor, gaming_day=DAY)) == asked
    item = made(auditor)
    assert (item["kind"], item["gaming_day"], item["revision"]) == ("fees", DAY, 1)
    path = f"reports/{item['id']}"
    report = auditor.read(path)
    assert report["digest"] == item["digest"]
    assert report["totals"]["collected_cents"] > 0
    for form, media_type in TYPES.items():
        first, again = (auditor.get(f"{path}?format={form}") for _ in range(2))
        assert first["Content-Type"].partition(";")[0] == media_type
        assert first["Content-Disposition"].endswith(f'"fees-{HOUSE}-{DAY}-r1.{form}"')
        assert first.content == again.content
        assert auditor.get(path, {"Accept": media_type}).status_code == 200
    assert made(auditor)["id"] == item["id"]


@pytest.mark.django_db
def test_a_chart_of_a_report_is_a_drawing_without_script_and_the_same_every_time() -> None:
    an_evening(1)
    auditor = Caller(issue("audit"))
    path = f"reports/{made(auditor)['id']}/charts"
    first, again = (auditor.get(f"{path}/variance_by_table") for _ in range(2))
    assert (first.status_code, first["Content-Type"]) == (200, "image/svg+xml")
    assert first.content == again.content
    drawing = ET.fromstring(first.content)  # noqa: S314 - we wrote it
    names = {one.tag.rpartition("}")[2] for one in drawing.iter()}
    assert names <= {
        "svg",
        "title",
        "desc",
        "g",
        "rect",
        "line",
        "text",
        "path",
        "clipPath",
        "defs",
    }
    texts = " ".join("".join(one.itertext()) for one in drawing.iter())
    assert "T01" in texts
    assert "Variance by table, collection fees" in texts
    other = refused(auditor.get(f"{path}/tips"), 404, "not_found")
    assert "variance_by_table" in other["detail"]
    refused(auditor.get("reports/999/charts/variance_by_table"), 404, "not_found")


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_asked_for_and_is_what_the_description_says(kind: str) -> None:
    evening = an_evening(3)
    evening.post(evening.fee(1, 300))
    auditor = Caller(issue("audit"))
    for wanted in ({"gaming_day": DAY}, {"month": "2026-11"}):
        item = made(auditor, kind=kind, **wanted)
        assert (item["kind"], item["title"]) == (kind, KINDS[kind].title)
        path = f"reports/{item['id']}"
        report = auditor.read(path)
        own = msgspec.json.decode(auditor.get(path).content, type=DOCUMENTS[kind])
        assert msgspec.structs.asdict(own)["digest"] == report["digest"] == item["digest"]
        for form, media_type in TYPES.items():
            first, again = (auditor.get(f"{path}?format={form}") for _ in range(2))
            assert first["Content-Type"].partition(";")[0] == media_type
            assert first.content == again.content
        assert made(auditor, kind=kind, **wanted) == item


@pytest.mark.slow
@pytest.mark.django_db
def test_lists_are_by_kind_and_day_and_go_on_behind_a_cursor() -> None:
    an_evening(1)
    auditor = Caller(issue("audit"))
    day, month = made(auditor)["id"], made(auditor, month="2026-11")["id"]
    for query, ids in (
        (f"kind=fees&gaming_day={DAY}", [day]),
        ("month=2026-11", [month]),
        ("gaming_day=2026-11-01", []),
        ("limit=1", [day]),
        (f"after={day}&kind=fees", [month]),
    ):
        page = auditor.read(f"reports?{query}")
        assert [one["id"] for one in page["items"]] == ids, query
        assert page["next_cursor"] == (str(day) if query == "limit=1" else None)
    assert [one["reason"] for one in auditor.read("reports/due")["items"]].count("asked") == 2
    assert auditor.read("reports/due?limit=1&status=done")["next_cursor"]


@pytest.mark.django_db
def test_what_cannot_be_is_refused() -> None:
    an_evening(1)
    auditor = Caller(issue("audit"))
    for wanted in (
        {},
        {"gaming_day": "28"},
        {"gaming_day": "2026-02-30"},
        {"gaming_day": DAY, "month": "2026-11"},
        {"gaming_day": DAY, "kind": "tips"},
        {"gaming_day": DAY, "more": 1},
    ):
        refused(ask(auditor, **wanted), 400, "malformed")
    refused(auditor.send("reports", b""), 400, "malformed")
    twice = f'{{"kind": "fees", "gaming_day": "2026-11-01", "gaming_day": "{DAY}"}}'.encode()
    said = refused(auditor.send("reports", twice), 400, "malformed")
    assert said["detail"] == "`gaming_day` stands twice in one object"
    refused(ask(auditor, gaming_day="2099-01-01"), 422, "rule")
    for query in ("kind=tips", "gaming_day=x", "month=2026-13", f"gaming_day={DAY}&month=2026-11"):
        refused(auditor.get(f"reports?{query}"), 400, "malformed")
    refused(auditor.get("reports/due?status=late"), 400, "malformed")
    refused(auditor.get("reports/999"), 404, "not_found")
    refused(auditor.get("reports/due/999999"), 404, "not_found")
    report = made(auditor)["id"]
    refused(auditor.get(f"reports/{report}?format=doc"), 400, "malformed")


@pytest.mark.django_db
def test_a_failure_is_seen_tried_again_and_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    an_evening(1)
    auditor = Caller(issue("audit"))

    def broken(*_: object) -> None:
        raise OSError("no ink")

    location = ask(auditor, gaming_day=DAY)["Location"]
    with monkeypatch.context() as then:
        then.setattr("cardroom.reports.store.dataset.canonical", broken)
        assert clockwork.run_due().missed == 1
        said = auditor.read(location)
        assert (said["status"], said["attempts"], said["report"]) == ("pending", 1, None)
        assert said["error"] == "OSError: no ink"
        assert said["next_attempt_at"] > said["due_at"]
        for hours in range(1, 9):
            later = clock.now() + timedelta(hours=hours)
            clockwork.run_due(now=partial(_same, later), queues=["reports"])
    said = auditor.read(location)
    assert (said["status"], said["attempts"], said["next_attempt_at"]) == ("failed", 8, None)
    assert auditor.read("reports/due?status=failed")["items"] == [said]


@pytest.mark.django_db
def test_who_may_count_is_shown_a_report_once_its_boxes_are_counted() -> None:
    room = CountRoom()
    room.drop(box_in=None)
    first = made(room.auditor)
    assert first["withheld"] is False
    path = f"reports/{first['id']}"
    assert not_told(room.cage) == (True, None, None)
    for form in TYPES:
        refused(room.cage.get(f"{path}?format={form}"), 403, "forbidden")
    refused(room.cage.get(f"{path}/charts/variance_by_table"), 403, "forbidden")
    refused(room.counter.get(path), 403, "forbidden")
    refused(ask(room.counter, gaming_day=DAY), 403, "forbidden")
    assert ask(room.cage, gaming_day=DAY).status_code == 202
    room.counted()
    assert room.cage.read(path) == room.auditor.read(path)
    assert not_told(room.cage) == (False, first["digest"], [])


def not_told(caller: Caller) -> tuple[bool, str | None, list[str] | None]:
    """What the first item of the list withholds."""
    item = caller.read("reports")["items"][0]
    return item["withheld"], item["digest"], item["changes"]
