"""What somebody is answered behind a stretch of an evening, without what differs by chance."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from tests.api.club import JSON, Caller
from tests.api.stretches import Room
from tests.pages.people import Person
from tests.played import TABLE
from tests.reconciling import DAY

_CHANCE: Final = frozenset(
    {
        "count",
        "id",
        "recorded_at",
        "recorded_by",
        "accepted_at",
        "offering_version",
        "policy_version",
    }
)
_TOKENS: Final = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|\d\d:\d\d:\d\d|id="id-[^"]*"'
)


def paths(room: Room) -> Iterator[str]:
    """Every path of a table and of money, and probes of how long its lists and streams are."""
    number = room.evening.rounds
    yield from ("tables", f"tables/{TABLE}", f"tables/{TABLE}/rounds", "drops", "reconciliations")
    yield from ("ledger/accounts", "ledger/trial-balance", "ledger/journals")
    for one in (number - 1, number):
        yield f"tables/{TABLE}/rounds/{one}"
        yield from (f"tables/{TABLE}/rounds/{one}?at={at}" for at in (1, 9, 21, 40, 90, 100, 9_999))
        yield f"ledger/journals?table={TABLE}&round={one}&limit=1"
    for after in (0, 9, 21, 40, 90, 100, 9_999):
        yield f"tables/{TABLE}/events?limit=1&after={after}"
    yield f"tables/{TABLE}/events"
    yield from (f"gaming-days/{DAY}", "counts", "reports", f"trends?by=table&from={DAY}&to={DAY}")
    yield "ledger/journals?limit=1"
    yield f"ledger/statements/{DAY}/P-1002?limit=1"
    yield "ledger/accounts?kind=person&limit=1"


def answers(caller: Caller, room: Room) -> list[tuple[str, object]]:
    """What somebody with a key is answered at each of them."""
    return [(path, _answer(caller, path)) for path in paths(room)]


def _answer(caller: Caller, path: str) -> object:
    response = caller.get(path)
    said = _same(json.loads(response.content))
    if path.startswith(("ledger/journals", "ledger/statements")):  # numbered over all houses
        said["next_cursor"] = bool(said["next_cursor"])
        for item in said["items"]:
            del item["cursor"]
    return response.status_code, response.get("ETag"), said


def _same(told: Any) -> Any:  # noqa: ANN401 - JSON of any shape
    if isinstance(told, dict):
        return {key: _same(value) for key, value in told.items() if key not in _CHANCE}
    return [_same(each) for each in told] if isinstance(told, list) else told


def pages(person: Person, room: Room) -> list[tuple[str, object]]:
    """What somebody sees on the pages of the floor and of rounds."""
    number = room.evening.rounds
    of_round = [
        f"rounds/{TABLE}/{one}/{more}"
        for one in (number - 1, number)
        for more in ("", "?at=40", "?step=3", "sheet/", "correct/", "void/")
    ]
    words = (TABLE, f"{TABLE}+{number}", str(number), "P-1002", "B-2", "$50", f"{TABLE}+60")
    found = ["floor/", "floor/now/", "rounds/", f"rounds/{TABLE}/", *of_round]
    found += [f"search/?q={word}" for word in words]
    return [(path, _page(person, f"/admin/{path}")) for path in found]


def _page(person: Person, path: str) -> tuple[int, str]:
    response = person.get(path)
    return response.status_code, _TOKENS.sub("", response.content.decode())


def resent(room: Room) -> object:
    """What the cage is answered to a correction that it sends once more: nothing is recorded."""
    seat = room.evening.opening[1]
    word = {"reason": "camera", "authorised_by": "sup-1"}
    data = {"event": seat["id"], "data": seat["data"] | {"player": "P-9"}, **word}
    event = room.evening.event("event.corrected", data)
    first = room.cage.record(TABLE, [event])
    room.evening.post(room.evening.fee(room.evening.rounds, 300))
    response = room.cage.post(TABLE, [event])
    assert response.status_code == 200
    again = json.loads(response.content)
    assert again["last_position"] == first["last_position"]
    assert first["appended"] == again["appended"] == []
    codes = [note["code"] for note in again["irregularities"]]
    where = dict.fromkeys(("positions", "last_position", "state", "irregularities"))
    return codes, _same(again | where)


def going_on(room: Room) -> list[tuple[int, int, int]]:
    """What the cage is told of journals behind each that there may be, as the first is numbered."""
    shown = room.auditor.read("ledger/journals?limit=1")["items"]
    first = int(shown[0]["cursor"])
    found = []
    for after in range(first, first + 45):
        response = room.cage.get(f"ledger/journals?after={after}")
        said = json.loads(response.content)
        found.append((after - first, response.status_code, len(said.get("items", ()))))
    return found


def expecting(room: Room) -> list[tuple[int, str]]:
    """What the cage is told of corrections that can't be, by the position they expect."""
    lost: JSON = {"event": room.evening.opening[0]["id"], "reason": "-", "authorised_by": "nobody"}
    event = room.evening.event("event.corrected", {**lost, "data": None})
    found = []
    for low, _ in pairwise(range(0, 200, 7)):
        response = room.cage.post(TABLE, [event], expected_position=low)
        found.append((response.status_code, json.loads(response.content)["detail"]))
    return found
