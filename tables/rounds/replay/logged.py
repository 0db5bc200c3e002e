"""An event of a round as the log has it, with what a reader wants to know beside the fold."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct

from tables.rounds.codec import Recorded
from tables.rounds.events import Override


class Logged(Struct, frozen=True, kw_only=True):
    """A record, its id, when and by whom it was recorded, and the override that came with it.

    `cause` is the correction behind a `round.refolded`, for who knows it.
    """

    record: Recorded
    id: UUID
    recorded_at: datetime
    recorded_by: str
    override: Override | None = None
    cause: Recorded | None = None
