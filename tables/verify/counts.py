"""Counts: how much was verified, and what was not."""

from msgspec import Struct, field

# What this version cannot judge yet, or at all.
UNJUDGED = (
    "checkpoints: none are signed yet, and who rewrites clients' events too isn't found without",
    "what was noted of irregularities, fee exceptions aside, and of authorisations",
    "whether an offering's version was the newest when its table opened",
)


class Counts(Struct):
    """What one run has gone through; `undated` events are older than their house's settings."""

    streams: int = 0
    events: int = 0
    rounds: int = 0
    settlements: int = 0
    assessments: int = 0
    journals: int = 0
    rows: int = 0
    undated: int = 0
    findings: int = 0
    not_checked: list[str] = field(default_factory=lambda: list(UNJUDGED))

    def __str__(self) -> str:
        return (
            f"{self.streams:,} streams, {self.events:,} events, {self.rounds:,} rounds,"
            f" {self.settlements:,} settlements and {self.assessments:,} fee assessments"
            f" recomputed, {self.journals:,} journals and {self.rows:,} rows compared"
        )
