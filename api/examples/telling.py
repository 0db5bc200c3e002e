"""How the examples are told: what happened, and around it the envelope that it travels in."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

Example = dict[str, Any]

# Type, round (None for the table's own), data.
Told = tuple[str, int | None, Example]

_BEGIN: Final = datetime(2026, 11, 28, 20, tzinfo=UTC)


def instant(number: int) -> str:
    """When the event of a number happened: one every three seconds."""
    return (_BEGIN + timedelta(seconds=3 * number)).isoformat().replace("+00:00", "Z")


def event_id(number: int) -> str:
    """The id of the event of a number."""
    return f"0190f0c2-7d60-7000-8000-{number:012d}"


def events(told: Iterable[Told], *, start: int) -> list[Example]:
    """The events as they are sent."""
    return [_event(number, *each) for number, each in enumerate(told, start=start)]


def _event(number: int, name: str, round_number: int | None, data: Example) -> Example:
    of_round = {} if round_number is None else {"round": round_number}
    return {
        "id": event_id(number),
        "type": name,
        "version": 1,
        "occurred_at": instant(number),
        **of_round,
        "data": data,
    }
