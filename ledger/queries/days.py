"""Which gaming days are closed."""

from datetime import date
from typing import Final

from cardroom.log.rows import rows

_LAST: Final = "SELECT max(gaming_day)::text FROM ledger_closedday WHERE house = %(house)b::text"
_CLOSED: Final = "SELECT gaming_day::text FROM ledger_closedday WHERE house = %(house)b::text"

_LATE: Final = """
SELECT DISTINCT gaming_day::text FROM ledger_journal
WHERE house = %(house)b::text AND posted_on > gaming_day AND posted_on > %(closed)b::date
    AND gaming_day <= %(closed)b::date
ORDER BY 1
"""


def last_closed(house: str) -> date | None:
    """The last closed gaming day of a house, with which all before it are closed."""
    ((day,),) = rows(_LAST, {"house": house})
    return None if day is None else date.fromisoformat(day)


def closed(house: str) -> set[date]:
    """The gaming days that were closed by an event of their own."""
    return {date.fromisoformat(day) for (day,) in rows(_CLOSED, {"house": house})}


def late(house: str, closed: date) -> list[date]:
    """The gaming days closed by then for which journals were posted later, in their order."""
    found = rows(_LATE, {"house": house, "closed": closed})
    return [date.fromisoformat(day) for (day,) in found]
