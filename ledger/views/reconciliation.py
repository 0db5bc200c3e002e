"""Reconciled box periods as readers get them; blind for who may count a box that isn't counted."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, Final, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from ledger.rules.reconciliation import (
    BoxFigures,
    FeeItem,
    Figures,
    Finding,
    FindingKind,
    FindingStatus,
)
from ledger.rules.reconciliation.figures import PeriodStatus
from ledger.rules.reconciliation.reviews import Former, ReviewCells, former, state_of

State = Literal["clear", "open", "explained", "signed"]
_AMOUNTS: Final = Figures.__struct_fields__


class FindingView(Struct, frozen=True, kw_only=True):
    """What is to be explained, and how far that is.

    `assess` the wrong fees were taken (said once the box is counted), `count` the box or its count
    is off, `uncounted`, `custody` the box was swapped, missing or unannounced, `no_box` the table
    had none. `cents` is the variance. A finding that changes is open again.
    """

    kind: FindingKind
    status: FindingStatus
    cents: int | None
    detail: str | None
    explained_by: str | None
    signed_by: str | None


class FormerFindingView(Struct, frozen=True, kw_only=True):
    """A finding that was explained or signed, and has changed since or is gone.

    An adjustment may have settled it, or a late fee. `cents` is the variance as it was then.
    """

    kind: FindingKind
    cents: int | None
    explained_by: str | None
    signed_by: str | None


class ExplanationView(Struct, frozen=True, kw_only=True):
    """What somebody said of findings, as they stood then."""

    findings: tuple[FindingKind, ...]
    text: str
    by: str
    at: datetime


class FindingSignatureView(Struct, frozen=True, kw_only=True):
    """Who signed findings, as they stood then, by a one-time code."""

    findings: tuple[FindingKind, ...]
    by: str
    at: datetime


class ReconciliationView(Struct, frozen=True, kw_only=True):
    """A box period: what was owed, collected and counted, where it differs, and who said why.

    `expected_cents` is assessed less waived, with corrections; `assess_variance_cents` collected
    less expected, `count_variance_cents` counted less collected. The differences of `exceptions`
    add up to the assess variance. `provisional` until the table has posted past the removal. An
    `implied` box, named as its table, holds the fees of a gaming day for which there was none.
    Until the box is counted only an auditor is told amounts, exceptions and how many rounds there
    are; others see `withheld`. Who may count is told of other boxes' money when they are counted.
    """

    id: str
    state: State
    table: str
    purpose: str
    box: str
    status: PeriodStatus
    flags: tuple[str, ...]
    gaming_day: date
    shift: str | None
    put_on_position: int | None
    put_on_at: datetime | None
    removed_position: int | None
    removed_at: datetime | None
    removed_by: str | None
    count: UUID | None
    counters: tuple[str, ...]
    provisional: bool
    is_assessed: bool
    rounds: int | None
    assessed_cents: int | None
    waived_cents: int | None
    corrections_cents: int | None
    expected_cents: int | None
    collected_cents: int | None
    counted_cents: int | None
    assess_variance_cents: int | None
    count_variance_cents: int | None
    total_variance_cents: int | None
    exceptions: tuple[FeeItem, ...] | None
    findings: tuple[FindingView, ...]
    former_findings: tuple[FormerFindingView, ...]
    explanations: tuple[ExplanationView, ...]
    signatures: tuple[FindingSignatureView, ...]
    policy_version: int
    withheld: bool | UnsetType = UNSET


def reconciliation_view(
    box: BoxFigures, reviews: Iterable[ReviewCells], *, is_blind: bool
) -> ReconciliationView:
    """All of it, or what the blind may see."""
    is_withheld = is_blind and box.counted_cents is None
    said = list(reviews)
    told: dict[str, Any] = structs.asdict(box) | {
        "state": state_of(box.findings),
        "exceptions": box.items,
        "findings": tuple(_finding(one, is_withheld=is_withheld) for one in box.findings),
        "former_findings": tuple(
            _former(one, is_blind=is_blind) for one in former(box.findings, said)
        ),
        "explanations": tuple(_said(one) for one in said if one.kind == "explained"),
        "signatures": tuple(_said(one) for one in said if one.kind == "signed"),
    }
    if is_withheld:
        told |= dict.fromkeys((*_AMOUNTS, "exceptions", "rounds")) | {"withheld": True}
    return msgspec.convert(told, ReconciliationView, from_attributes=True)


def _finding(found: Finding, *, is_withheld: bool) -> dict[str, object]:
    told = structs.asdict(found)
    return told | {"cents": None, "detail": None} if is_withheld else told


def _former(found: Former, *, is_blind: bool) -> dict[str, object]:
    """Somebody who sees more may have said it of fees of which the blind aren't told."""
    told = structs.asdict(found)
    return told | {"cents": None} if is_blind and found.kind != "count" else told


def _said(review: ReviewCells) -> dict[str, object]:
    return {
        "findings": [one.kind for one in review.findings],
        "text": review.text,
        "by": review.said_by,
        "at": review.recorded_at,
    }
