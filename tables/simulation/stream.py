"""The stream: contract events as a table system would send them, one after the other."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

Event = dict[str, Any]

_LEAST_MS, _MOST_MS = 200, 1_900


class Stream:
    """Writes one table's events; ids and instants follow from the random numbers alone.

    A `pace` below 1 is a hurried evening, whose seconds are that much shorter.
    """

    def __init__(self, rng: Random, starts_at: datetime, *, pace: float = 1.0) -> None:
        self.rng = rng
        self.at = starts_at
        self.pace = pace
        self._written: list[Event] = []

    def write(self, kind: str, data: dict[str, Any], *, number: int | None = None) -> None:
        """Add an event, to the round of this number or to the table."""
        self.at += timedelta(milliseconds=self.rng.randrange(_LEAST_MS, _MOST_MS)) * self.pace
        event: Event = {
            "id": self._next_id(),
            "type": kind,
            "version": 1,
            "occurred_at": self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "data": data,
        }
        if number is not None:
            event["round"] = number
        self._written.append(event)

    def wait(self, seconds: int) -> None:
        """Let time pass."""
        self.at += timedelta(seconds=seconds) * self.pace

    def take(self) -> list[Event]:
        """Hand over what was written since the last time."""
        written, self._written = self._written, []
        return written

    def _next_id(self) -> str:
        """Lay out a UUID of version 7: milliseconds first, random bits after them."""
        milliseconds = int(self.at.timestamp() * 1000)
        bits = self.rng.getrandbits(74)
        high, low = bits >> 62, bits & ((1 << 62) - 1)
        digits = f"{milliseconds:012x}{0x7000 | high:04x}{(0b10 << 62) | low:016x}"
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
