"""Who may do what: the published tables, against the contract and cell by cell over HTTP."""

import json
from typing import Final

import pytest

from api import matrix
from api.examples import CORRECTIONS, EVENING, LATER
from api.examples.counting import COUNTING
from api.matrix import ASKERS, Asker
from cardroom import clock
from cardroom.reports import asking, periods, store
from cardroom.reports.kinds import KINDS
from tables.rounds.codec import CLIENT_TYPES
from tests.api.club import HOUSE, JSON, Caller, Response, issue, load_house, refused
from tests.api.history import confirmed

TABLE, OTHER = "T001", "T002"
READERS: Final = {"own", "cage", "audit"}
# By the contract: who reaches a path, and who records a type of event.
REACHED: Final[dict[str, set[Asker]]] = {
    "GET /api/v1/house": {"own", "other", "cage", "audit"},
    "GET /api/v1/tables": {"own", "other", "cage", "audit"},
    "GET /api/v1/tables/{code}": {"own", "cage", "audit"},
    "GET /api/v1/tables/{code}/events": {"own", "cage", "audit"},
    "POST /api/v1/tables/{code}/events": {"own", "cage"},
    "GET /api/v1/tables/{code}/rounds": {"own", "cage", "audit"},
    "GET /api/v1/tables/{code}/rounds/{number}": {"own", "cage", "audit"},
    "GET /api/v1/counts": {"cage", "audit"},
    "POST /api/v1/counts": {"cage", "count"},
    "GET /api/v1/counts/{count}": {"cage", "audit"},
    "POST /api/v1/counts/{count}/amounts": {"cage", "count"},
    "POST /api/v1/counts/{count}/corrections": {"cage", "count"},
    "POST /api/v1/counts/{count}/signatures": {"cage", "count"},
    "POST /api/v1/counts/{count}/adjustments": {"cage", "count"},
    "GET /api/v1/drops": {"cage", "audit"},
    "GET /api/v1/ledger/accounts": {"cage", "audit"},
    "GET /api/v1/ledger/journals": {"cage", "audit"},
    "GET /api/v1/ledger/statements/{gaming_day}/{player}": {"cage", "audit"},
    "GET /api/v1/ledger/trial-balance": {"cage", "audit"},
    "GET /api/v1/reconciliations": {"cage", "audit"},
    "GET /api/v1/reconciliations/{reconciliation}": {"cage", "audit"},
    "GET /api/v1/reconciliations/{reconciliation}/rounds": {"cage", "audit"},
    "POST /api/v1/reconciliations/{reconciliation}/explanations": {"cage"},
    "POST /api/v1/reconciliations/{reconciliation}/signatures": {"cage"},
    "GET /api/v1/trends": {"cage", "audit"},
    "GET /api/v1/trends/chart": {"cage", "audit"},
    "GET /api/v1/gaming-days/{gaming_day}": {"cage", "audit"},
    "POST /api/v1/gaming-days/{gaming_day}/closing": {"cage"},
    "GET /api/v1/reports": {"cage", "audit"},
    "POST /api/v1/reports": {"cage", "audit"},
    "GET /api/v1/reports/{report}": {"cage", "audit"},
    "GET /api/v1/reports/{report}/charts/{chart}": {"cage", "audit"},
    "GET /api/v1/reports/{report}/notes": {"cage", "audit"},
    "POST /api/v1/reports/{report}/notes": {"cage"},
    "GET /api/v1/reports/due": {"cage", "audit"},
    "GET /api/v1/reports/due/{due}": {"cage", "audit"},
    "GET /api/v1/events": {"audit"},
    "GET /readyz": {"audit"},
    "GET /metrics": {"audit"},
    "GET /healthz": {*ASKERS},
    "GET /api/v1/schema": {*ASKERS},
    "GET /api/v1/docs": {*ASKERS},
    "GET /api/v1/problems": {*ASKERS},
    "GET /api/v1/problems/{name}": {*ASKERS},
}
CAGE_ONLY: Final = {"round.corrected", "event.corrected"}


def askers() -> dict[Asker, Caller]:
    """One of each, all from another machine, in a house of two tables."""
    load_house(2)
    found: dict[Asker, Caller] = {
        "own": Caller(issue("tables", TABLE)),
        "other": Caller(issue("tables", OTHER)),
        "cage": Caller(issue("cage")),
        "count": Caller(issue("count")),
        "audit": Caller(issue("audit")),
        "nobody": Caller(),
    }
    for caller in found.values():
        caller.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    return found


