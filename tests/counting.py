"""Count rooms for tests: a house whose boxes are hung, taken off and counted, over HTTP."""

import json
from typing import Any, Final
from uuid import uuid4

from cardroom import clock
from cardroom.house import loading
from cardroom.house_games import GAMES
from tests.api.club import JSON, Caller, Response, body, issue, refused
from tests.cases import HOUSE_FILE
from tests.phones import a_phone
from tests.played import TABLE, Evening

CASH: Final = {"100": 4, "500": 1}
CASH_CENTS: Final = 900
FEE_CENTS: Final = 1_000

# More people than the house of the cases has, so that each part can be somebody else's.
PEOPLE: Final = {
    "drop-2": "drop",
    "cage-1": "cage",
    "count-3": "count",
    "sup-2": "supervisor",
    "both-1": 'count", "supervisor',
}
_SECTIONS: Final = "".join(
    f'[[people]]\ncode = "{code}"\nroles = ["{role}"]\n\n' for code, role in PEOPLE.items()
)


def load_the_house(*changes: tuple[str, str]) -> None:
    """The house of the cases with more people, and with words of it changed."""
    text = HOUSE_FILE.read_text(encoding="utf-8")
    for old, new in (("[[tppps]]", f"{_SECTIONS}[[tppps]]"), *changes):
        assert old in text
        text = text.replace(old, new, 1)
    loading.load(text, path="house.toml", games=GAMES, now=clock.now())


class CountRoom:
    """A table that plays, and the count room of its house; `removed` is where the box came off."""

    def __init__(self, *changes: tuple[str, str]) -> None:
        load_the_house(*changes)
        self.cage = Caller(issue("cage"))
        self.counter = Caller(issue("count"))
        self.auditor = Caller(issue("audit"))
        self.evening = Evening()
        self.evening.open()
        self.since = self.change_box(box_in="B-1")
        self.evening.play()
        self.evening.post(self.evening.fee(1, FEE_CENTS))
        self.removed = 0

    def change_box(self, **data: Any) -> int:
        """A box is put on or taken off; the event's position."""
        data = {"purpose": "collection", "removed_by": "drop-1", "witness": "floor-7"} | data
        return self.evening.post(self.evening.event("box.changed", data)).positions[0]

    def drop(self, **data: Any) -> int:
        """The box comes off, and another one is put on."""
        self.removed = self.change_box(**({"box_out": "B-1", "box_in": "B-2"} | data))
        return self.removed

    def start_body(self, **changes: Any) -> JSON:
        """What starts the count of the box that came off."""
        return {
            "id": str(uuid4()),
            "table": TABLE,
            "removed_position": self.removed,
            "box": "B-1",
            "started_at": clock.now().isoformat(),
            "counters": ["count-1", "count-2"],
            **changes,
        }

    def start(self, **changes: Any) -> str:
        """The count of the box that came off is started; its id."""
        said = self.say("", self.start_body(**changes))
        return str(said["id"])

    def amounts(self, count: str, **changes: Any) -> JSON:
        """What lay in it is entered."""
        return self.say(f"/{count}/amounts", amounts_body(**changes))

    def sign(self, count: str, *people: str, **changes: Any) -> JSON:
        """People sign by codes of theirs."""
        said: JSON = {}
        for person in people:
            said = self.say(f"/{count}/signatures", signature_body(person, **changes))
        return said

    def adjust(self, count: str, **changes: Any) -> JSON:
        """An accepted count is adjusted, as a supervisor approves."""
        return self.say(f"/{count}/adjustments", adjustment_body(**changes))

    def counted(self, start: JSON | None = None, **amounts: Any) -> str:
        """A whole count, accepted; its id."""
        count = self.start(**(start or {}))
        self.amounts(count, **amounts)
        assert self.sign(count, "count-1", "count-2", "sup-1")["status"] == "accepted"
        return count

    def say(self, path: str, content: JSON) -> JSON:
        """Post what must be recorded."""
        response = self.post(path, content)
        assert response.status_code == 201, response.content
        return body(response)

    def post(self, path: str, content: JSON) -> Response:
        """Post with the key of a counter."""
        return self.counter.send(f"counts{path}", json.dumps(content).encode())

    def rule(self, path: str, content: JSON, pointer: str) -> str:
        """The rule that a post is refused by, at this place; nothing of it is recorded."""
        said = refused(self.post(path, content), 422, "rule")
        assert said["pointer"] == pointer, said
        return str(said["rule"])


def amounts_body(**changes: Any) -> JSON:
    """What lay in the box."""
    return {"id": str(uuid4()), "denominations": CASH, "by": "count-1", **changes}


def signature_body(person: str, **changes: Any) -> JSON:
    """A signature with a code that was never used."""
    return {"id": str(uuid4()), "by": person, "code": a_phone(person).shows(), **changes}


def adjustment_body(person: str = "sup-1", **changes: Any) -> JSON:
    """What it should have been."""
    return {
        "id": str(uuid4()),
        "denominations": CASH,
        "by": "count-1",
        "reason": "a chip was found",
        "authorised_by": person,
        "code": a_phone(person).shows(),
        **changes,
    }


def explanation_body(person: str = "floor-7", **changes: Any) -> JSON:
    """Why findings are there."""
    return {"id": str(uuid4()), "text": "the dealer was new", "by": person, **changes}


def closing_body(person: str = "sup-1", **changes: Any) -> JSON:
    """A supervisor closes a gaming day."""
    code = a_phone(person).shows()
    return {"id": str(uuid4()), "authorised_by": person, "code": code, **changes}


def exception_body(person: str = "sup-2", **changes: Any) -> JSON:
    """A signed exception."""
    code = a_phone(person).shows()
    return {"authorised_by": person, "reason": "a short night", "code": code, **changes}
