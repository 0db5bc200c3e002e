"""Health and readiness, for those who run it."""

import re
from datetime import date, timedelta
from typing import Any

import psycopg
import pytest
from django.db import connection, connections
from prometheus_client.parser import text_string_to_metric_families

from cardroom import clock, clockwork
from cardroom.due.models import Row
from cardroom.due.rows import plan, take
from cardroom.log import feed
from tests.api.club import JSON, Caller, body, issue, load_house, refused
from tests.clocked import Clock, a_house

NOTED: JSON = {
    "id": "0190f0c2-7d60-7000-8000-000000000001",
    "type": "incident.noted",
    "occurred_at": "2026-11-28T20:00:00Z",
    "data": {"text": "x"},
}


def test_liveness_asks_nothing_of_the_database() -> None:
    assert body(Caller().get("/healthz")) == {"status": "ok"}


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1"])
def test_this_machine_may_ask_for_readiness_without_a_key(address: str) -> None:
    assert Caller(REMOTE_ADDR=address).get("/readyz").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "who",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": "unix:"},
        {"REMOTE_ADDR": ""},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=192.0.2.7"},
        {"REMOTE_ADDR": "::1", "HTTP_X_REAL_IP": "127.0.0.1"},
    ],
)
def test_from_elsewhere_or_through_a_proxy_it_takes_an_auditors_key(who: dict[str, str]) -> None:
    load_house(1)
    refused(Caller(**who).get("/readyz"), 401, "unauthenticated")
    assert Caller(issue("audit"), **who).get("/readyz").status_code == 200


@pytest.mark.django_db
def test_readiness_tells_of_database_migrations_feed_and_what_is_due() -> None:
    (table,) = load_house(1)
    feed.sequence()
    said = body(Caller().get("/readyz"))
    assert said["status"] == "ready"
    checks = {check["name"]: check for check in said["checks"]}
    assert list(checks) == ["database", "migrations", "feed", "due"]
    assert all(check["ok"] for check in checks.values())
    assert "PostgreSQL 18" in checks["database"]["detail"]
    detail = r"1 piece of work waiting for a worker, the first for \d{1,2} s"  # of a busy machine
    assert re.fullmatch(detail, checks["due"]["detail"])
    assert checks["feed"]["detail"] == "every event has its place in the feed"
    Caller(issue("tables", table)).record(table, [NOTED])
    lagging = body(Caller().get("/readyz"))["checks"][2]
    assert lagging["ok"]
    assert lagging["detail"].startswith("2 events without a place in the feed yet, the first for")
    Caller(issue("audit")).read("events")
    assert body(Caller().get("/readyz"))["checks"][2] == checks["feed"]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_what_is_missing_is_said_in_a_problem() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'tables'")
    response = Caller().get("/readyz")
    said = refused(response, 503, "unavailable")
    assert "tables.0001" in said["detail"]
    assert [check["ok"] for check in said["checks"]] == [True, False, True]
    assert response["Retry-After"]


@pytest.mark.django_db(transaction=True)
def test_without_a_database_nothing_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "HOST", "/nowhere")
    said = refused(Caller().get("/readyz"), 503, "unavailable")
    assert [check["name"] for check in said["checks"]] == ["database"]
    assert "/nowhere" not in said["detail"]
    assert body(Caller().get("/healthz")) == {"status": "ok"}


@pytest.mark.django_db
def test_work_that_waits_for_too_long_means_that_no_worker_does_any() -> None:
    load_house(1)
    clockwork.run_due()
    assert _due() == (True, "nothing that is due waits for a worker")
    late = clock.now() - timedelta(minutes=3)
    Row.objects.filter(status="pending").update(due_at=late, available_at=late)
    refused(Caller().get("/readyz"), 503, "unavailable")
    is_ok, detail = _due()
    assert not is_ok
    assert detail.startswith("1 piece of work waiting for a worker, the first for 18")
    Row.objects.filter(status="pending").update(status="failed")
    assert _due() == (True, "nothing that is due waits for a worker; given up: 1")


@pytest.mark.django_db
def test_reports_that_wait_behind_a_long_one_are_no_fault() -> None:
    load_house(1)
    clockwork.run_due()
    now = clock.now()
    late = now - timedelta(minutes=3)
    for day in (1, 2):
        plan("report.fees", "CASES", date(2026, 11, day), now=late)
    take(["report.fees"], [timedelta(minutes=15)], house=None, now=now)
    is_ok, detail = _due()
    assert is_ok
    assert detail.startswith(
        "1 piece of work waiting for a worker, which is at work, the first for"
    )


def _gauges(caller: Caller) -> dict[str, float]:
    """What a scraper reads."""
    response = caller.get("/metrics")
    assert response.status_code == 200
    assert response["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    families = text_string_to_metric_families(response.content.decode())
    samples = (sample for family in families for sample in family.samples)
    return {" ".join([one.name, *one.labels.values()]): one.value for one in samples}


@pytest.mark.django_db
def test_a_scrape_asks_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    (table,) = load_house(1)
    Caller(issue("tables", table)).record(table, [NOTED])
    asked = list[str]()
    execute = psycopg.Cursor.execute

    def counting(self: psycopg.Cursor[Any], *args: Any, **more: Any) -> Any:  # noqa: ANN401
        asked.append(f"{args}")
        return execute(self, *args, **more)

    monkeypatch.setattr(psycopg.Cursor, "execute", counting)
    assert _gauges(Caller())["cardroom_feed_waiting_events"] >= 1
    said = [one for one in asked if "SELECT" in one and "SAVEPOINT" not in one]
    assert len(said) > 3
    assert sorted(said) == sorted(set(said))


@pytest.mark.django_db
def test_a_scraper_reads_how_far_the_streams_are_and_what_waits() -> None:
    (table,) = load_house(1)
    Caller(issue("tables", table)).record(table, [NOTED])
    told = _gauges(Caller())
    assert {name for name in told if name.startswith("cardroom_ready")} == {
        f"cardroom_ready {name}" for name in ("database", "migrations", "feed", "due")
    }
    assert told["cardroom_ready due"] == 1
    assert told[f"cardroom_stream_events CASES table:{table}"] == 1
    assert 0 <= told[f"cardroom_stream_idle_seconds CASES table:{table}"] < 60
    assert told["cardroom_feed_waiting_events"] >= 1
    assert told["cardroom_due_waiting"] == 1
    assert told["cardroom_due_failed"] == 0
    assert _gauges(Caller(issue("audit"), REMOTE_ADDR="192.0.2.7")).keys() == told.keys()
    refused(Caller(REMOTE_ADDR="192.0.2.7").get("/metrics"), 401, "unauthenticated")
    refused(Caller(issue("cage"), REMOTE_ADDR="192.0.2.7").get("/metrics"), 403, "forbidden")


@pytest.mark.django_db
def test_a_key_reads_of_its_own_house_alone() -> None:
    load_house(1)
    a_house("OTHER", Clock(clock.now()))
    assert any("OTHER" in name for name in _gauges(Caller()))
    assert not any(
        "OTHER" in name for name in _gauges(Caller(issue("audit"), REMOTE_ADDR="192.0.2.7"))
    )


@pytest.mark.django_db(transaction=True)
def test_without_a_database_a_scraper_is_told_that_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "HOST", "/nowhere")
    assert _gauges(Caller()) == {"cardroom_ready database": 0}


def _due() -> tuple[bool, str]:
    """What readiness says of due work."""
    check = body(Caller().get("/readyz"))["checks"][3]
    return check["ok"], check["detail"]
