"""The schema: what the models say, made by its owner alone."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connections

from cardroom.embedded.server import Server
from cardroom.postgres.servers import why_roles_are_not_separated

BOTH = pytest.mark.django_db(databases=["default", "owner"])


@BOTH
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@BOTH
def test_every_migration_is_applied() -> None:
    call_command("migrate", check_unapplied=True, verbosity=0)


@pytest.mark.django_db(databases=["default", "owner"], transaction=True)
def test_a_stray_migrate_by_the_application_changes_nothing() -> None:
    before = _applied()
    with pytest.raises(DatabaseError, match="permission denied"):
        call_command("migrate", "contenttypes", "zero", database="default", verbosity=0)
    assert _applied() == before


@pytest.mark.django_db
def test_roles_are_said_to_be_one_exactly_when_the_server_runs_as_ourselves(
    database_server: Server,
) -> None:
    ourselves = database_server.owner_uid() is None
    expected = "the embedded PostgreSQL runs as the application's own user" if ourselves else None
    assert why_roles_are_not_separated() == expected


def _applied() -> list[tuple[str, str]]:
    """The migrations that the database holds as done."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY id")
        return list(cursor.fetchall())