def a_count(callers: dict[Asker, Caller]) -> str:
    """A count of the box of the evening, which comes off when the table opens again."""
    drop = {"purpose": "collection", "box_out": "BOX-100", "removed_by": "drop-1"}
    off = {**LATER[0], "id": COUNTING["count.adjusted"]["id"], "type": "box.changed", "data": drop}
    _, removed = callers["own"].record(TABLE, [LATER[0], off])["positions"]
    start = {**COUNTING["count.started"], "table": TABLE, "removed_position": removed}
    response = callers["count"].send("counts", json.dumps(start).encode())
    assert response.status_code == 201, response.content
    return str(start["id"])


def a_report() -> dict[str, str]:
    """A report of a day on which nobody played, and where it was asked for."""
    period = periods.day("2026-11-20")
    asked = asking.ask(HOUSE, "fees", period, clock.now())
    kept = store.make(HOUSE, KINDS["fees"], period, now=clock.now)
    return {"report": str(kept.id), "due": str(asked.id), "chart": "variance_by_table"}


def not_allowed(asker: Asker, response: Response) -> JSON:
    """The refusal of one who may not: he has no key, or not the right one."""
    if asker == "nobody":
        return refused(response, 401, "unauthenticated")
    return refused(response, 403, "forbidden")


def test_the_tables_say_what_the_contract_says() -> None:
    yes = {
        name: {asker for asker, cell in cells.items() if cell != matrix.NO}
        for name, cells in matrix.paths().items()
    }
    assert yes == REACHED
    for name, cells in matrix.types().items():
        senders = {asker for asker, cell in cells.items() if cell != matrix.NO}
        both = {"own", "cage"} if name == "round.voided" else {"own"}
        assert senders == ({"cage"} if name in CAGE_ONLY else both), name
    assert matrix.types().keys() == CLIENT_TYPES.keys()


@pytest.mark.django_db
def test_each_path_answers_whom_the_table_says(static_files: object) -> None:  # noqa: ARG001
    callers = askers()
    callers["own"].record(TABLE, EVENING)
    count = a_count(callers)
    (reconciliation, *_) = [one["id"] for one in callers["audit"].read("reconciliations")["items"]]
    for name, cells in matrix.paths().items():
        method, path = name.split()
        known = {"count": count, "gaming_day": "2026-11-28", "player": "P-1001"}
        known |= {"reconciliation": reconciliation, **a_report()}
        path = path.format(code=TABLE, number=1, name="rule", **known)
        for asker, cell in cells.items():
            if method == "POST":
                response = callers[asker].send(path, b"{}")
            else:
                response = callers[asker].get(path)
            if cell == matrix.NO:
                not_allowed(asker, response)
            elif method == "POST":
                refused(response, 400, "malformed")
            else:
                assert response.status_code == 200, (name, asker)


@pytest.mark.django_db
def test_each_event_is_recorded_for_whom_the_table_says() -> None:
    callers, position = askers(), 0
    told: list[tuple[JSON, Asker]] = [(event, "own") for event in [*EVENING, *LATER]]
    told += [(event, "cage") for event in CORRECTIONS]
    seen = set()
    for event, sender in told:
        cells = matrix.types()[event["type"]]
        for asker, cell in cells.items():
            if asker == sender or (event["type"], sender) in seen:
                continue
            said = not_allowed(asker, callers[asker].post(TABLE, [event]))
            if asker in {"own", "cage"}:
                assert said["pointer"].startswith("/events/0"), (event, asker)
                assert (cell == matrix.NO) == (event["type"] != "round.voided")
            else:
                assert cell == matrix.NO
        seen.add((event["type"], sender))
        assert cells[sender] != matrix.NO
        if "code" in event["data"]:
            assert cells[sender] == "with a valid `code`"
            assert "code" in not_allowed(sender, callers[sender].post(TABLE, [event]))["detail"]
        assert callers[sender].read(f"tables/{TABLE}")["last_position"] == position
        position = callers[sender].record(TABLE, [confirmed(event)])["last_position"]
    assert {name for name, _ in seen} == CLIENT_TYPES.keys()
    assert ("round.voided", "cage") in seen


def test_the_description_has_both_tables() -> None:
    text = json.loads(Caller().get("schema").content)["info"]["description"]
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert len(rows) == len(matrix.paths()) + len(CLIENT_TYPES)
    assert "| `round.corrected` |  |  | yes |  |  |  | supervisor |" in rows
    assert "| `GET /api/v1/events` |  |  |  |  | yes |  |" in rows
    assert any(
        row.endswith("| floor or supervisor; after the settlement supervisor |") for row in rows
    )
