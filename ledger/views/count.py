"""A count as its sheet shows it (4 CCR 12385). Nothing here tells what the box should hold."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from msgspec import Struct

from ledger.rules.counting.policy import Policy
from ledger.rules.counting.records import CountCells, FigureCells, SignatureCells
from ledger.rules.counting.sheet import Sheet

Status = Literal["started", "entered", "accepted"]


class FigureView(Struct, frozen=True, kw_only=True):
    """What was counted, by cents of one piece; a correction says why, by whom and when."""

    revision: int
    denominations: dict[str, int]
    total_cents: int
    by: str
    at: datetime
    reason: str | None


class SignatureView(Struct, frozen=True, kw_only=True):
    """Who signed which figure by a one-time code."""

    by: str
    role: str
    revision: int
    at: datetime


class ExceptionView(Struct, frozen=True, kw_only=True):
    """Rules of the house's policy that a supervisor let be broken, and why."""

    rules: tuple[str, ...]
    authorised_by: str
    reason: str
    at: datetime


class AdjustmentView(Struct, frozen=True, kw_only=True):
    """What an accepted count should have been."""

    denominations: dict[str, int]
    total_cents: int
    by: str
    authorised_by: str
    reason: str
    at: datetime


class CountView(Struct, frozen=True, kw_only=True):
    """The count sheet; `figures` has the former ones too, the last one is in force.

    `boxes` are those in this count altogether. `unsigned` are the counters whose signatures are
    missing, and `signer_missing` says whether somebody else's is. `counted_cents` is null until the
    count is accepted, and then what it came to, as adjusted.
    """

    id: UUID
    status: Status
    establishment: str
    house: str
    table: str
    box: str
    purpose: str
    boxes: int
    put_on_position: int | None
    removed_position: int
    removed_at: datetime
    gaming_day: date
    shift: str | None
    collector: str
    witness: str | None
    received_by: str | None
    started_at: datetime
    counters: tuple[str, ...]
    policy_version: int
    figures: tuple[FigureView, ...]
    total_cents: int | None
    signatures: tuple[SignatureView, ...]
    unsigned: tuple[str, ...]
    signer_missing: bool
    exceptions: tuple[ExceptionView, ...]
    accepted_at: datetime | None
    counted_cents: int | None
    adjustments: tuple[AdjustmentView, ...]

    @property
    def receiver(self) -> str:
        """Who received the money: as was said when the count began, else by who signs for it."""
        by_figure = ((one.by, one.role, one.revision) for one in self.signatures)
        signed = [by for by, *at in by_figure if at == ["signer", len(self.figures)]]
        return self.received_by or ", ".join(signed) or "nobody yet"


def count_view(sheet: Sheet, *, establishment: str, policy: Policy) -> CountView:
    """Everything that the sheet shows."""
    count, figure, acceptance = sheet.count, sheet.figure, sheet.acceptance
    is_open = acceptance is None
    return CountView(
        id=count.id,
        status=_status(sheet),
        establishment=establishment,
        house=count.house,
        table=count.table_code,
        box=count.box,
        purpose=count.purpose,
        boxes=count.boxes,
        put_on_position=count.put_on_position,
        removed_position=count.removed_position,
        removed_at=count.removed_at,
        gaming_day=count.gaming_day,
        shift=count.shift,
        collector=count.collector,
        witness=count.witness,
        received_by=count.received_by,
        started_at=count.started_at,
        counters=count.counters,
        policy_version=count.policy_version,
        figures=tuple(map(_figure, sheet.figures)),
        total_cents=None if figure is None else figure.total_cents,
        signatures=tuple(map(_signature, sheet.signatures)),
        unsigned=sheet.unsigned() if is_open else (),
        signer_missing=is_open and sheet.lacks_signer(policy),
        exceptions=_exceptions(sheet),
        accepted_at=None if acceptance is None else acceptance.recorded_at,
        counted_cents=sheet.counted_cents,
        adjustments=_adjustments(sheet),
    )


def _status(sheet: Sheet) -> Status:
    if sheet.acceptance is not None:
        return "accepted"
    return "started" if sheet.figure is None else "entered"


def _figure(figure: FigureCells) -> FigureView:
    return FigureView(
        revision=figure.revision,
        denominations=figure.denominations,
        total_cents=figure.total_cents,
        by=figure.entered_by,
        at=figure.recorded_at,
        reason=figure.reason,
    )


def _signature(signed: SignatureCells) -> SignatureView:
    return SignatureView(
        by=signed.signed_by, role=signed.role, revision=signed.revision, at=signed.recorded_at
    )


def _exceptions(sheet: Sheet) -> tuple[ExceptionView, ...]:
    signed: list[CountCells | SignatureCells] = [sheet.count, *sheet.signatures]
    return tuple(
        ExceptionView(
            rules=each.deviations,
            authorised_by=each.exception_by,
            reason=each.exception_reason,
            at=each.recorded_at,
        )
        for each in signed
        if each.exception_by is not None and each.exception_reason is not None
    )


def _adjustments(sheet: Sheet) -> tuple[AdjustmentView, ...]:
    return tuple(
        AdjustmentView(
            denominations=each.denominations,
            total_cents=each.total_cents,
            by=each.adjusted_by,
            authorised_by=each.authorised_by,
            reason=each.reason,
            at=each.recorded_at,
        )
        for each in sheet.adjustments
    )
