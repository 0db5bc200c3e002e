"""Where evidence lies: the rounds of events that a report names by table and position."""

from collections.abc import Iterable
from typing import Final

from cardroom.log.rows import rows
from tables import history

Place = tuple[str, int]

_ROUNDS: Final = """
SELECT w.stream, w.position, e.round
FROM unnest(%(streams)b::text[], %(positions)b::bigint[]) w(stream, position)
JOIN log_head h ON h.house = %(house)b::text AND h.stream = w.stream
JOIN log_event e ON e.stream_id = h.id AND e.position = w.position
"""


def rounds_of(house: str, places: Iterable[Place]) -> dict[Place, int | None]:
    """The round of each event; None for one of its table alone. What isn't there is left out."""
    wanted = {(history.stream_of(table), position): table for table, position in places}
    if not wanted:
        return {}
    asked = {
        "house": house,
        "streams": [stream for stream, _ in wanted],
        "positions": [position for _, position in wanted],
    }
    found = rows(_ROUNDS, asked)
    return {(wanted[stream, position], position): number for stream, position, number in found}
