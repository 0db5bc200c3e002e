"""Names of reconciliations: `T01.collection.812` for the box that was put on at position 812. Pure.

One that came off and nobody had put on is named by where it came off, `T01.collection.r930`; an
implied box by its gaming day, `T01.collection.2026-11-28`.
"""

import re
from datetime import date
from typing import Final, NamedTuple

_NAME: Final = re.compile(
    r"(?P<table>[A-Za-z0-9][A-Za-z0-9._-]{0,63})\.(?P<purpose>collection|jackpot|promo)"
    r"\.(?:(?P<put_on>[1-9][0-9]{0,17})|r(?P<removed>[1-9][0-9]{0,17})"
    r"|(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2}))"
)


class Name(NamedTuple):
    """What a name says; one of the last three is given."""

    table: str
    purpose: str
    put_on: int | None = None
    removed: int | None = None
    day: date | None = None

    def __str__(self) -> str:
        last = self.put_on or self.day or f"r{self.removed}"
        return f"{self.table}.{self.purpose}.{last}"


def parse(text: str) -> Name | None:
    """The name, None for what is none."""
    found = _NAME.fullmatch(text)
    if found is None:
        return None
    table, purpose, put_on, removed, day = found.groups()
    try:
        return Name(
            table,
            purpose,
            None if put_on is None else int(put_on),
            None if removed is None else int(removed),
            None if day is None else date.fromisoformat(day),
        )
    except ValueError:  # no such day
        return None
