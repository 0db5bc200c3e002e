"""Two roles from the first migration on: the owner changes the schema, the application works."""

from typing import ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from cardroom.postgres.privileges import application_role

LATER = "ALTER DEFAULT PRIVILEGES IN SCHEMA public"
STATEMENTS = (
    "REVOKE ALL ON SCHEMA public FROM PUBLIC",
    "GRANT USAGE ON SCHEMA public TO {role}",
    # Read only: a stray `migrate` of the application's role can then mark nothing as done.
    "GRANT SELECT ON django_migrations TO {role}",
    f"{LATER} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {{role}}",
    f"{LATER} GRANT USAGE, SELECT ON SEQUENCES TO {{role}}",
)


def grant(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Say what the application's role may do with tables that come later."""
    for statement in STATEMENTS:
        editor.execute(statement.format(role=application_role()), None)


class Migration(migrations.Migration):
    """Comes before every table, since default privileges bind only later ones.

    Our other apps' first migrations depend on this one; Django's own cannot, hence `run_before`.
    """

    initial = True
    dependencies: ClassVar[list[tuple[str, str]]] = []
    run_before: ClassVar[list[tuple[str, str]]] = [("contenttypes", "0001_initial")]
    operations: ClassVar[list[migrations.RunPython]] = [
        migrations.RunPython(grant, migrations.RunPython.noop)
    ]
