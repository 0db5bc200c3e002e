"""Two stretches of an evening that differ in how many wagers and fees there are, and all they tell.

Nothing that is told to everybody comes behind them, so that not even a position may differ.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from django.db import transaction

from cardroom.log import feed
from cardroom.staff import logins
from tests.api.club import JSON, Caller, issue
from tests.counting import CountRoom, load_the_house
from tests.pages.people import PASSWORD, Person
from tests.phones import Phone
from tests.played import HOUSE, TABLE, Evening, Event

_SIDE_BETS: Final = frozenset({"buster", "red_flex"})
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

Ask = Callable[["Room"], Any]


class Room:
    """A table, the key of its cage, and two people who may count, one a supervisor."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.cage, self.auditor = Caller(issue("cage")), Caller(issue("audit"))

    @cached_property
    def cashier(self) -> Person:
        """Somebody at a browser who receives what was counted."""
        return signed_in("cage-1")

    @cached_property
    def both(self) -> Person:
        """A supervisor who counts."""
        return signed_in("both-1")


def signed_in(person: str) -> Person:
    """Somebody of the count room's house at a browser."""
    phone = Phone(logins.issue(house=HOUSE, person=person, password=PASSWORD))
    found = Person(person, phone)
    assert found.sign_in().status_code == 302
    return found


def announced() -> Evening:
    """A table whose first box is counted, while another one hangs."""
    room = CountRoom()
    room.drop()
    room.counted()
    return room.evening


def unannounced() -> Evening:
    """A table that never told of a box."""
    load_the_house()
    evening = Evening()
    evening.open()
    return evening


def is_sparse(event: Event) -> bool:
    """Whether a round without side bets and fees has it."""
    is_fee = event["type"].startswith("fee.")
    return not is_fee and event["data"].get("kind") not in _SIDE_BETS


def stretch(evening: Evening, *, crowded: bool) -> None:
    """A whole round, and one up to its first card."""
    for upto in (None, "card.dealt"):
        events = [one for one in evening.next_round() if crowded or is_sparse(one)]
        last = next((n for n, one in enumerate(events) if one["type"] == upto), len(events))
        evening.post(*events[: last + 1])


def in_both(begin: Callable[[], Evening], ask: Ask) -> list[Any]:
    """What is answered behind each stretch."""
    found = []
    for crowded in (False, True):
        before = transaction.savepoint()
        room = Room(begin())
        stretch(room.evening, crowded=crowded)
        feed.sequence()
        found.append(ask(room))
        transaction.savepoint_rollback(before)
    return found


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
    yield "ledger/journals?limit=1"
    yield "ledger/statements/2026-11-28/P-1002?limit=1"
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


def expecting(room: Room) -> list[tuple[int, str]]:
    """What the cage is told of corrections that can't be, by the position they expect."""
    lost: JSON = {"event": room.evening.opening[0]["id"], "reason": "-", "authorised_by": "nobody"}
    event = room.evening.event("event.corrected", {**lost, "data": None})
    found = []
    for low, _ in pairwise(range(0, 200, 7)):
        response = room.cage.post(TABLE, [event], expected_position=low)
        found.append((response.status_code, json.loads(response.content)["detail"]))
    return found
