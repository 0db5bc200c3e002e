"""Query parameters: what a path doesn't know is refused by name, on every path, and described."""

import re

import pytest

from api import matrix
from api.matrix import NO, Asker
from tests.api.club import Caller, issue, load_house, refused

pytestmark = pytest.mark.django_db

PLACES = {
    "code": "T001",
    "number": "1",
    "name": "rule",
    "gaming_day": "2026-11-28",
    "player": "P-1",
    "reconciliation": "T001.collection.9",
}
ANY_ID = "0190f0c2-7d60-7000-8000-000000000001"


def filled(path: str) -> str:
    """A path with something in each of its places, which need not be there."""
    return re.sub(
        r"\{(\w+)\}",
        lambda found: PLACES.get(found[1], ANY_ID if found[1] == "count" else "1"),
        path,
    )


def test_a_parameter_that_a_path_does_not_know_is_refused_by_name() -> None:
    (table,) = load_house(1)
    callers: dict[Asker, Caller] = {
        "own": Caller(issue("tables", table)),
        "cage": Caller(issue("cage")),
        "audit": Caller(issue("audit")),
        "nobody": Caller(),
    }
    for operation, reach in matrix.paths().items():
        method, path = operation.split(" ")
        caller = next(one for asker, one in callers.items() if reach[asker] != NO)
        place = f"{filled(path)}?colour=red"
        response = caller.get(place) if method == "GET" else caller.send(place, b"{}")
        said = refused(response, 400, "malformed")
        assert "`colour` isn't known here" in said["detail"], operation


def test_a_parameter_of_another_path_is_as_unknown_and_the_known_ones_are_said() -> None:
    (table,) = load_house(1)
    caller = Caller(issue("audit"))
    said = refused(caller.get("ledger/journals?tabel=T001"), 400, "malformed")
    assert said["detail"] == (
        "query parameter `tabel` isn't known here; there is"
        " `account`, `after`, `gaming_day`, `limit`, `round`, `table`"
    )
    refused(caller.get(f"tables/{table}?at=1"), 400, "malformed")
    said = refused(caller.get("house?x"), 400, "malformed")
    assert said["detail"].endswith("there is none")
    refused(caller.get("docs?colour=red"), 400, "malformed")


def test_a_parameter_that_is_given_twice_is_refused_by_name_on_every_path() -> None:
    (table,) = load_house(1)
    auditor = Caller(issue("audit"))
    asked = set()
    for operation, reach in matrix.paths().items():
        method, path = operation.split(" ")
        if method != "GET" or reach["audit"] == NO:
            continue
        place = filled(path).replace("T001", table)
        unknown = refused(auditor.get(f"{place}?colour=red"), 400, "malformed")["detail"]
        for name in re.findall("`([^`]+)`", unknown.partition("there is ")[2]):
            said = refused(auditor.get(f"{place}?{name}=1&{name}=1"), 400, "malformed")
            assert said["detail"] == f"query parameter `{name}` is given 2 times", operation
            asked.add(name)
    assert {"after", "limit", "at", "round", "kind", "format", "wait"} <= asked


def test_who_may_not_ask_is_told_that_first() -> None:
    load_house(1)
    refused(Caller().get("drops?colour=red"), 401, "unauthenticated")
    refused(Caller(issue("count")).get("drops?colour=red"), 403, "forbidden")
