"""`stop`: end the embedded PostgreSQL that a command started and left for the next one."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from cardroom.embedded.served import served
from cardroom.postgres.servers import embedded_server


class Command(BaseCommand):
    """Stops the database; what `up` serves is stopped by Ctrl-C there."""

    help = "Stop the embedded PostgreSQL, which a command without `up` starts and leaves running."
    requires_system_checks = ()

    def handle(self, **_options: object) -> None:
        """Stop it, if it is there to be stopped."""
        server = embedded_server()
        if server is None:
            raise CommandError("DATABASE_URL names a server that isn't ours to stop")
        if served(settings.CARDROOM_DATA):
            raise CommandError(f"`up` runs on {settings.CARDROOM_DATA}; Ctrl-C there stops it all")
        ran = server.ready()
        server.stop()
        self.stdout.write("stopped" if ran else "nothing was running")
