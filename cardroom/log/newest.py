"""The end of a stream, the newest first: its events page by page, without counting them."""

from collections.abc import Sequence
from typing import Final

from cardroom.log.records import Head, StoredEvent
from cardroom.log.rows import rows
from cardroom.log.statements import EVENT

# Constants put together, nothing from outside.
_OF = f"""
SELECT e.house, %(stream)b::text, {EVENT} FROM log_event e
WHERE e.stream_id = %(stream_id)b AND e.position >= %(since)b AND e.position <= %(until)b"""  # noqa: S608
_END: Final = " ORDER BY e.position DESC LIMIT %(limit)b"
_ANY: Final = f"{_OF}{_END}"
_TYPES: Final = f"{_OF} AND e.type = ANY(%(types)b::text[]){_END}"
_ROUND: Final = f"{_OF} AND e.round = %(round)b::integer{_END}"
_BOTH: Final = f"{_OF} AND e.round = %(round)b::integer AND e.type = ANY(%(types)b::text[]){_END}"


def newest(
    head: Head,
    *,
    since: int,
    until: int,
    limit: int,
    types: Sequence[str] | None = None,
    number: int | None = None,
) -> list[StoredEvent]:
    """The last events between two positions, both included; of some types, of a round, or all."""
    wanted = {"stream_id": head.stream_id, "stream": head.stream, "limit": limit}
    wanted |= {"since": since, "until": min(until, head.position)}
    if types is not None:
        wanted["types"] = [*types]
    if number is not None:
        wanted["round"] = number
    if types is None:
        statement = _ANY if number is None else _ROUND
    else:
        statement = _TYPES if number is None else _BOTH
    return [StoredEvent(*row) for row in rows(statement, wanted)]
