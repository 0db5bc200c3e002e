"""A count room whose boxes are reconciled: findings are explained and signed over HTTP."""

import json
from datetime import date
from typing import Any, Final
from uuid import uuid4

from ledger import days
from ledger.queries import closing
from ledger.services import reconciliations as services
from tests.api.club import JSON, Response, body
from tests.counting import CountRoom, explanation_body, signature_body
from tests.played import HOUSE, TABLE

DAY: Final = "2026-11-28"
# The round of the evening owes $7.00, and all of it is collected; seat 4 pays $10.00 more.
OWED: Final = 700
MORE: Final = 1_000


def post(room: CountRoom, path: str, content: JSON) -> Response:
    """Post with the key of the cage."""
    return room.cage.send(path, json.dumps(content).encode())


def box(room: CountRoom, position: int | None = None) -> JSON:
    """The box that was put on at a position, the first one unless said, as the auditor sees it."""
    return room.auditor.read(f"reconciliations/{name(room, position)}")


def name(room: CountRoom, position: int | None = None) -> str:
    """What it is called."""
    return f"{TABLE}.collection.{position or room.since}"


def explain(room: CountRoom, position: int | None = None, **more: Any) -> JSON:
    """The floor explains its findings."""
    path = f"reconciliations/{name(room, position)}/explanations"
    response = post(room, path, explanation_body(**more))
    assert response.status_code == 201, response.content
    return body(response)


def sign(room: CountRoom, position: int | None = None, by: str = "sup-1") -> JSON:
    """A supervisor signs them."""
    path = f"reconciliations/{name(room, position)}/signatures"
    response = post(room, path, signature_body(by))
    assert response.status_code == 201, response.content
    return body(response)


def statuses(found: JSON) -> dict[str, str]:
    """How far each finding is."""
    return {one["kind"]: one["status"] for one in found["findings"]}


def sign_off(day: date) -> None:
    """Whatever is open of a gaming day is explained and signed."""
    names = (one.reconciliation for one in closing.checklist(HOUSE, day).missing)
    for name in dict.fromkeys(filter(None, names)):
        for kind, said in (("explained", explanation_body()), ("signed", signature_body("sup-1"))):
            services.record(
                f"reconciliation.{kind}",
                house=HOUSE,
                reconciliation=name,
                content=json.dumps(said).encode(),
                recorded_by="key:1",
            )


def close_day(day: date, by: str = "sup-1", **said: str) -> None:
    """A supervisor who is at the screen closes a gaming day."""
    content = json.dumps({"id": str(uuid4()), "authorised_by": by, **said}).encode()
    days.record(house=HOUSE, gaming_day=day, content=content, recorded_by="key:1", present=(by,))
