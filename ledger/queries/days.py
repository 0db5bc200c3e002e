"""Which gaming days are closed."""

from datetime import date
from typing import Final

from cardroom.log.rows import rows

_LAST: Final = "SELECT max(gaming_day) FROM ledger_closedday WHERE house = %(house)b::text"


def last_closed(house: str) -> date | None:
    """The last closed gaming day of a house, with which all before it are closed."""
    ((day,),) = rows(_LAST, {"house": house})
    return None if day is None else date.fromisoformat(str(day))
