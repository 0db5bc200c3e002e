#!/usr/bin/env python
"""The door for people: `manage.py COMMAND`."""

import os
import sys


def main() -> None:
    """Run the command that the command line names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardroom.settings")
    try:
        from cardroom.management.entry import run  # noqa: PLC0415 - settings must be named first
    except ModuleNotFoundError as error:
        sys.stderr.write(f"{sys.executable} has no {error.name}: use the environment's Python\n")
        sys.exit(2)

    sys.exit(run(sys.argv))


if __name__ == "__main__":
    main()
