"""Counts: how much was verified, and what was not."""

from typing import Final

from msgspec import Struct, field

from cardroom.texts import counted
from tables.verify.asked import Range

# What this version cannot judge yet, or at all.
UNJUDGED = (
    "what was noted of irregularities, fee exceptions aside, and of authorisations",
    "whether an offering's version was the newest when its table opened",
)
NUMBERS: Final = (
    "streams",
    "events",
    "rounds",
    "settlements",
    "assessments",
    "journals",
    "rows",
    "checkpoints",
    "undated",
)


class Counts(Struct):
    """What one run has gone through; `undated` events are older than their house's settings.

    `notes` say how it went about it, and `range` what it read. `relied` are those of `not_checked`
    that the run didn't read because earlier ones did.
    """

    streams: int = 0
    events: int = 0
    rounds: int = 0
    settlements: int = 0
    assessments: int = 0
    journals: int = 0
    rows: int = 0
    checkpoints: int = 0
    undated: int = 0
    findings: int = 0
    not_checked: list[str] = field(default_factory=lambda: list(UNJUDGED))
    notes: list[str] = field(default_factory=list)
    range: Range = field(default_factory=Range)
    relied: list[str] = field(default_factory=list)

    def add(self, more: dict[str, int]) -> None:
        """Count what was gone through elsewhere."""
        for name, number in more.items():
            setattr(self, name, getattr(self, name) + number)

    def numbers(self) -> dict[str, int]:
        """What was gone through."""
        return {name: getattr(self, name) for name in NUMBERS}

    def __str__(self) -> str:
        held = counted(self.checkpoints, "checkpoint")
        settled = counted(self.settlements, "settlement")
        read = (
            counted(self.streams, "stream"),
            counted(self.events, "event"),
            counted(self.rounds, "round"),
            f"{settled} and {counted(self.assessments, 'fee assessment')} recomputed",
            f"{counted(self.journals, 'journal')} and {counted(self.rows, 'row')} compared",
            *([f"{held} held"] if self.checkpoints else []),
        )
        return ", ".join(read)
