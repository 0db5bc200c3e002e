"""The description: valid OpenAPI 3.1, whole, and true to what the API takes and answers."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from openapi_schema_validator import OAS31Validator, oas31_format_checker
from openapi_spec_validator import OpenAPIV31SpecValidator

from api.errors import CONTENT_TYPE
from api.examples import EVENING
from api.kinds import KINDS
from tables.rounds.codec import CLIENT_TYPES
from tests.api.club import JSON, Caller, issue, load_house
from tests.api.history import tell

SECURITY: dict[str, list[JSON]] = {
    "/healthz": [],
    "/readyz": [{"key": []}, {}],
    "/metrics": [{"key": []}, {}],
    "/api/v1/problems": [],
    "/api/v1/problems/{name}": [],
}


@pytest.fixture(scope="module")
def described() -> JSON:
    """The description as it is served."""
    response = Caller().get("schema")
    assert response.status_code == 200
    described: JSON = json.loads(response.content)
    return described


def operations(described: JSON) -> list[tuple[str, str, JSON]]:
    """Every path, method and operation."""
    return [
        (path, method, operation)
        for path, item in described["paths"].items()
        for method, operation in item.items()
    ]


def faults(described: JSON, name: str, value: object) -> list[str]:
    """What the component of this name says against a value."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": described["components"]}
    validator = OAS31Validator(schema, format_checker=oas31_format_checker)
    return [str(error.message) for error in validator.iter_errors(value)]


def test_it_is_valid_and_nothing_is_warned_of(tmp_path: Path) -> None:
    file = tmp_path / "openapi.yaml"
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(file))
    assert file.read_text().startswith("openapi: 3.1.0")


def test_another_validator_agrees(described: JSON) -> None:
    OpenAPIV31SpecValidator(described).validate()


@pytest.mark.parametrize(
    ("accepted", "given"),
    [
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("application/vnd.oai.openapi+json", "application/vnd.oai.openapi+json"),
    ],
)
def test_it_comes_as_json_of_the_name_that_is_asked_for(accepted: str, given: str) -> None:
    assert Caller().get("schema", headers={"Accept": accepted})["Content-Type"] == given


def test_every_path_of_the_contract_is_in_it(described: JSON) -> None:
    assert described["paths"].keys() >= {
        "/api/v1/house",
        "/api/v1/tables",
        "/api/v1/tables/{code}",
        "/api/v1/tables/{code}/events",
        "/api/v1/tables/{code}/rounds",
        "/api/v1/tables/{code}/rounds/{number}",
        "/api/v1/events",
        "/healthz",
        "/readyz",
        "/metrics",
    }


def test_every_operation_needs_a_key_but_those_that_are_open(described: JSON) -> None:
    for path, method, operation in operations(described):
        wanted = SECURITY.get(path, [{"key": []}])
        assert operation.get("security", []) == wanted, (path, method)


def test_a_key_is_a_bearer_token(described: JSON) -> None:
    (scheme,) = described["components"]["securitySchemes"].items()
    assert (scheme[0], scheme[1]["type"], scheme[1]["scheme"]) == ("key", "http", "bearer")


def test_every_refusal_is_a_problem_and_says_what_the_client_does(described: JSON) -> None:
    told = set()
    for path, method, operation in operations(described):
        for status, response in operation["responses"].items():
            if int(status) < 400:
                continue
            assert list(response["content"]) == [CONTENT_TYPE], (path, method, status)
            assert response["description"], (path, method, status)
            told |= {code for code in KINDS if f"`{code}`: " in response["description"]}
    assert told == KINDS.keys() - {"method_not_allowed"}


def test_every_event_type_has_an_example_that_its_schema_allows(described: JSON) -> None:
    body = described["paths"]["/api/v1/tables/{code}/events"]["post"]["requestBody"]
    examples = body["content"]["application/json"]["examples"]
    names = {example["value"]["events"][0]["type"] for example in examples.values()}
    assert names == CLIENT_TYPES.keys()
    for example in examples.values():
        assert faults(described, "Batch", example["value"]) == []


def test_what_the_api_would_refuse_its_schema_does_not_allow(described: JSON) -> None:
    faulty: list[JSON] = [
        {**EVENING[0], "round": 1},
        {**EVENING[0], "type": "table.flipped"},
        {**EVENING[0], "version": 2},
        {**EVENING[0], "data": {"offering": "NB40-A"}},
        {**EVENING[12], "round": 0},
        {key: value for key, value in EVENING[12].items() if key != "round"},
        {**EVENING[12], "data": {**EVENING[12]["data"], "wager_cents": 0}},
        {**EVENING[12], "data": {**EVENING[12]["data"], "colour": "red"}},
    ]
    for event in faulty:
        assert faults(described, "Batch", {"events": [event]}), event
    assert faults(described, "Batch", {"events": EVENING}) == []


@pytest.mark.django_db(transaction=True)
def test_what_the_api_answers_is_what_it_describes(described: JSON) -> None:
    (table,) = load_house(1)
    for event, answer in tell(table):
        assert faults(described, "Answer", answer) == [], event
    reader = Caller(issue("audit"))
    for path, name in {
        "house": "HouseView",
        "tables": "TablePage",
        f"tables/{table}": "TableView",
        f"tables/{table}/events": "EventPage",
        f"tables/{table}/rounds": "RoundPage",
        f"tables/{table}/rounds/1": "RoundView",
        "events": "EventPage",
        "/healthz": "Alive",
        "/readyz": "Readiness",
        "problems": "ProblemKinds",
        "problems/rule": "ProblemKind",
    }.items():
        assert faults(described, name, reader.read(path)) == [], path
    for path in (f"tables/{table}/rounds/9", "tables?limit=0"):
        assert faults(described, "Problem", json.loads(reader.get(path).content)) == [], path


def test_no_schema_is_empty(described: JSON) -> None:
    for name, component in described["components"]["schemas"].items():
        assert component.keys() & {"properties", "oneOf", "anyOf", "enum", "type"}, name
        assert component.get("description"), name
