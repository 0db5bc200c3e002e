"""The router: the schema belongs to the owner's alias, all else to the application's."""


class OwnerMigrates:
    """Migrations run as the owner and as nobody else."""

    def allow_migrate(self, db: str, app_label: str, **_hints: object) -> bool:  # noqa: ARG002
        """Whether this alias may change the schema."""
        return db == "owner"
