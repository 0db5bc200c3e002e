"""What is wrong or weak with this installation, in sentences; it looks and changes nothing."""

from collections.abc import Callable, Iterator
from typing import Final

from cardroom.doctor import database, evidence, files, houses, work
from cardroom.doctor.signs import Sign

_WITH_A_DATABASE: Final[tuple[Callable[[], Iterator[Sign]], ...]] = (
    database.settings,
    database.roles,
    database.clocks,
    evidence.protection,
    evidence.checkpoints,
    work.waiting,
    houses.houses,
)


def examine() -> Iterator[Sign]:
    """Every sign, the gravest cause first: without its schema a database can tell no more."""
    yield from files.settings()
    yield from files.room()
    unusable = list(database.unusable())
    yield from unusable
    if not unusable:
        for look in _WITH_A_DATABASE:
            yield from look()
