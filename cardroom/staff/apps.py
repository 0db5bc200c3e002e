"""The app's place in Django."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class StaffConfig(AppConfig):
    """Log-ins of the house's people."""

    name = "cardroom.staff"
    label = "staff"

    def ready(self) -> None:
        """Have the groups as the code has them after each migration, as Django its permissions."""
        post_migrate.connect(_make_groups, sender=self)


def _make_groups(using: str, **_: Any) -> None:
    from cardroom.staff.groups import make  # noqa: PLC0415 - models come after the apps

    make(using)
