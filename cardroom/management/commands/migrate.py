"""`migrate`, as the owner of the schema unless another alias is named."""

from django.core.management.base import CommandParser
from django.core.management.commands import migrate


class Command(migrate.Command):
    """Django's command with the owner's alias as its default."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take Django's arguments."""
        super().add_arguments(parser)
        parser.set_defaults(database="owner")
