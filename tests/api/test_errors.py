"""Every error is a problem document, on every path, and says only what the caller may know."""

import logging

import pytest
from django.db import connection
from django.test import override_settings

from api.kinds import KINDS
from tests.api.broken_urls import SECRET
from tests.api.club import Caller, body, issue, load_house, refused

RESOURCES = [
    "house",
    "tables",
    "tables/T001",
    "tables/T001/events",
    "tables/T001/rounds",
    "tables/T001/rounds/1",
    "events",
    "/healthz",
    "/readyz",
    "/metrics",
    "schema",
    "docs",
    "problems",
    "problems/rule",
]
NOWHERE = [
    "/nowhere",
    "/api/v1/",
    "/api/v1/tables/",
    "/api/v1/tables/T 1",
    "/api/v1/tables/%00",
    "/api/v1/tables/-1",
    "/api/v1/tables/T001/rounds/0",
    "/api/v1/tables/T001/rounds/x",
    "/api/v1/tables/T001/rounds/4294967296",
    "/api/v1/tables/T001/rounds/1",
    "/api/v1/tables/T999",
    "/api/v1/tables/T999/events",
    "/api/v1/tables/T999/rounds",
    "/api/v1/tables/T999/rounds/1",
    "/api/v1/problems/unheard-of",
    "/static/nothing.css",
]


def auditor(tables: int = 1) -> Caller:
    """A reader of the whole house."""
    load_house(tables)
    return Caller(issue("audit"))


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_a_wrong_method_is_refused_with_those_that_are_right(method: str) -> None:
    caller = auditor()
    for path in RESOURCES:
        full = path if path.startswith("/") else f"/api/v1/{path}"
        response = caller.client.generic(method.upper(), full, headers=caller.headers)
        refused(response, 405, "method_not_allowed")
        allowed = response["Allow"].split(", ")
        assert "GET" in allowed, path
        assert ("POST" in allowed) == (path == "tables/T001/events"), path


@pytest.mark.django_db
def test_another_form_than_a_path_has_is_not_acceptable() -> None:
    caller = auditor()
    for path in RESOURCES:
        refused(caller.get(path, headers={"Accept": "image/png"}), 406, "not_acceptable")


@pytest.mark.django_db
def test_what_is_not_there_is_not_found() -> None:
    caller = auditor()
    for path in NOWHERE:
        refused(caller.get(path), 404, "not_found")


@pytest.mark.django_db
@override_settings(DEBUG=True)
def test_a_debugging_server_answers_no_page_either() -> None:
    refused(auditor().get("/nowhere"), 404, "not_found")


@pytest.mark.urls("tests.api.broken_urls")
@pytest.mark.parametrize("place", ["broken", "plain"])
@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("throttled", 429, "throttled"),
        ("failed-login", 401, "unauthenticated"),
        ("unparsable", 400, "malformed"),
        ("denied", 403, "forbidden"),
        ("missing", 404, "not_found"),
        ("suspicious", 400, "malformed"),
        ("cut-off", 400, "malformed"),
        ("conflict", 409, "position_conflict"),
        ("no-database", 503, "unavailable"),
    ],
)
def test_every_exception_that_is_no_fault_of_ours_has_its_code(
    place: str, name: str, status: int, code: str
) -> None:
    refused(Caller().get(f"/{place}/{name}"), status, code)


@pytest.mark.urls("tests.api.broken_urls")
def test_who_must_wait_is_told_how_long() -> None:
    assert Caller().get("/broken/throttled")["Retry-After"] == "7"
    assert Caller().get("/broken/throttled-for-now")["Retry-After"] == "1"
    response = Caller().get("/broken/no-database")
    assert response["Retry-After"] == "1"
    said = body(response)
    assert said["retryable"] is True
    assert SECRET not in str(said)


@pytest.mark.urls("tests.api.broken_urls")
def test_a_conflict_says_where_the_table_stands() -> None:
    said = body(Caller().get("/broken/conflict"))
    assert (said["position"], said["pointer"]) == (3, "/expected_position")
    assert said["retryable"] is True
    assert "position" not in body(Caller().get("/broken/denied"))


@pytest.mark.urls("tests.api.broken_urls")
@pytest.mark.parametrize("place", ["broken", "plain"])
def test_a_fault_of_ours_is_logged_and_nothing_of_it_leaves(
    place: str, caplog: pytest.LogCaptureFixture
) -> None:
    caller = Caller(raise_request_exception=False)
    response = caller.get(f"/{place}/fault", headers={"X-Request-ID": "tablet-7"})
    said = refused(response, 500, "internal")
    assert "tablet-7" in said["detail"]
    assert response["X-Request-ID"] == "tablet-7"
    assert SECRET not in response.content.decode()
    assert "RuntimeError" not in response.content.decode()
    logged = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [str(record.exc_info[1]) for record in logged if record.exc_info] == [SECRET]


@pytest.mark.urls("tests.api.broken_urls")
def test_an_error_that_something_else_answered_is_restated() -> None:
    response = Caller().get("/wrong-method")
    refused(response, 405, "method_not_allowed")
    assert response["Allow"] == "PUT"
    refused(Caller().get("/teapot"), 418, "malformed")
    refused(Caller().get("/overloaded"), 507, "internal")


def test_a_host_that_is_not_ours_is_refused() -> None:
    refused(Caller().get("/healthz", headers={"Host": "elsewhere.example"}), 400, "malformed")


@pytest.mark.django_db(transaction=True)
def test_without_its_database_the_api_says_when_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (table,) = load_house(1)
    caller = Caller(issue("tables", table))
    path = f"tables/{table}"
    caller.read(path)
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "HOST", "/nowhere")
        for response in (caller.get(path), caller.send(f"{path}/events", b'{"events": []}')):
            code = body(response)["code"]
            assert code in {"unavailable", "malformed"}
        response = caller.get(path)
        said = refused(response, 503, "unavailable")
        assert said["retryable"] is True
        assert response["Retry-After"] == "1"
        assert "/nowhere" not in said["detail"]
    connection.close()
    caller.read(path)


def test_every_code_says_what_the_client_does() -> None:
    assert {code: kind.status for code, kind in KINDS.items()} == {
        "malformed": 400,
        "unauthenticated": 401,
        "forbidden": 403,
        "not_found": 404,
        "method_not_allowed": 405,
        "not_acceptable": 406,
        "position_conflict": 409,
        "id_reused": 409,
        "too_large": 413,
        "unsupported_media_type": 415,
        "rule": 422,
        "procedure": 422,
        "throttled": 429,
        "internal": 500,
        "unavailable": 503,
    }
    assert all(kind.deeds and kind.remedy.endswith(".") for kind in KINDS.values())


@pytest.mark.parametrize("sent", ["tablet-7", "a" * 128, "0190f0c2-7d60-7000-8000-000000000001"])
def test_a_request_id_is_echoed(sent: str) -> None:
    assert Caller().get("/healthz", headers={"X-Request-ID": sent})["X-Request-ID"] == sent


@pytest.mark.parametrize("sent", ["", "a" * 129, "two words", "<script>", "é"])
def test_a_request_id_that_is_unsound_or_missing_is_made(sent: str) -> None:
    made = [Caller().get("/healthz", headers={"X-Request-ID": sent}) for _ in range(2)]
    assert len({response["X-Request-ID"] for response in made} - {sent}) == 2
    assert Caller().get("/healthz")["X-Request-ID"]
