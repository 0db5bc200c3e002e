"""Days: what a gaming day of a table is counted by, and the numbers that are missing between."""

from collections.abc import Callable
from datetime import date, datetime
from typing import TypeVar

from msgspec import Struct, field

from tables.rules.rotation.facts import Turn
from tables.rules.rotation.findings import Finding
from tables.rules.rotation.stays import Stay
from tables.rules.rotation.verdict import Attestation, Evidence, Verdict

T = TypeVar("T")

# The shift that an instant lies in, None where a house has none.
Shift = Callable[[datetime], str | None]


def no_shifts(at: datetime) -> str | None:
    """For those who know of no shifts."""
    del at
    return None


class Offers(Struct):
    """How often the position was offered, and what was answered."""

    made: int = 0
    accepted: int = 0
    declined: int = 0


class Day(Struct):
    """One gaming day of a table; `hands` are by holder, those that count.

    `course` has them by the half hour of their first cards; `companies` are holders by company,
    `profiles` what their offerings name. `until` is the last position of its table events, of what
    attests it, and of what put either right.
    """

    last_round: int = 0
    dealt: int = 0
    hands: dict[str, int] = field(default_factory=dict)
    course: dict[datetime, dict[str, int]] = field(default_factory=dict)
    companies: set[str] = field(default_factory=set)
    profiles: set[str] = field(default_factory=set)
    offers: Offers = field(default_factory=Offers)
    stops: int = 0
    attested: list[Attestation] = field(default_factory=list)
    backwards: int = 0
    played: dict[str, Turn] = field(default_factory=dict)
    checked: list[str | None] = field(default_factory=list)
    is_seen: bool = False
    until: int = 0


class Gap(Struct):
    """Numbers that were skipped between two rounds, and the days of both."""

    missing: list[int]
    days: set[date]


class HalfHour(Struct, frozen=True):
    """The hands of half an hour by holder, those that count; `at` is when it begins."""

    at: datetime
    hands: dict[str, int]


class TableDay(Struct, frozen=True, kw_only=True):
    """What the rotation of a table's gaming day came to.

    `companies` are those of the holders that are TPPPS companies, `profiles` names. `stays` are
    those of TPPPS companies since the table opened, also on days before. `last_position` is the
    last of what it rests on beside its rounds.
    """

    table: str
    verdict: Verdict
    evidence: Evidence
    findings: tuple[Finding, ...]
    hands: int
    by_holder: dict[str, int]
    companies: frozenset[str]
    profiles: frozenset[str]
    half_hours: tuple[HalfHour, ...]
    longest_run: int
    offers: int
    accepted: int
    declined: int
    stops: int
    stays: tuple[Stay, ...] = ()
    last_position: int = 0


def count_in(found: list[T], what: T, times: int) -> None:
    """Something once more, or once less when it's taken back."""
    if times > 0:
        found.append(what)
    else:
        found.remove(what)
