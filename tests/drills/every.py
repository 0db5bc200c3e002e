"""Every drill: the modules that hold them, in the order in which they are played."""

from tests.drills import (
    answers,
    cells,
    crashes,
    crossing,
    days,
    dump,
    roles,
    soak,
    stored,
    tampered,
    witnessed,
    writers,
)
from tests.drills.registry import DRILLS, Drill

MODULES = (
    writers,
    crossing,
    answers,
    crashes,
    cells,
    tampered,
    witnessed,
    roles,
    days,
    stored,
    dump,
    soak,
)


def names() -> list[str]:
    """What can be called for."""
    return [*DRILLS, "soak"]


def drills(minutes: float) -> dict[str, Drill]:
    """The drills by name."""
    return {**DRILLS, "soak": soak.lasting(minutes)}
