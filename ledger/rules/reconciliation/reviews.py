"""Reviews: what people say of findings, as events of the cage, and what it makes of these. Pure.

A finding is open until somebody explains it, and signed when another signs that explanation. What
was explained or signed is noted by kind and mark; a finding that has changed since is open again.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, Final, Literal
from uuid import UUID

from msgspec import Struct, structs

from cardroom.texts import Text, Token
from ledger.rules.counting.facts import Said
from ledger.rules.reconciliation.figures import Finding, FindingKind

ReviewKind = Literal["explained", "signed"]


class ReconciliationExplained(Said, frozen=True, kw_only=True):
    """How it came to be; of all findings that aren't signed, unless some are named."""

    text: Text
    by: Token
    findings: tuple[FindingKind, ...] = ()


class ReconciliationSigned(Said, frozen=True, kw_only=True):
    """Somebody else accepts the explanations, by a one-time code, which is never stored."""

    by: Token
    code: str | None = None
    findings: tuple[FindingKind, ...] = ()


ReviewFact = ReconciliationExplained | ReconciliationSigned

TYPES: Final[dict[str, type[ReviewFact]]] = {
    "reconciliation.explained": ReconciliationExplained,
    "reconciliation.signed": ReconciliationSigned,
}
NAMES: Final = {fact: name for name, fact in TYPES.items()}
VERSION: Final = 1


class Reviewed(Struct, frozen=True, kw_only=True):
    """A finding as it stood when it was explained or signed."""

    kind: FindingKind
    mark: str
    cents: int | None = None


class ReviewNoted(Struct, frozen=True, kw_only=True):
    """What the service adds: which box period, and which findings."""

    reconciliation: str
    gaming_day: date
    findings: tuple[Reviewed, ...]


class ReviewRecord(Struct, frozen=True, kw_only=True):
    """A review's event at its place in the stream of the cage."""

    id: UUID
    position: int
    recorded_at: datetime
    house: str
    fact: ReviewFact
    noted: ReviewNoted


class ReviewCells(Struct, frozen=True, kw_only=True):
    """The row of a review; a field is a column of the same name, `id` the event's."""

    id: UUID
    house: str
    position: int
    recorded_at: datetime
    reconciliation: str
    gaming_day: date
    kind: ReviewKind
    said_by: str
    text: str | None
    findings: tuple[Reviewed, ...]


def cells(record: ReviewRecord) -> ReviewCells:
    """The row of an event."""
    fact, noted = record.fact, record.noted
    is_explained = isinstance(fact, ReconciliationExplained)
    return ReviewCells(
        id=record.id,
        house=record.house,
        position=record.position,
        recorded_at=record.recorded_at,
        reconciliation=noted.reconciliation,
        gaming_day=noted.gaming_day,
        kind="explained" if is_explained else "signed",
        said_by=fact.by,
        text=fact.text if isinstance(fact, ReconciliationExplained) else None,
        findings=noted.findings,
    )


def reviewed(finding: Finding, reviews: Iterable[ReviewCells]) -> Finding:
    """A finding with what was said of it as it stands; reviews in the order of their events."""
    now = finding
    for review in reviews:
        if not any((one.kind, one.mark) == (finding.kind, finding.mark) for one in review.findings):
            continue
        said: dict[str, Any] = {"status": review.kind}
        if review.kind == "explained":
            said |= {"explained_by": review.said_by, "signed_by": None}
        else:
            said["signed_by"] = review.said_by
        now = structs.replace(now, **said)
    return now


class Former(Struct, frozen=True, kw_only=True):
    """A finding that was explained or signed, and stands no more as it stood then."""

    kind: FindingKind
    cents: int | None
    explained_by: str | None = None
    signed_by: str | None = None


def former(findings: Iterable[Finding], reviews: Iterable[ReviewCells]) -> list[Former]:
    """The findings that reviews are of and that have changed since, or are gone; as they ended."""
    present = {(one.kind, one.mark) for one in findings}
    found: dict[tuple[FindingKind, str], Former] = {}
    for review in reviews:
        by = "explained_by" if review.kind == "explained" else "signed_by"
        for one in review.findings:
            key = (one.kind, one.mark)
            if key not in present:
                before = found.get(key, Former(kind=one.kind, cents=one.cents))
                said: dict[str, Any] = {by: review.said_by}
                found[key] = structs.replace(before, **said)
    return list(found.values())


def noted(findings: Iterable[Finding]) -> tuple[Reviewed, ...]:
    """Findings as a review names them."""
    return tuple(Reviewed(kind=one.kind, mark=one.mark, cents=one.cents) for one in findings)


def state_of(findings: Sequence[Finding]) -> Literal["clear", "open", "explained", "signed"]:
    """How far a box period has come: as far as the last of its findings."""
    for status in ("open", "explained", "signed"):
        if any(finding.status == status for finding in findings):
            return status
    return "clear"
