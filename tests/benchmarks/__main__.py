"""`python -m tests.benchmarks p1 [p2 …] [--blocks 7] [--seconds 2]`: measure, and print figures."""

import argparse
import os
import sys
from importlib import import_module
from typing import Any, Final

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.benchmarks.settings"

WHERE: Final = {
    "p1": "tests.benchmarks.posting",
    "p2": "tests.benchmarks.posting",
    "p3": "tests.benchmarks.appending",
    "p4": "tests.benchmarks.replaying",
    "p5": "tests.benchmarks.replaying",
    "p6": "tests.benchmarks.reporting",
    "ledger": "tests.benchmarks.reading",
    "pages": "tests.benchmarks.browsing",
}


def main(arguments: list[str]) -> None:
    """Measure one after the other, each in an empty database."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("what", nargs="+", choices=[*WHERE, "all"])
    parser.add_argument("--blocks", type=int, default=7, help="of each kind, by turns")
    parser.add_argument("--seconds", type=float, default=2, help="of each block")
    parser.add_argument(
        "--rounds", type=int, default=10_400, help="of P6's day, and under the pages; 104000 is big"
    )
    asked = parser.parse_args(arguments)
    django: Any = import_module("django")
    django.setup()
    # Only now, since they know the models.
    installation: Any = import_module("tests.benchmarks.installation")
    posting: Any = import_module("tests.benchmarks.posting")
    size = posting.Size(asked.blocks, asked.seconds, asked.rounds)
    for name in WHERE if "all" in asked.what else asked.what:
        measure: Any = getattr(import_module(WHERE[name]), name)
        made = installation.make()
        try:
            _say(installation.machine())
            for line in measure(made, size):
                _say(line)
        finally:
            made.server.stop()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
