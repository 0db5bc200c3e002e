#!/usr/bin/env python
"""The door for people: `manage.py COMMAND`."""

import os
import sys


def main() -> None:
    """Run the command that the command line names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardroom.settings")
    from cardroom.management.entry import run  # noqa: PLC0415 - settings must be named first

    sys.exit(run(sys.argv))


if __name__ == "__main__":
    main()
