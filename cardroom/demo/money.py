"""The evening's money: a drop box at every table, fees that go back, and one that is wrong.

Each event is put beside one that the simulation told, at the same instant, so that the rest of the
evening stays as it is.
"""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID, uuid5

from tables.simulation.stream import Event

PURPOSE: Final = "collection"
COLLECTOR: Final = "drop-1"
WITNESS: Final = "floor-2"
# A fee of a dollar that was taken for one of two, say.
TOO_MUCH_CENTS: Final = 100


def box_changed(after: Event, *, out: str | None = None, on: str | None = None) -> Event:
    """A drop box comes off the table, another one goes on, or both."""
    data = {"purpose": PURPOSE, "removed_by": COLLECTOR, "witness": WITNESS}
    boxes = {"box_out": out, "box_in": on}
    return _beside(after, "box.changed", data | {key: box for key, box in boxes.items() if box})


def given_back(events: Sequence[Event], *, floor: str) -> list[Event]:
    """Each fee of a round that was voided goes back."""
    *_, void = events
    word = {"reason": "the round was voided", "authorised_by": floor}
    return [_beside(void, "fee.refunded", fee["data"] | word, fee) for fee in collected(events)]


def with_a_wrong_fee(events: Sequence[Event]) -> list[Event]:
    """The round, in which the first fee of a player is taken too high."""
    wrong = next(fee for fee in collected(events) if fee["data"]["role"] == "player")
    data = wrong["data"] | {"amount_cents": wrong["data"]["amount_cents"] + TOO_MUCH_CENTS}
    return [{**event, "data": data} if event is wrong else event for event in events]


def collected(events: Sequence[Event]) -> list[Event]:
    """The fees that were taken."""
    return [event for event in events if event["type"] == "fee.collected"]


def content_cents(events: Sequence[Event]) -> int:
    """What lies in a box after these."""
    return sum(fee["data"]["amount_cents"] for fee in collected(events))


def _beside(event: Event, kind: str, data: dict[str, Any], of: Event | None = None) -> Event:
    """An event of the same round, or of none for a box."""
    number = {"round": event["round"]} if kind != "box.changed" else {}
    return {
        "id": str(uuid5(UUID((of or event)["id"]), kind)),
        "type": kind,
        "version": 1,
        "occurred_at": event["occurred_at"],
        "data": data,
        **number,
    }
