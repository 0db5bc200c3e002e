"""Every drill: the modules that hold them, in the order in which they are played."""

from tests.drills import (
    answers,
    cells,
    crashes,
    crossing,
    days,
    disk,
    dump,
    golden,
    long,
    rebuilt,
    roles,
    sequencer,
    soak,
    tampered,
    vectors,
    verifying,
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
    sequencer,
    disk,
    waiting,
    rebuilt,
    cells,
    tampered,
    witnessed,
    verifying,
    roles,
    days,
    golden,
    vectors,
    dump,
    soak,
)


_PLACES = {module.__name__: place for place, module in enumerate(MODULES)}


def drills(minutes: float) -> dict[str, Drill]:
    """The drills by name in their order, then the long ones, and the soak of so many minutes."""
    found = sorted(DRILLS.values(), key=lambda drill: _PLACES[drill.play.__module__])
    return {drill.name: drill for drill in [*found, *long.LONG, soak.lasting(minutes)]}


def short() -> list[str]:
    """The names of all but the long ones."""
    return list(DRILLS)
