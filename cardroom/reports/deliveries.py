"""What was accepted by a mail server: on record once for each revision, with its checkpoint."""

from datetime import datetime

from msgspec import Struct

from cardroom.log.checkpoints import Checkpoint
from cardroom.log.feed_chain import hash_at
from cardroom.reports.models import Delivery


class Accepted(Struct, frozen=True, kw_only=True):
    """A checkpoint that somebody else has; whether the feed `fits` it, so has its hash there."""

    cursor: int
    hash: str
    signed_at: datetime
    accepted_at: datetime
    fits: bool


class Sent(Struct, frozen=True, kw_only=True):
    """A revision that a mail server accepted: of which report, when, for how many."""

    report: int
    kind: str
    revision: int
    accepted_at: datetime
    recipients: int
    cursor: int | None


def of(house: str, period: str) -> list[Sent]:
    """What went out of a day's or month's reports, in the order in which it was accepted."""
    found = Delivery.objects.filter(report__house=house, report__period=period)
    columns = ("report_id", "report__kind", "report__revision", "accepted_at", "recipients")
    return [
        Sent(
            report=report, kind=kind, revision=revision, accepted_at=at, recipients=whom, cursor=to
        )
        for report, kind, revision, at, whom, to in found.order_by("accepted_at").values_list(
            *columns, "cursor"
        )
    ]


def is_delivered(report: int) -> bool:
    """Whether a revision was accepted before."""
    return Delivery.objects.filter(pk=report).exists()


def add(report: int, *, recipients: int, checkpoint: Checkpoint | None, now: datetime) -> None:
    """A mail server has accepted a revision, in the transaction that marks its row done."""
    row = Delivery(report_id=report, accepted_at=now, recipients=recipients)
    if checkpoint is not None:
        row.cursor, row.signed_at = checkpoint.cursor, checkpoint.signed_at
        row.hash = bytes.fromhex(checkpoint.hash)
        row.signature = bytes.fromhex(checkpoint.signature)
    row.save(force_insert=True)


def witness(house: str) -> Accepted | None:
    """The furthest checkpoint of a house's feed that was accepted elsewhere; None before any."""
    found = Delivery.objects.filter(report__house=house, cursor__isnull=False)
    row = found.order_by("-cursor", "accepted_at").first()
    if row is None or row.cursor is None or row.hash is None or row.signed_at is None:
        return None
    link = bytes(row.hash)
    return Accepted(
        cursor=row.cursor,
        hash=link.hex(),
        signed_at=row.signed_at,
        accepted_at=row.accepted_at,
        fits=hash_at(house, row.cursor) == link,
    )
