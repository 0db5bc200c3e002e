"""The dataset of the report `integrity`. Hashes are hexadecimal."""

from datetime import datetime

from msgspec import Struct

from cardroom.reports.dataset import Dataset


class ChainHead(Struct, frozen=True, kw_only=True):
    """The last event of the period in a stream, its hash, and how far the stream was verified."""

    stream: str
    position: int
    hash: str
    verified: bool


class FeedHead(Struct, frozen=True, kw_only=True):
    """The place in the feed behind which nothing of the period comes, and its hash there."""

    cursor: int
    hash: str


class Witness(Struct, frozen=True, kw_only=True):
    """A signed checkpoint that was accepted elsewhere; `covers` all events of the period."""

    cursor: int
    hash: str
    signed_at: datetime
    accepted_at: datetime
    covers: bool


class IntegrityFinding(Struct, frozen=True, kw_only=True):
    """One thing that is wrong: in an event, by its position, or in a row."""

    kind: str
    stream: str
    position: int | None
    table: str | None
    row: str | None
    column: str | None
    detail: str


class Integrity(Dataset, frozen=True, kw_only=True):
    """Whether the log is whole.

    `ok` only where all of the period was verified when the report was made and nothing was found
    wrong; else `reasons` say why not. `witnessed` only where a checkpoint behind the period's last
    event was accepted elsewhere, and the feed still fits it. `not_checked` is what no verification
    here can tell; `findings_in_all` may be more than are listed.
    """

    ok: bool
    reasons: tuple[str, ...]
    witnessed: bool
    roles_separated: bool
    roles: str | None
    verified: bool
    findings: tuple[IntegrityFinding, ...]
    findings_in_all: int
    not_checked: tuple[str, ...]
    heads: tuple[ChainHead, ...]
    feed: FeedHead | None
    witness: Witness | None
