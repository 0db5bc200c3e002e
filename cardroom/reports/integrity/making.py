"""Making the dataset of the report `integrity` of what was verified just before."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

from cardroom.log import by_day
from cardroom.log.by_day import End
from cardroom.postgres.servers import why_roles_are_not_separated
from cardroom.reports import basis, deliveries
from cardroom.reports.integrity import verifying
from cardroom.reports.integrity.dataset import (
    ChainHead,
    FeedHead,
    Integrity,
    IntegrityFinding,
    Witness,
)
from cardroom.reports.integrity.verifying import Verified
from cardroom.reports.periods import Period
from cardroom.texts import counted
from tables.verify import Finding

KIND: Final = "integrity"
TITLE: Final = "Integrity of the log"
_EARLIER: Final = (
    "events from before the period once more, in which an earlier verification found nothing wrong"
    " (`verify --full` reads all)"
)


def prepare(house: str, period: Period) -> Callable[[str, Period, datetime], Integrity]:
    """Verify; gives how the report is then made."""
    return partial(make, verified=verifying.verified(house, period))


def make(house: str, period: Period, now: datetime, verified: Verified | None = None) -> Integrity:
    """The report; never ok without a verification. RuleViolation for a period to come."""
    head = basis.head(house, KIND, TITLE, period, now)
    ends = by_day.ends(house, period.first, period.last)
    place = by_day.feed_end(house, ends)
    behind = [] if verified is None else verifying.behind(verified, _places(ends, place))
    reasons = tuple(_reasons(verified, behind, ends))
    witness = _witness(house, place)
    roles = why_roles_are_not_separated()
    return Integrity(
        **head,
        ok=not reasons,
        reasons=reasons,
        witnessed=witness is not None and witness.covers,
        roles_separated=roles is None,
        roles=roles,
        verified=verified is not None and not behind,
        findings=() if verified is None else tuple(map(_finding, verified.findings)),
        findings_in_all=0 if verified is None else verified.in_all,
        not_checked=() if verified is None else (*verified.not_checked, _EARLIER),
        heads=tuple(_head(end, verified) for end in ends),
        feed=None if place is None else FeedHead(cursor=place.position, hash=place.hash),
        witness=witness,
    )


def _places(ends: list[End], place: End | None) -> list[tuple[str, int]]:
    own = [(end.name, end.position) for end in ends]
    return own if place is None else [*own, (verifying.FEED, place.position)]


def _reasons(verified: Verified | None, behind: list[str], ends: list[End]) -> list[str]:
    """Why it isn't ok."""
    if not ends:
        return ["nothing is recorded of the period, so there is nothing to be whole"]
    if verified is None:
        return ["it was not verified"]
    found = [f"recorded since it was verified: {', '.join(behind)}"] if behind else []
    return found + ([counted(verified.in_all, "finding")] if verified.in_all else [])


def _witness(house: str, place: End | None) -> Witness | None:
    """The newest checkpoint that was accepted elsewhere, if the feed fits it."""
    accepted = deliveries.witness(house)
    if accepted is None:
        return None
    return Witness(
        cursor=accepted.cursor,
        hash=accepted.hash,
        signed_at=accepted.signed_at,
        accepted_at=accepted.accepted_at,
        covers=accepted.fits and place is not None and accepted.cursor >= place.position,
    )


def _head(end: End, verified: Verified | None) -> ChainHead:
    is_verified = verified is not None and verified.until.get(end.name, 0) >= end.position
    return ChainHead(stream=end.name, position=end.position, hash=end.hash, verified=is_verified)


def _finding(found: Finding) -> IntegrityFinding:
    return IntegrityFinding(
        kind=found.kind,
        stream=found.stream,
        position=found.position,
        table=found.table,
        row=found.row,
        column=found.column,
        detail=str(found),
    )


def is_withheld(house: str, report: Integrity) -> bool:
    """While anything is found wrong, as a cell that is off may tell what a box holds."""
    del house
    return bool(report.findings)
