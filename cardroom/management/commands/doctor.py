"""`doctor`: what is wrong or weak with this installation, in sentences."""

import sys

from django.core.management.base import BaseCommand

from cardroom import doctor


class Command(BaseCommand):
    """Prints a line for each sign; exits with 1 after any."""

    help = "Say what is wrong or weak with this installation, and what to do about it."
    requires_system_checks = ()

    def handle(self, **_options: object) -> None:
        """Look, and say what was seen."""
        signs = 0
        for signs, sign in enumerate(doctor.examine(), start=1):  # noqa: B007 - counted afterwards
            self.stdout.write(str(sign))
        if signs:
            sys.exit(1)
        self.stdout.write("nothing is wrong or weak")
