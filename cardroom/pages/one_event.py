"""One event of somebody who is signed in: its batch, and recording it."""

from typing import Any

import msgspec
from django.http import HttpRequest

from cardroom.pages.asked import Asked, needs_code
from cardroom.pages.visitor import Visitor, visitor_of
from tables import services


def batch(
    visitor: Visitor, form: Asked, event: dict[str, Any], *, at: tuple[str, ...] = ("data",)
) -> bytes:
    """An event as a batch, with the word of who answers for it in its data, its override, or both.

    A preview needs no code.
    """
    sent = {"id": form.id, "occurred_at": form.at, **event}
    for place in at:
        sent[place] = {**sent.get(place, {}), **authority(visitor, form)}
    return msgspec.json.encode({"events": [sent]})


def authority(visitor: Visitor, form: Asked) -> dict[str, str]:
    """Who answers for it and why; the code only where it is recorded."""
    word = {"reason": form.reason, "authorised_by": visitor.person}
    return word | ({"code": form.code} if form.what == "record" and form.code else {})


def record(request: HttpRequest, table: str, form: Asked, content: bytes) -> None:
    """Record it at a table; raises as services do, and where the code isn't the person's."""
    visitor = visitor_of(request)
    services.record(
        house=visitor.house,
        table=table,
        content=content,
        recorded_by=f"person:{visitor.person}",
        scope="supervisor",
        is_blind=visitor.is_blind,
        confirmed=needs_code(request) or bool(form.code),
    )
