"""Records of a count: one row for each of its events, which nobody changes. Pure: event to cells.

Service, rebuild and verification all ask here, so a row is defined once. A field is a column of
the same name; `id` is the event's, and that of a count the id it was started with.
"""

from datetime import date, datetime
from typing import Any, Final, assert_never
from uuid import UUID

from msgspec import Struct

from ledger.rules import cash
from ledger.rules.counting.facts import (
    AmountsEntered,
    CountAccepted,
    CountAdjusted,
    CountCorrected,
    CountRecord,
    CountSigned,
    CountStarted,
    Role,
    SignedException,
)


class Cells(Struct, frozen=True, kw_only=True):
    """What every record has."""

    id: UUID
    house: str
    position: int
    recorded_at: datetime


class CountCells(Cells, frozen=True, kw_only=True):
    """A count that was started, with what the table's stream said of its box then."""

    table_code: str
    purpose: str
    box: str
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
    boxes: int
    policy_version: int
    deviations: tuple[str, ...]
    exception_by: str | None
    exception_reason: str | None


class FigureCells(Cells, frozen=True, kw_only=True):
    """What was counted; the first figure has no `reason`."""

    count_id: UUID
    revision: int
    denominations: dict[str, int]
    total_cents: int
    entered_by: str
    reason: str | None


class SignatureCells(Cells, frozen=True, kw_only=True):
    """Who signed which figure."""

    count_id: UUID
    revision: int
    signed_by: str
    role: Role
    deviations: tuple[str, ...]
    exception_by: str | None
    exception_reason: str | None


class AcceptanceCells(Cells, frozen=True, kw_only=True):
    """A count that is done."""

    count_id: UUID
    revision: int
    total_cents: int
    recorded_cents: int
    table_position: int


class AdjustmentCells(Cells, frozen=True, kw_only=True):
    """What an accepted count should have been; `revision` counts the adjustments."""

    count_id: UUID
    revision: int
    denominations: dict[str, int]
    total_cents: int
    adjusted_by: str
    authorised_by: str
    reason: str


AnyCells = CountCells | FigureCells | SignatureCells | AcceptanceCells | AdjustmentCells

TABLES: Final[dict[type[AnyCells], str]] = {
    CountCells: "ledger_count",
    FigureCells: "ledger_figure",
    SignatureCells: "ledger_signature",
    AcceptanceCells: "ledger_acceptance",
    AdjustmentCells: "ledger_adjustment",
}


def cells(record: CountRecord) -> AnyCells:
    """The row of an event."""
    noted = record.noted
    own: dict[str, Any] = {
        "id": record.id,
        "house": record.house,
        "position": record.position,
        "recorded_at": record.recorded_at,
    }
    of_count = {**own, "count_id": noted.count, "revision": noted.revision}
    match record.fact:
        case CountStarted():
            return _count(record, record.fact, own)
        case AmountsEntered() | CountCorrected() as fact:
            return FigureCells(
                **of_count,
                denominations=fact.denominations,
                total_cents=cash.total_cents(fact.denominations),
                entered_by=fact.by,
                reason=getattr(fact, "reason", None),
            )
        case CountSigned() as fact:
            of_count |= {"signed_by": fact.by, "role": noted.role}
            return SignatureCells(**of_count, **_exception(record, fact.exception))
        case CountAccepted() as fact:
            return AcceptanceCells(
                **of_count,
                total_cents=fact.total_cents,
                recorded_cents=fact.recorded_cents,
                table_position=fact.table_position,
            )
        case CountAdjusted() as fact:
            return AdjustmentCells(
                **of_count,
                denominations=fact.denominations,
                total_cents=cash.total_cents(fact.denominations),
                adjusted_by=fact.by,
                authorised_by=fact.authorised_by,
                reason=fact.reason,
            )
        case _:
            assert_never(record.fact)


def _count(record: CountRecord, fact: CountStarted, own: dict[str, Any]) -> CountCells:
    drop = record.noted.drop
    if drop is None or record.noted.policy_version is None:
        raise ValueError(f"count {record.id} says nothing of its box")
    return CountCells(
        **own,
        table_code=fact.table,
        purpose=drop.purpose,
        box=fact.box,
        put_on_position=drop.put_on_position,
        removed_position=fact.removed_position,
        removed_at=drop.removed_at,
        gaming_day=drop.gaming_day,
        shift=drop.shift,
        collector=drop.collector,
        witness=drop.witness,
        received_by=fact.received_by,
        started_at=fact.started_at,
        counters=fact.counters,
        boxes=fact.boxes,
        policy_version=record.noted.policy_version,
        **_exception(record, fact.exception),
    )


def _exception(record: CountRecord, exception: SignedException | None) -> dict[str, Any]:
    """An exception is kept where it let something stand."""
    deviations = record.noted.deviations
    used = exception if deviations else None
    return {
        "deviations": deviations,
        "exception_by": None if used is None else used.authorised_by,
        "exception_reason": None if used is None else used.reason,
    }
