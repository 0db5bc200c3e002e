"""`python -m tests.drills [NAME …] [--minutes 30]`: provoke faults, and print what became of them.

Exits with 1 when a drill failed. `soak` plays for so many minutes, `week` for several; most others
take some seconds.
"""

import argparse
import os
import sys
import traceback
from importlib import import_module
from time import monotonic
from typing import Any, Final

PASSED: Final = "passed"
FAILED: Final = "FAILED"
UNABLE: Final = "not played"
LONGEST: Final = 1_000  # characters of what went wrong

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"


def main(arguments: list[str]) -> int:
    """Play the drills that are named, or all of them."""
    django: Any = import_module("django")
    django.setup()
    # Only now, since they know the models; the application, since what is due nudges workers.
    import_module("cardroom.celery")
    every: Any = import_module("tests.drills.every")
    parser = argparse.ArgumentParser(prog="python -m tests.drills", description=__doc__)
    names = ", ".join(every.drills(0))
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"all of them: {names}")
    parser.add_argument("--minutes", type=float, default=30, help="of the soak")
    asked = parser.parse_args(arguments)
    drills = every.drills(asked.minutes)
    if unknown := [name for name in asked.names if name not in drills]:
        parser.error(f"no such drill: {', '.join(unknown)}")
    harness, cluster = import_module("tests.harness"), import_module("tests.cluster")
    with cluster.running(harness.template_name()):
        ends = [(name, _played(drills[name])) for name in asked.names or drills]
    for name, end in ends:
        if end != PASSED:
            _say(f"{end}: {name}")
    _say(f"{sum(end == PASSED for _, end in ends)} of {len(ends)} drills passed")
    return int(FAILED in {end for _, end in ends})


def _played(drill: Any) -> str:  # noqa: ANN401 - known only once Django is set up
    """Play one drill and print it fault by fault; how it ended."""
    _say(f"\n{drill.name}: {drill.about}")
    unable: Any = import_module("tests.drills.registry").UnableError
    started, faults = monotonic(), 0
    try:
        for seen in drill.play():
            faults += 1
            _say(f"  {seen.fault}\n      → {seen.found}")
    except KeyboardInterrupt:
        raise
    except unable as reason:
        _say(f"  {UNABLE}: {reason}")
        return UNABLE
    except BaseException as error:  # noqa: BLE001 - whatever it is, the drill has failed
        _say("".join(traceback.format_tb(error.__traceback__)).rstrip())
        _say(f"  {FAILED} after {faults}: {type(error).__name__}: {str(error)[:LONGEST]}")
        return FAILED
    _say(f"  {PASSED}: {faults} in {monotonic() - started:.1f} s")
    return PASSED


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
