"""The whole history of the examples, told by its senders."""

from collections.abc import Iterator

from api.examples import CORRECTIONS, EVENING, LATER
from tests.api.club import JSON, Caller, issue
from tests.phones import a_phone


def tell(table: str) -> Iterator[tuple[JSON, JSON]]:
    """Each example as it is sent, and what it is answered with."""
    tablet, cage = Caller(issue("tables", table)), Caller(issue("cage"))
    for sender, told in ((tablet, [*EVENING, *LATER]), (cage, CORRECTIONS)):
        for event in told:
            yield event, sender.record(table, [confirmed(event)])


def confirmed(event: JSON) -> JSON:
    """The event with a valid one-time code, if it carries one."""
    if "code" not in event["data"]:
        return event
    return {**event, "data": {**event["data"], "code": a_phone().shows()}}
