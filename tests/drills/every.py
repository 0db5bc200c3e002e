"""Every drill: the modules that hold them, in the order in which they are played."""

from tests.drills import answers, crossing, writers
from tests.drills.registry import DRILLS, Drill

MODULES = (writers, crossing, answers)


def names() -> list[str]:
    """What can be called for."""
    return [*DRILLS]


def drills(minutes: float) -> dict[str, Drill]:
    """The drills by name."""
    del minutes
    return dict(DRILLS)
