"""Every operation, asked as its description allows and as it doesn't: no answer is unheard of."""

from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings

from api import matrix
from api.examples import EVENING
from api.v1 import feed
from tests.api.club import Caller, issue, load_house

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TABLE: Final = "T001"
# What isn't in the description: the description itself, and its page.
OPERATIONS: Final = [name for name in matrix.paths() if "docs" not in name and "schema" not in name]
# What has nothing to be wrong about.
BARE: Final = {
    "GET /api/v1/house",
    "GET /api/v1/problems",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
}


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread nudges beside Hypothesis, which watches the one random generator of a process."""
    monkeypatch.setattr("api.v1.reports.nudge", lambda _queue: None)


def check_answers(name: str, key: str, *, legal: bool) -> None:
    """Send twenty requests to an operation, and hold each answer against the description."""
    # The application looks for the static files, which are made before the first test; and a heavy
    # import, for these tests alone.
    from schemathesis import GenerationMode, openapi  # noqa: PLC0415
    from schemathesis.checks import not_a_server_error  # noqa: PLC0415
    from schemathesis.specs.openapi import checks  # noqa: PLC0415

    from cardroom.wsgi import application  # noqa: PLC0415

    method, path = name.split()
    held = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]
    requests = openapi.from_wsgi("/api/v1/schema", application)[path][method].as_strategy(
        generation_mode=GenerationMode.POSITIVE if legal else GenerationMode.NEGATIVE,
        path_parameters=_path_of(path) if legal else None,
    )

    @settings(max_examples=20, deadline=None, suppress_health_check=[*HealthCheck], database=None)
    @given(case=requests)
    def ask(case: Any) -> None:  # noqa: ANN401 - of no one type
        if legal and method == "POST" and "{code}" in path:
            for event in case.body["events"]:
                event["occurred_at"] = EVENING[-1]["occurred_at"]  # most others are impossible
        case.call_and_validate(headers={"Authorization": f"Bearer {key}"}, checks=held)

    ask()


def a_key(name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A key that may do it, at a table where something has happened; nobody waits for the feed."""
    load_house(1)
    key = issue("tables", TABLE)
    Caller(key).record(TABLE, EVENING)
    monkeypatch.setattr(feed, "MAX_WAIT_SECONDS", 0)
    if name.startswith("GET"):
        return issue("audit")
    if any(word in name for word in ("reconciliations", "gaming-days", "reports")):
        return issue("cage")
    return issue("count") if "counts" in name else key


def _path_of(path: str) -> dict[str, str] | None:
    """What is filled into a path, so that it leads somewhere; a count's id may be anybody's."""
    known = {"{code}": TABLE, "{gaming_day}": "2026-11-28", "{player}": "P-1001"}
    known["{reconciliation}"] = f"{TABLE}.collection.3"
    return {name[1:-1]: value for name, value in known.items() if name in path} or None


@pytest.mark.parametrize("name", OPERATIONS)
def test_legal_requests_are_answered_as_described(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_answers(name, a_key(name, monkeypatch), legal=True)


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name not in BARE])
def test_illegal_requests_are_answered_as_described(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_answers(name, a_key(name, monkeypatch), legal=False)
