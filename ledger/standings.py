"""Standings: how far each table of a house has posted, from a view that tables provide."""

from datetime import date
from typing import Final, NamedTuple

from cardroom.log.rows import rows

_STANDINGS: Final = """
SELECT stream_id, table_code, last_position, open_since, open_day FROM ledger_standing
WHERE house = %(house)b::text
"""
_STREAM: Final = """
SELECT stream_id FROM ledger_standing
WHERE house = %(house)b::text AND table_code = %(table)b::text
"""


class Standing(NamedTuple):
    """How far a table has posted, and where and on which day a round was opened that is in play."""

    table: str
    last_position: int
    open_since: int | None
    open_day: date | None

    def is_past(self, position: int) -> bool:
        """Whether it has posted past a position, the round that was in play then included."""
        is_open = self.open_since is not None and self.open_since < position
        return self.last_position > position and not is_open


def stream_of(house: str, table: str) -> int:
    """The stream of a table that has posted."""
    ((stream_id,),) = rows(_STREAM, {"house": house, "table": table})
    return int(stream_id)


def of_house(house: str) -> dict[int, Standing]:
    """How far each table of a house has posted, by its stream."""
    return {row[0]: Standing(*row[1:]) for row in rows(_STANDINGS, {"house": house})}
