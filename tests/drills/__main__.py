"""`python -m tests.drills [NAME …] [--minutes 30]`: provoke faults, and print what became of them.

Exits with 1 when a drill failed. `soak` plays for so many minutes; the others take some seconds.
"""

import argparse
import os
import sys
import traceback
from importlib import import_module
from time import monotonic
from typing import Any

LONGEST = 1_000  # characters of what went wrong

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"


def main(arguments: list[str]) -> int:
    """Play the drills that are named, or all of them."""
    django: Any = import_module("django")
    django.setup()
    # Only now, since they know the models.
    every: Any = import_module("tests.drills.every")
    parser = argparse.ArgumentParser(prog="python -m tests.drills", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(every.names()))
    parser.add_argument("--minutes", type=float, default=30, help="of the soak")
    asked = parser.parse_args(arguments)
    drills = every.drills(asked.minutes)
    if unknown := [name for name in asked.names if name not in drills]:
        parser.error(f"no such drill: {', '.join(unknown)}")
    harness, cluster = import_module("tests.harness"), import_module("tests.cluster")
    with cluster.running(harness.template_name()):
        failed = [name for name in asked.names or drills if not _played(drills[name])]
    _say(f"FAILED: {', '.join(failed)}" if failed else "all passed")
    return 1 if failed else 0


def _played(drill: Any) -> bool:  # noqa: ANN401 - known only once Django is set up
    """Play one drill and print it fault by fault; whether it passed."""
    _say(f"\n{drill.name}: {drill.about}")
    started, faults = monotonic(), 0
    try:
        for seen in drill.play():
            faults += 1
            _say(f"  {seen.fault}\n      → {seen.found}")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever it is, the drill has failed
        _say("".join(traceback.format_tb(error.__traceback__)).rstrip())
        _say(f"  FAILED after {faults} faults: {type(error).__name__}: {str(error)[:LONGEST]}")
        return False
    _say(f"  passed: {faults} faults in {monotonic() - started:.1f} s")
    return True


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
