"""The dataset of the report `rotation`. Shares are whole thousandths."""

from datetime import date, datetime
from typing import Literal

from msgspec import Struct

from cardroom.reports.dataset import Dataset, TableBasis
from tables.rules.rotation.findings import Severity
from tables.rules.rotation.profiles import Rule
from tables.rules.rotation.verdict import Verdict


class RotationFinding(Struct, frozen=True, kw_only=True):
    """A breach of a rule; `positions` are of the events that prove it.

    One of a `shadow` profile is shown and counts for no verdict, as an `alert` and one that an
    event has taken the ground from: its position is `superseded_by`.
    """

    gaming_day: date
    table: str | None
    round: int | None
    rule: Rule
    severity: Severity
    shadow: bool
    profile: str
    holder: str | None
    at: datetime | None
    positions: tuple[int, ...]
    detail: str
    superseded_by: int | None


class RotationEvidence(Struct, frozen=True, kw_only=True):
    """Whether all of what happened is known; `reasons` say what isn't."""

    complete: bool
    missing_rounds: tuple[int, ...]
    reasons: tuple[str, ...]


class RotationHolder(Struct, frozen=True, kw_only=True):
    """The hands of one holder; a `tppps` is a company, whoever sat there for it."""

    holder: str
    kind: Literal["tppps", "person"]
    hands: int
    share_per_mille: int


class RotationSpan(Struct, frozen=True, kw_only=True):
    """Hands by holder in half an hour that begins `at`, of a month's report in a gaming day."""

    at: datetime
    hands: dict[str, int]


class RotationTable(TableBasis, frozen=True, kw_only=True):
    """One table. `findings` are those that count; `offers` of the position, with the answers."""

    verdict: Verdict
    hands: int
    longest_run: int
    offers: int
    accepted: int
    declined: int
    stops: int
    findings: int
    evidence: RotationEvidence
    holders: tuple[RotationHolder, ...]
    timeline: tuple[RotationSpan, ...]


class RotationDay(Struct, frozen=True, kw_only=True):
    """One gaming day of a month."""

    gaming_day: date
    verdict: Verdict
    tables: int
    hands: int
    longest_run: int
    findings: int


class Rotation(Dataset, frozen=True, kw_only=True):
    """Rotation of the player-dealer.

    The verdict is the worst of the tables': `violations` on any evidence, `no_violation_found` only
    where all of it is there, and `indeterminate` otherwise, also where no table was open.
    `by_day` are the days on which one was. `counted` are the findings that make a verdict.
    """

    tables: tuple[RotationTable, ...]
    verdict: Verdict
    counted: int
    hands: int
    tppps_hands: int
    longest_run: int
    offers: int
    accepted: int
    declined: int
    stops: int
    findings: tuple[RotationFinding, ...]
    holders: tuple[RotationHolder, ...]
    by_day: tuple[RotationDay, ...]
