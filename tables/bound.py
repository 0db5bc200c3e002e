"""Bound: with which version of which offering each open table of a house goes on."""

from typing import Final, NamedTuple

from cardroom.house import houses
from cardroom.log.rows import rows

_BOUND: Final = """
SELECT code, offering_version FROM tables_tablerow
WHERE house = %(house)b AND is_open AND offering_version IS NOT NULL
ORDER BY code
"""


class Bound(NamedTuple):
    """An open table, and the version of the offering that it opened with."""

    table: str
    offering: str
    version: int


def bound(house: str) -> list[Bound]:
    """The open tables of a house by code."""
    found = []
    for table, version_id in rows(_BOUND, {"house": house}):
        offering = houses.offering_version(version_id)
        found.append(Bound(table, offering.code, offering.version))
    return found
