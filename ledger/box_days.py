"""Box periods looked up: by gaming day, by what nobody announced, and who counts them."""

from collections.abc import Collection
from datetime import date
from typing import Final
from uuid import UUID

from cardroom.log.rows import rows

_COUNTERS: Final = """
SELECT id, counters FROM ledger_count
WHERE house = %(house)b::text AND id = ANY(%(counts)b::uuid[])
"""
_NEXT_DAY: Final = """
SELECT min(gaming_day)::text FROM ledger_boxperiod
WHERE house = %(house)b::text AND gaming_day > %(after)b::date
    AND table_code = coalesce(%(table)b::text, table_code)
"""
_DAY_OF: Final = """
SELECT gaming_day FROM ledger_boxperiod
WHERE stream_id = (
    SELECT stream_id FROM ledger_standing
    WHERE house = %(house)b::text AND table_code = %(table)b::text
) AND (put_on_position = %(put_on)b::bigint OR removed_position = %(removed)b::bigint)
"""
_UNANNOUNCED: Final = """
SELECT stream_id, purpose, removed_position FROM ledger_boxperiod
WHERE house = %(house)b::text AND put_on_position IS NULL
ORDER BY stream_id, purpose, removed_position
"""


def counters(house: str, counts: Collection[UUID]) -> dict[UUID, tuple[str, ...]]:
    """Who counts, by count."""
    found = rows(_COUNTERS, {"house": house, "counts": list(counts)}) if counts else []
    return {count: tuple(people) for count, people in found}


def unannounced(house: str) -> list[tuple[int, str, int]]:
    """The boxes that came off and nobody had put on: stream, purpose, where they came off."""
    return [(*row,) for row in rows(_UNANNOUNCED, {"house": house})]


def next_day(house: str, after: date, *, table: str | None = None) -> date | None:
    """The next gaming day behind another on which boxes came off."""
    ((day,),) = rows(_NEXT_DAY, {"house": house, "after": after, "table": table})
    return None if day is None else date.fromisoformat(day)


def day_of(
    house: str, table: str, *, put_on: int | None = None, removed: int | None = None
) -> date | None:
    """The gaming day on which a box came off, by either of its positions."""
    wanted = {"house": house, "table": table, "put_on": put_on, "removed": removed}
    found = rows(_DAY_OF, wanted)
    return found[0][0] if found else None
