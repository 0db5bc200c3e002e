"""`rebuild`: the read models replayed from the log, while recording goes on."""

from django.core.management.base import BaseCommand

from tables import rebuild


class Command(BaseCommand):
    """Prints a line for each table when its new rows are in force."""

    help = "Replay the read models from the log and switch to them; the log isn't touched."

    def handle(self, **_options: object) -> None:
        """Rebuild and print."""
        for done in rebuild.rebuild():
            self.stdout.write(
                f"{done.house} {done.code}: {done.rounds:,} rounds from {done.events:,} events"
            )
