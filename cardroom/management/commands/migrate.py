"""`migrate`, as the owner of the schema unless another alias is named."""

from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate

from cardroom.postgres.servers import embedded_server


class Command(migrate.Command):
    """Django's command with the owner's alias as its default."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take Django's arguments."""
        super().add_arguments(parser)
        parser.set_defaults(database="owner")

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate; where nothing is installed yet, that begins with a database."""
        if server := embedded_server():
            server.ensure()
        super().handle(*args, **options)
