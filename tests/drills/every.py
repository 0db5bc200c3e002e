"""Every drill: the modules that hold them, in the order in which they are played."""

from tests.drills import (
    answers,
    cells,
    crashes,
    crossing,
    days,
    disk,
    dump,
    rebuilt,
    roles,
    soak,
    stored,
    tampered,
    waiting,
    witnessed,
    writers,
)
from tests.drills.registry import DRILLS, Drill

MODULES = (
    writers,
    crossing,
    answers,
    crashes,
    disk,
    waiting,
    rebuilt,
    cells,
    tampered,
    witnessed,
    roles,
    days,
    stored,
    dump,
    soak,
)


def drills(minutes: float) -> dict[str, Drill]:
    """The drills by name, and the soak of so many minutes."""
    return {**DRILLS, "soak": soak.lasting(minutes)}


def short() -> list[str]:
    """The names of all but the soak."""
    return list(DRILLS)
