"""Closing of a gaming day: what is missing for it, and what the event that closes it says. Pure."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

from cardroom.texts import Text, Token
from ledger.rules.counting.facts import Said
from ledger.rules.reconciliation.figures import BoxFigures, FindingKind

NeededFor = Literal["settlement", "explanation", "signature"]


class DayClosing(Said, frozen=True, kw_only=True):
    """A supervisor closes a gaming day by a one-time code, which is never stored."""

    authorised_by: Token
    code: Annotated[str | None, Meta(description="a one-time code of his")] = None
    reason: Text | None = None


class OpenItem(Struct, frozen=True, kw_only=True):
    """What keeps a gaming day open: what it needs, and the path of the API that leads to it."""

    needs: NeededFor
    gaming_day: date
    table: str
    shift: str | None = None
    purpose: str | None = None
    box: str | None = None
    reconciliation: str | None = None
    finding: FindingKind | None = None
    path: str


class Signed(Struct, frozen=True, kw_only=True):
    """A finding of a closed day: what it was, who explained it, and who signed it."""

    reconciliation: str
    finding: FindingKind
    cents: int | None
    explained_by: str | None
    signed_by: str | None


def open_items(boxes: Iterable[BoxFigures]) -> list[OpenItem]:
    """The findings of box periods that aren't signed."""
    return [
        OpenItem(
            needs="explanation" if finding.status == "open" else "signature",
            gaming_day=box.gaming_day,
            table=box.table,
            shift=box.shift,
            purpose=box.purpose,
            box=box.box,
            reconciliation=box.id,
            finding=finding.kind,
            path=f"/api/v1/reconciliations/{box.id}",
        )
        for box in boxes
        for finding in box.findings
        if finding.status != "signed"
    ]


def signed_items(boxes: Iterable[BoxFigures]) -> tuple[Signed, ...]:
    """The findings of box periods that are signed, as the closing event lists them."""
    return tuple(
        Signed(
            reconciliation=box.id,
            finding=finding.kind,
            cents=finding.cents,
            explained_by=finding.explained_by,
            signed_by=finding.signed_by,
        )
        for box in boxes
        for finding in box.findings
        if finding.status == "signed"
    )
