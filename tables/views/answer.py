"""What is read of single events, and what a recorded batch is answered with."""

from datetime import date, datetime
from uuid import UUID

from msgspec import Raw, Struct

from tables.rounds.events import Noted, Override
from tables.views.round import RoundSummary
from tables.views.table import TableView


class EventItem(Struct, frozen=True, kw_only=True):
    """An event as it is read back; `data` is as it was sent, `noted` what the service added.

    To keys of scope `cage` no event is shown of a round that lies in a box which isn't counted yet.
    """

    cursor: str
    stream: str
    position: int
    id: UUID
    type: str
    version: int
    occurred_at: datetime
    recorded_at: datetime
    recorded_by: str
    round: int | None
    gaming_day: date
    data: Raw
    override: Override | None
    noted: Noted | Raw


class NotedAt(Struct, frozen=True, kw_only=True):
    """An irregularity of the batch: which event, where, and what."""

    index: int
    position: int
    code: str
    detail: str


class Appended(Struct, frozen=True, kw_only=True):
    """An event of the service's own."""

    position: int
    type: str


class Answer(Struct, frozen=True, kw_only=True):
    """What a recorded batch is answered with.

    To keys of scope `cage`, of rounds in a box that isn't counted yet: no `appended`, and as
    `last_position` no other than of what they sent or may read.
    """

    table: str
    last_position: int
    recorded: int
    duplicates: int
    positions: tuple[int, ...]
    appended: tuple[Appended, ...]
    irregularities: tuple[NotedAt, ...]
    rounds: tuple[RoundSummary, ...]
    state: TableView
