"""Rows of how far tables' rotation was judged on gaming days: read, written, removed."""

from collections.abc import Iterable
from datetime import date
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from cardroom.log.rows import rows
from cardroom.version import VERSION
from tables.rounds.rotation.kept import Kept
from tables.rounds.state import FOLD_VERSION
from tables.rules.rotation.profiles import PROFILES

# Counts every change of what is judged of the same events; what was judged before is discarded.
STORY_VERSION: Final = 1

TABLE: Final = "tables_rotationrow"
_OF_DAY: Final = """
SELECT stream_id, position, since, heard, low, backwards, gaming_day, story
FROM tables_rotationrow
WHERE stream_id = ANY(%(streams)b::bigint[]) AND gaming_day = %(day)b
    AND judged_by = %(judged_by)b::text
"""
_OF_STREAM: Final = """
SELECT stream_id, position, since, heard, low, backwards, gaming_day, story
FROM tables_rotationrow
WHERE stream_id = %(stream_id)b::bigint AND judged_by = %(judged_by)b::text
ORDER BY gaming_day
"""
_WRITE: Final = """
INSERT INTO tables_rotationrow AS here
    (stream_id, position, since, heard, low, backwards, gaming_day, judged_by, story)
VALUES (%(stream_id)b::bigint, %(position)b::bigint, %(since)b::bigint, %(heard)b::bigint,
    %(low)b::integer, %(backwards)b::integer, %(gaming_day)b::date, %(judged_by)b::text,
    %(story)b::text)
ON CONFLICT (stream_id, gaming_day) DO UPDATE SET
    position = excluded.position, since = excluded.since, heard = excluded.heard,
    low = excluded.low, backwards = excluded.backwards, judged_by = excluded.judged_by,
    story = excluded.story
WHERE here.position < excluded.position OR here.judged_by <> excluded.judged_by
RETURNING position
"""
_REMOVE: Final = """
DELETE FROM tables_rotationrow WHERE stream_id = %(stream_id)b::bigint RETURNING gaming_day
"""
_FORGET: Final = """
DELETE FROM tables_rotationrow
WHERE stream_id = %(stream_id)b::bigint AND gaming_day < %(before)b::date RETURNING gaming_day
"""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Kept).decode


class Row(Struct, frozen=True):
    """A day's story up to a position, at which a round had ended and the next one not opened.

    It begins at `since` with round `low`; `heard` is its last event that was timed by the table.
    """

    stream_id: int
    position: int
    since: int
    heard: int
    low: int
    backwards: int
    gaming_day: date
    story: str

    @property
    def kept(self) -> Kept:
        """The story itself, another one each time."""
        return _decode(self.story)


def written(kept: Kept) -> str:
    """A story as a row has it."""
    return _encode(kept).decode()


def judged_by() -> str:
    """What judges: this software's rules, and its profiles."""
    profiles = sha256(_encode(PROFILES)).hexdigest()
    return f"{VERSION} {FOLD_VERSION}.{STORY_VERSION} {profiles}"


def of_day(streams: Iterable[int], day: date) -> dict[int, Row]:
    """The rows of a gaming day, by stream."""
    wanted = {"streams": [*streams], "day": day, "judged_by": judged_by()}
    return {row[0]: Row(*row) for row in rows(_OF_DAY, wanted)}


def of_stream(stream_id: int) -> list[Row]:
    """All rows of a stream, by gaming day."""
    wanted = {"stream_id": stream_id, "judged_by": judged_by()}
    return [Row(*row) for row in rows(_OF_STREAM, wanted)]


def write(row: Row) -> bool:
    """Keep a row, unless one goes further already; whether it was kept."""
    return bool(rows(_WRITE, {**msgspec.structs.asdict(row), "judged_by": judged_by()}))


def remove(stream_id: int) -> list[date]:
    """Remove the rows of a stream; gives their days."""
    return sorted(day for (day,) in rows(_REMOVE, {"stream_id": stream_id}))


def forget(stream_id: int, before: date) -> None:
    """Remove a stream's rows of days before one."""
    rows(_FORGET, {"stream_id": stream_id, "before": before})
