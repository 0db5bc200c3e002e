"""Which gaming days are closed."""

from datetime import date
from typing import Final

from cardroom.log.rows import rows

_LAST: Final = "SELECT max(gaming_day)::text FROM ledger_closedday WHERE house = %(house)b::text"
_CLOSED: Final = "SELECT gaming_day::text FROM ledger_closedday WHERE house = %(house)b::text"


def last_closed(house: str) -> date | None:
    """The last closed gaming day of a house, with which all before it are closed."""
    ((day,),) = rows(_LAST, {"house": house})
    return None if day is None else date.fromisoformat(day)


def closed(house: str) -> set[date]:
    """The gaming days that were closed by an event of their own."""
    return {date.fromisoformat(day) for (day,) in rows(_CLOSED, {"house": house})}
