"""`rebuild`: the read models replayed from the log, and the ledger's balances from its entries."""

from django.core.management.base import BaseCommand

from cardroom.texts import counted
from ledger import rebuild as ledger
from tables import rebuild


class Command(BaseCommand):
    """Prints a line for each table when its new rows are in force, and what was put right."""

    help = "Replay the read models from the log and switch to them; the log isn't touched."

    def handle(self, **_options: object) -> None:
        """Rebuild and print."""
        for done in rebuild.rebuild():
            posted = (
                f", {counted(done.journals, 'missing journal')} posted" if done.journals else ""
            )
            self.stdout.write(
                f"{done.house} {done.code}: {counted(done.rounds, 'round')} from"
                f" {counted(done.events, 'event')}"
                f"{posted}"
            )
        changed = ledger.balances()
        if changed:
            self.stdout.write(f"{counted(changed, 'balance')} put right")
