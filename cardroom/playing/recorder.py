"""The recorder: where simulated play goes, and what it is answered."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from msgspec import Struct

from cardroom.house.view import HouseView
from tables.simulation.stream import Event

JSON = dict[str, Any]


class NotRecordedError(Exception):
    """The events could not be recorded; the text says why, in one line."""


class Standing(Struct, frozen=True, kw_only=True):
    """How a table stands before it is played at; `last_at` is the instant of its last event."""

    is_open: bool
    open_round: int | None
    last_round: int
    holder: str
    hands: int
    last_at: datetime | None


class Recorder(Protocol):
    """A house that takes events."""

    def house(self) -> HouseView:
        """What the house offers, and at which of its tables may be recorded."""

    def standing(self, table: str) -> Standing:
        """How a table stands."""

    def record(self, table: str, events: Sequence[Event]) -> JSON:
        """The answer to a batch, as contract JSON. Raises NotRecordedError."""

    def close(self) -> None:
        """Let go of what was held open."""


def standing_of(view: Mapping[str, Any], last: Mapping[str, Any] | None) -> Standing:
    """A table's live state and its last event, both as JSON, in short."""
    rotation = view["rotation"] or {"holder": "", "hands": 0}
    return Standing(
        is_open=view["open"],
        open_round=view["round"]["round"] if view["round"] else None,
        last_round=view["last_round"],
        holder=rotation["holder"],
        hands=rotation["hands"],
        last_at=datetime.fromisoformat(last["occurred_at"]) if last else None,
    )
